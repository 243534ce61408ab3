import { containsUsername } from "@/lib/areas/account/password-rules";
import { type ChosenPassword, chosenPasswordSchema, useLinkRequestSchema } from "@/lib/areas/account/schemas";
import { signIn, signOut } from "@/lib/areas/account/sessions";
import { choosePasswordByLink, readUserLink } from "@/lib/areas/staff/use-user-link";
import { adminContext } from "@/lib/portal/administration";
import { PortalRefusal } from "@/lib/portal/refusal";
import { rememberedChoices } from "@/lib/portal/remembered-choices";
import { withPublicPortal } from "@/lib/portal/with-portal";

/** Chooses the password of whom a one-time link lets in, signs out whoever used this browser before, and signs in with it. */
export const POST = withPublicPortal({
  reach: "self",
  body: useLinkRequestSchema,
  answer: chosenPasswordSchema,
  handler: async ({ body, request, requestId, address, setCookies }): Promise<ChosenPassword> => {
    const { username } = await readUserLink(adminContext(), body.token);
    if (containsUsername(body.password, username))
      throw PortalRefusal.ofField("password", "password_is_username");
    const { token, password, language } = body;
    await choosePasswordByLink(adminContext(), { token, password, ipAddress: address, requestId });
    setCookies(await signOut(request.headers));
    const userAgent = request.headers.get("user-agent") ?? "";
    const result = await signIn({ username, password, address, userAgent });
    if (result.outcome === "limited" || result.outcome === "refused") return { next: "sign_in" };
    setCookies(result.cookies);
    if (result.outcome === "signed_in") setCookies(await rememberedChoices(result.userId, language));
    return { next: result.outcome };
  },
});
