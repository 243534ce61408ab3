import { secondFactorRequestSchema, signedInSchema } from "@/lib/areas/account/schemas";
import { finishSignIn } from "@/lib/areas/account/two-factor";
import { requireOwnSignIn } from "@/lib/portal/own-sign-in";
import { PortalRefusal } from "@/lib/portal/refusal";
import { rememberedChoices } from "@/lib/portal/remembered-choices";
import { withPublicPortal } from "@/lib/portal/with-portal";

/** Finishes a sign-in with the code of the second factor. The cookie of the password's answer says whose it is. */
export const POST = withPublicPortal({
  reach: "self",
  body: secondFactorRequestSchema,
  answer: signedInSchema,
  handler: async ({ body, request, requestId, address, setCookies }) => {
    requireOwnSignIn();
    const result = await finishSignIn(request.headers, { code: body.code, address, requestId });
    if (result.outcome === "limited") throw PortalRefusal.paused(result.retryAfterSeconds);
    if (result.outcome === "expired") throw new PortalRefusal("second_factor_expired");
    if (result.outcome === "wrong_code") throw new PortalRefusal("second_factor_refused");
    setCookies(result.cookies);
    setCookies(await rememberedChoices(result.userId, body.language));
    return { userId: result.userId };
  },
});
