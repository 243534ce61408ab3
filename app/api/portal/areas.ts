import { branchesPortal } from "@/lib/areas/branches/portal";
import { categoriesPortal } from "@/lib/areas/categories/portal";
import { certificationPortal } from "@/lib/areas/certification/portal";
import { clientsPortal } from "@/lib/areas/clients/portal";
import { firstHourPortal } from "@/lib/areas/firsthour/portal";
import { merchantsPortal } from "@/lib/areas/merchants/portal";
import { sandboxPortal } from "@/lib/areas/sandbox/portal";
import { webhooksPortal } from "@/lib/areas/webhooks/portal";

/** What the portal's API serves, area by area. */
export const AREAS = [
  branchesPortal,
  categoriesPortal,
  certificationPortal,
  clientsPortal,
  firstHourPortal,
  merchantsPortal,
  sandboxPortal,
  webhooksPortal,
];
