import { adjustmentsPortal } from "@/lib/areas/adjustments/portal";
import { branchesPortal } from "@/lib/areas/branches/portal";
import { categoriesPortal } from "@/lib/areas/categories/portal";
import { entriesPortal } from "@/lib/areas/entries/portal";
import { importsPortal } from "@/lib/areas/imports/portal";
import { webhooksPortal } from "@/lib/areas/webhooks/portal";

/** What the portal's API serves, area by area. */
export const AREAS = [
  adjustmentsPortal,
  branchesPortal,
  categoriesPortal,
  entriesPortal,
  importsPortal,
  webhooksPortal,
];
