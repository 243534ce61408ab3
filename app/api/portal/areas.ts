import { categoriesPortal } from "@/lib/areas/categories/portal";
import { tillsPortal } from "@/lib/areas/tills/portal";

/** What the portal's API serves, area by area. */
export const AREAS = [categoriesPortal, tillsPortal];
