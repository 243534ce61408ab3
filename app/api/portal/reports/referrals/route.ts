import { presentReferralReport } from "@/lib/areas/referrals/portal";
import { referralReportSchema } from "@/lib/areas/referrals/schemas";
import { ADMIN_ROLES } from "@/lib/areas/roles";
import { withPortal } from "@/lib/portal/with-portal";

/** What referrals came to, month by month. */
export const GET = withPortal({
  roles: ADMIN_ROLES,
  reach: "programme",
  prolongs: false,
  answer: referralReportSchema,
  handler: () => presentReferralReport(),
});
