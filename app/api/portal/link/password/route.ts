import { deviceOf } from "@/lib/areas/account/known-devices";
import { passwordProblem } from "@/lib/areas/account/password-strength";
import { type ChosenPassword, chosenPasswordSchema, useLinkRequestSchema } from "@/lib/areas/account/schemas";
import { signIn, signOut } from "@/lib/areas/account/sessions";
import { choosePasswordByLink, readUserLink } from "@/lib/areas/staff/use-user-link";
import { adminContext } from "@/lib/portal/administration";
import { requireOwnSignIn } from "@/lib/portal/own-sign-in";
import { PortalRefusal } from "@/lib/portal/refusal";
import { rememberedChoices } from "@/lib/portal/remembered-choices";
import { withPublicPortal } from "@/lib/portal/with-portal";

/** Chooses the password of whom a one-time link lets in, signs out whoever used this browser before, and signs in with it. */
export const POST = withPublicPortal({
  reach: "self",
  body: useLinkRequestSchema,
  answer: chosenPasswordSchema,
  handler: async ({ body, request, requestId, address, setCookies }): Promise<ChosenPassword> => {
    requireOwnSignIn();
    const holder = await readUserLink(adminContext(), body.token);
    const problem = await passwordProblem(body.password, holder);
    if (problem !== null) throw PortalRefusal.ofField("password", problem);
    const { username } = holder;
    const { token, password, language } = body;
    await choosePasswordByLink(adminContext(), { token, password, ipAddress: address, requestId });
    setCookies(await signOut(request.headers));
    const userAgent = request.headers.get("user-agent") ?? "";
    const result = await signIn({
      username,
      password,
      address,
      userAgent,
      device: deviceOf(request.headers),
    });
    if (result.outcome === "limited" || result.outcome === "refused") return { next: "sign_in" };
    setCookies(result.cookies);
    if (result.outcome === "signed_in") setCookies(await rememberedChoices(result.userId, language));
    return { next: result.outcome };
  },
});
