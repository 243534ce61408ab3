import { categoriesPortal } from "@/lib/areas/categories/portal";
import { promotionsPortal } from "@/lib/areas/promotions/portal";

/** What the portal's API serves, area by area. */
export const AREAS = [categoriesPortal, promotionsPortal];
