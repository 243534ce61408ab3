import { portalQuery } from "@/components/kit/query";

/** A wallet's coupons at a branch, and what it can have for points there. */
export const walletCouponsQuery = (walletId: number, branchId: number) =>
  portalQuery({
    key: ["wallets", "coupons", walletId, branchId],
    // The till asks for it after its first sight: what reads the answer need not come with the page.
    answer: async () => (await import("@/lib/areas/coupons/schemas")).walletCouponsSchema,
    path: `wallets/${walletId}/coupons`,
    query: { branchId },
  });
