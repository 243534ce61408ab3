import { adjustmentsPortal } from "@/lib/areas/adjustments/portal";
import { branchesPortal } from "@/lib/areas/branches/portal";
import { categoriesPortal } from "@/lib/areas/categories/portal";
import { entriesPortal } from "@/lib/areas/entries/portal";
import { familiesPortal } from "@/lib/areas/families/desk-portal";
import { holdsPortal } from "@/lib/areas/holds/portal";
import { importsPortal } from "@/lib/areas/imports/portal";
import { referralsPortal } from "@/lib/areas/referrals/portal";
import { walletsPortal } from "@/lib/areas/wallets/desk-portal";
import { webhooksPortal } from "@/lib/areas/webhooks/portal";

/** What the portal's API serves, area by area. */
export const AREAS = [
  adjustmentsPortal,
  branchesPortal,
  categoriesPortal,
  entriesPortal,
  familiesPortal,
  holdsPortal,
  importsPortal,
  referralsPortal,
  walletsPortal,
  webhooksPortal,
];
