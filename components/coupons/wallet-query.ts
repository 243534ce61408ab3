import { portalQuery } from "@/components/kit/query";

/** A wallet's coupons at a branch, with one that is shown and may be nobody's yet, and what it can have for points there. */
export const walletCouponsQuery = (walletId: number, branchId: number, shown?: string) =>
  portalQuery({
    key: ["wallets", "coupons", walletId, branchId, shown ?? null],
    // The till asks for it after its first sight: what reads the answer need not come with the page.
    answer: async () => (await import("@/lib/areas/coupons/schemas")).walletCouponsSchema,
    path: `wallets/${walletId}/coupons`,
    query: { branchId, shown },
  });
