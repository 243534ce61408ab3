import { categoriesPortal } from "@/lib/areas/categories/portal";
import { couponsPortal, walletCouponsPortal } from "@/lib/areas/coupons/portal";
import { deskDealsPortal } from "@/lib/areas/deals/desk-portal";
import { dealsPortal } from "@/lib/areas/deals/portal";
import { promotionsPortal } from "@/lib/areas/promotions/portal";

/** What the portal's API serves, area by area. */
export const AREAS = [
  categoriesPortal,
  couponsPortal,
  dealsPortal,
  deskDealsPortal,
  promotionsPortal,
  walletCouponsPortal,
];
