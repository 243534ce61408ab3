import { categoriesPortal } from "@/lib/areas/categories/portal";

/** What the portal's API serves, area by area. */
export const AREAS = [categoriesPortal];
