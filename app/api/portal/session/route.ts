import { readPreferences, savePreferences } from "@/lib/auth/preferences";
import { ROLES } from "@/lib/auth/roles";
import { signIn, signOut } from "@/lib/auth/sessions";
import {
  DONE,
  doneSchema,
  meSchema,
  signedInSchema,
  signInRequestSchema,
} from "@/lib/contract/portal/account";
import { choiceCookie } from "@/lib/http/portal/cookies";
import { serializeMe } from "@/lib/http/portal/me";
import { PortalRefusal } from "@/lib/http/portal/refusal";
import { withPortal, withPublicPortal } from "@/lib/http/portal/with-portal";
import { PREFERENCE_COOKIES } from "@/lib/i18n/preferences";

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
    const userAgent = request.headers.get("user-agent") ?? "";
    const result = await signIn({ username: body.username, password: body.password, address, userAgent });
    if (result.outcome === "limited") throw PortalRefusal.limited(result.retryAfterSeconds);
    if (result.outcome === "refused") throw new PortalRefusal("sign_in_refused");
    const { userId } = result;
    if (body.language !== undefined) await savePreferences(userId, { language: body.language });
    const preferences = Object.entries(await readPreferences(userId)) as [
      keyof typeof PREFERENCE_COOKIES,
      string | undefined,
    ][];
    setCookies(result.cookies);
    setCookies(
      preferences.flatMap(([name, value]) =>
        value === undefined ? [] : [choiceCookie(PREFERENCE_COOKIES[name], value)],
      ),
    );
    return { userId };
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
