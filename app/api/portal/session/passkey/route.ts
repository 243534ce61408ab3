import { signInWithPasskey } from "@/lib/areas/account/passkeys";
import { passkeySignInRequestSchema, signedInSchema } from "@/lib/areas/account/schemas";
import { requireOwnSignIn } from "@/lib/portal/own-sign-in";
import { PortalRefusal } from "@/lib/portal/refusal";
import { rememberedChoices } from "@/lib/portal/remembered-choices";
import { withPublicPortal } from "@/lib/portal/with-portal";

/** Signs in with a passkey, which is two factors in one. */
export const POST = withPublicPortal({
  reach: "self",
  body: passkeySignInRequestSchema,
  answer: signedInSchema,
  handler: async ({ body, request, address, setCookies }) => {
    requireOwnSignIn();
    const result = await signInWithPasskey(request.headers, { response: body.response, address });
    if (result === null) throw new PortalRefusal("passkey_refused");
    setCookies(result.cookies);
    setCookies(await rememberedChoices(result.userId, body.language));
    return { userId: result.userId };
  },
});
