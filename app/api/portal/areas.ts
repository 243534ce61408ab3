import { branchesPortal } from "@/lib/areas/branches/portal";
import { categoriesPortal } from "@/lib/areas/categories/portal";
import { radarPortal } from "@/lib/areas/radar/portal";
import { reportsPortal } from "@/lib/areas/reports/portal";
import { shiftsPortal } from "@/lib/areas/shifts/portal";
import { todayPortal } from "@/lib/areas/today/portal";
import { webhooksPortal } from "@/lib/areas/webhooks/portal";

/** What the portal's API serves, area by area. */
export const AREAS = [
  branchesPortal,
  categoriesPortal,
  radarPortal,
  reportsPortal,
  shiftsPortal,
  todayPortal,
  webhooksPortal,
];
