import { categoriesPortal } from "@/lib/areas/categories/portal";
import { couponsPortal, walletCouponsPortal } from "@/lib/areas/coupons/portal";
import { promotionsPortal } from "@/lib/areas/promotions/portal";

/** What the portal's API serves, area by area. */
export const AREAS = [categoriesPortal, couponsPortal, promotionsPortal, walletCouponsPortal];
