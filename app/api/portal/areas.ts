import { accountPortal } from "@/lib/areas/account/account-portal";
import { sessionPortal } from "@/lib/areas/account/session-portal";
import { approvalsPortal } from "@/lib/areas/approvals/portal";
import { branchesPortal } from "@/lib/areas/branches/portal";
import { categoriesPortal } from "@/lib/areas/categories/portal";
import { displayPortal } from "@/lib/areas/display/portal";
import { programmePortal } from "@/lib/areas/programme/portal";
import { tillPortal } from "@/lib/areas/till/portal";
import { webhooksPortal } from "@/lib/areas/webhooks/portal";

/** What the portal's API serves, area by area. */
export const AREAS = [
  accountPortal,
  approvalsPortal,
  branchesPortal,
  categoriesPortal,
  displayPortal,
  programmePortal,
  sessionPortal,
  tillPortal,
  webhooksPortal,
];
