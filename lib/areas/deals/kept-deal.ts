import type { StoredDealState } from "@/lib/portal/acts/deal-states";
/** A deal as its merchant's admins see it. */
export interface DealView {
  id: number;
  merchantId: number;
  categoryId: number;
  state: StoredDealState;
  offerNumber: string;
  titleEn: string;
  /** Like all Arabic texts "" until a person writes it; English stands in for it. */
  titleAr: string;
  descriptionEn: string;
  descriptionAr: string;
  termsEn: string;
  termsAr: string;
  discountType: number;
  discount: number;
  imageHash: string | null;
  startDate: Date;
  endDate: Date;
  expiryDate: Date;
  sortingNumber: number | null;
  ratePlans: string[];
  /** In rising order. */
  branchIds: number[];
  version: number;
  createdAt: Date;
  updatedAt: Date;
  /** Published now or earlier: customers may know of the deal, and it stays. */
  wasPublished: boolean;
}
