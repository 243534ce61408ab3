import { portalQuery } from "@/components/kit/query";

/** Who brought a wallet's customer, and whom its customer brought. */
export const walletReferralsQuery = (walletId: number) =>
  portalQuery({
    key: ["wallets", "referrals", walletId],
    answer: async () => (await import("@/lib/areas/referrals/schemas")).walletReferralsSchema,
    path: `wallets/${walletId}/referrals`,
  });
