import { PASSKEYS_MAX, startPasskey } from "@/lib/areas/account/passkeys";
import { passkeyChallengeSchema, proofRequestSchema } from "@/lib/areas/account/schemas";
import { ROLES } from "@/lib/areas/roles";
import { proofRefusal } from "@/lib/portal/proof-refusal";
import { PortalRefusal } from "@/lib/portal/refusal";
import { withPortal } from "@/lib/portal/with-portal";

/** Begins to add a passkey, with the password and a code of whoever has a second factor. */
export const POST = withPortal({
  roles: ROLES,
  reach: "self",
  body: proofRequestSchema,
  answer: passkeyChallengeSchema,
  handler: async ({ session, body, request, requestId, address, setCookies }) => {
    const { username } = session.user;
    const result = await startPasskey(request.headers, { username, address, requestId, proof: body });
    if (result.outcome === "limited") throw PortalRefusal.paused(result.retryAfterSeconds);
    if (result.outcome === "too_many")
      throw new PortalRefusal("too_many_passkeys", { params: { max: PASSKEYS_MAX } });
    if (result.outcome !== "started") throw proofRefusal(result.outcome);
    setCookies(result.cookies);
    return { options: { ...result.options } };
  },
});
