import { portalQuery } from "@/components/kit/query";
import { referralReportSchema, walletReferralsSchema } from "@/lib/areas/referrals/schemas";

/** Who brought a wallet's customer, and whom its customer brought. */
export const walletReferralsQuery = (walletId: number) =>
  portalQuery({
    key: ["wallets", "referrals", walletId],
    answer: walletReferralsSchema,
    path: `wallets/${walletId}/referrals`,
  });

/** What referrals came to, month by month. */
export const referralReportQuery = portalQuery({
  key: ["reports", "referrals"],
  answer: referralReportSchema,
  path: "reports/referrals",
  staleTime: 60_000,
});
