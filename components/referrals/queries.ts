import { portalQuery } from "@/components/kit/query";

/** What referrals came to, month by month. */
export const referralReportQuery = portalQuery({
  key: ["reports", "referrals"],
  answer: async () => (await import("@/lib/areas/referrals/schemas")).referralReportSchema,
  path: "reports/referrals",
  staleTime: 60_000,
});
