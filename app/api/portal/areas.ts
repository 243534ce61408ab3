import { accountPortal } from "@/lib/areas/account/account-portal";
import { sessionPortal } from "@/lib/areas/account/session-portal";
import { adjustmentsPortal } from "@/lib/areas/adjustments/portal";
import { approvalsPortal } from "@/lib/areas/approvals/portal";
import { auditPortal } from "@/lib/areas/audit/portal";
import { branchesPortal } from "@/lib/areas/branches/portal";
import { categoriesPortal } from "@/lib/areas/categories/portal";
import { certificationPortal } from "@/lib/areas/certification/portal";
import { clientsPortal, sandboxPortal } from "@/lib/areas/clients/portal";
import { commandsPortal } from "@/lib/areas/commands/portal";
import { couponsPortal, walletCouponsPortal } from "@/lib/areas/coupons/portal";
import { deskDealsPortal } from "@/lib/areas/deals/desk-portal";
import { dealsPortal } from "@/lib/areas/deals/portal";
import { displayPortal } from "@/lib/areas/display/portal";
import { entriesPortal } from "@/lib/areas/entries/portal";
import { firstHourPortal } from "@/lib/areas/firsthour/portal";
import { holdsPortal } from "@/lib/areas/holds/portal";
import { homePortal } from "@/lib/areas/home/portal";
import { importsPortal } from "@/lib/areas/imports/portal";
import { listsPortal } from "@/lib/areas/lists/portal";
import { merchantsPortal } from "@/lib/areas/merchants/portal";
import { offersPortal } from "@/lib/areas/offers/portal";
import { customerRightsPortal, privacyPortal } from "@/lib/areas/privacy/portal";
import { programmePortal } from "@/lib/areas/programme/portal";
import { promotionsPortal } from "@/lib/areas/promotions/portal";
import { radarPortal } from "@/lib/areas/radar/portal";
import { referralsPortal } from "@/lib/areas/referrals/portal";
import { reportsPortal } from "@/lib/areas/reports/portal";
import { shiftsPortal } from "@/lib/areas/shifts/portal";
import { staffPortal } from "@/lib/areas/staff/portal";
import { tillPortal } from "@/lib/areas/till/portal";
import { tillsPortal } from "@/lib/areas/tills/portal";
import { todayPortal } from "@/lib/areas/today/portal";
import { familiesPortal, walletsPortal } from "@/lib/areas/wallets/desk-portal";
import { tillWalletsPortal } from "@/lib/areas/wallets/till-portal";
import { webhooksPortal } from "@/lib/areas/webhooks/portal";

/** The areas that the portal's API serves. */
export const AREAS = [
  accountPortal,
  adjustmentsPortal,
  approvalsPortal,
  auditPortal,
  branchesPortal,
  categoriesPortal,
  certificationPortal,
  clientsPortal,
  commandsPortal,
  couponsPortal,
  customerRightsPortal,
  dealsPortal,
  deskDealsPortal,
  displayPortal,
  entriesPortal,
  familiesPortal,
  firstHourPortal,
  holdsPortal,
  homePortal,
  importsPortal,
  listsPortal,
  merchantsPortal,
  offersPortal,
  privacyPortal,
  programmePortal,
  promotionsPortal,
  radarPortal,
  referralsPortal,
  reportsPortal,
  sandboxPortal,
  sessionPortal,
  shiftsPortal,
  staffPortal,
  tillPortal,
  tillsPortal,
  tillWalletsPortal,
  todayPortal,
  walletCouponsPortal,
  walletsPortal,
  webhooksPortal,
];
