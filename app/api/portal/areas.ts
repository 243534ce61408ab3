import { approvalsPortal } from "@/lib/areas/approvals/portal";
import { auditPortal } from "@/lib/areas/audit/portal";
import { branchesPortal } from "@/lib/areas/branches/portal";
import { categoriesPortal } from "@/lib/areas/categories/portal";
import { certificationPortal } from "@/lib/areas/certification/portal";
import { clientsPortal } from "@/lib/areas/clients/portal";
import { commandsPortal } from "@/lib/areas/commands/portal";
import { couponsPortal, walletCouponsPortal } from "@/lib/areas/coupons/portal";
import { deskDealsPortal } from "@/lib/areas/deals/desk-portal";
import { dealsPortal } from "@/lib/areas/deals/portal";
import { displayPortal } from "@/lib/areas/display/portal";
import { firstHourPortal } from "@/lib/areas/firsthour/portal";
import { homePortal } from "@/lib/areas/home/portal";
import { listsPortal } from "@/lib/areas/lists/portal";
import { merchantsPortal } from "@/lib/areas/merchants/portal";
import { programmePortal } from "@/lib/areas/programme/portal";
import { promotionsPortal } from "@/lib/areas/promotions/portal";
import { radarPortal } from "@/lib/areas/radar/portal";
import { reportsPortal } from "@/lib/areas/reports/portal";
import { sandboxPortal } from "@/lib/areas/sandbox/portal";
import { securityPortal } from "@/lib/areas/security/portal";
import { shiftsPortal } from "@/lib/areas/shifts/portal";
import { staffPortal } from "@/lib/areas/staff/portal";
import { tillPortal } from "@/lib/areas/till/portal";
import { tillsPortal } from "@/lib/areas/tills/portal";
import { todayPortal } from "@/lib/areas/today/portal";
import { webhooksPortal } from "@/lib/areas/webhooks/portal";

/** What the portal's API serves, area by area. */
export const AREAS = [
  approvalsPortal,
  auditPortal,
  branchesPortal,
  categoriesPortal,
  certificationPortal,
  clientsPortal,
  commandsPortal,
  couponsPortal,
  dealsPortal,
  deskDealsPortal,
  displayPortal,
  firstHourPortal,
  homePortal,
  listsPortal,
  merchantsPortal,
  programmePortal,
  promotionsPortal,
  radarPortal,
  reportsPortal,
  sandboxPortal,
  securityPortal,
  shiftsPortal,
  staffPortal,
  tillPortal,
  tillsPortal,
  todayPortal,
  walletCouponsPortal,
  webhooksPortal,
];
