import { deviceOf } from "@/lib/areas/account/known-devices";
import { serializeMe } from "@/lib/areas/account/portal";
import { DONE, doneSchema, meSchema, signedInSchema, signInRequestSchema } from "@/lib/areas/account/schemas";
import { signIn, signOut } from "@/lib/areas/account/sessions";
import { ROLES } from "@/lib/areas/roles";
import { requireOwnSignIn } from "@/lib/portal/own-sign-in";
import { PortalRefusal } from "@/lib/portal/refusal";
import { rememberedChoices } from "@/lib/portal/remembered-choices";
import { withPortal, withPublicPortal } from "@/lib/portal/with-portal";

export const GET = withPortal({
  roles: ROLES,
  reach: "self",
  answer: meSchema,
  handler: async ({ session }) => serializeMe(session),
});

export const POST = withPublicPortal({
  reach: "self",
  body: signInRequestSchema,
  answer: signedInSchema,
  handler: async ({ body, request, address, setCookies }) => {
    requireOwnSignIn();
    const userAgent = request.headers.get("user-agent") ?? "";
    const result = await signIn({
      username: body.username,
      password: body.password,
      address,
      userAgent,
      device: deviceOf(request.headers),
    });
    if (result.outcome === "limited") throw PortalRefusal.paused(result.retryAfterSeconds);
    if (result.outcome === "refused") throw new PortalRefusal("sign_in_refused");
    setCookies(result.cookies);
    // The choices of the user come with the session, after the code.
    if (result.outcome === "second_factor") return { userId: null };
    setCookies(await rememberedChoices(result.userId, body.language));
    return { userId: result.userId };
  },
});

/** Signing out twice is no error, so no session is asked for. */
export const DELETE = withPublicPortal({
  reach: "self",
  answer: doneSchema,
  handler: async ({ request, setCookies }) => {
    setCookies(await signOut(request.headers));
    return DONE;
  },
});
