import { backupCodesSchema, proofRequestSchema } from "@/lib/areas/account/schemas";
import { renewBackupCodes } from "@/lib/areas/account/two-factor";
import { ROLES } from "@/lib/areas/roles";
import { proofRefusal } from "@/lib/portal/proof-refusal";
import { PortalRefusal } from "@/lib/portal/refusal";
import { withPortal } from "@/lib/portal/with-portal";

/** Replaces the user's own backup codes, which are shown this once. */
export const POST = withPortal({
  roles: ROLES,
  reach: "self",
  body: proofRequestSchema,
  answer: backupCodesSchema,
  handler: async ({ session, body, request, requestId, address }) => {
    const { username } = session.user;
    const result = await renewBackupCodes(request.headers, { username, address, requestId, proof: body });
    if (result.outcome === "limited") throw PortalRefusal.paused(result.retryAfterSeconds);
    if (result.outcome !== "renewed") throw proofRefusal(result.outcome);
    return result;
  },
});
