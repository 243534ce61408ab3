import { auditPortal } from "@/lib/areas/audit/portal";
import { categoriesPortal } from "@/lib/areas/categories/portal";
import { commandsPortal } from "@/lib/areas/commands/portal";
import { homePortal } from "@/lib/areas/home/portal";
import { listsPortal } from "@/lib/areas/lists/portal";
import { securityPortal } from "@/lib/areas/security/portal";
import { staffPortal } from "@/lib/areas/staff/portal";
import { tillsPortal } from "@/lib/areas/tills/portal";

/** What the portal's API serves, area by area. */
export const AREAS = [
  auditPortal,
  categoriesPortal,
  commandsPortal,
  homePortal,
  listsPortal,
  securityPortal,
  staffPortal,
  tillsPortal,
];
