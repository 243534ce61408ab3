import { setTimeout } from "node:timers/promises";
import { systemClock } from "@/lib/platform/clock";
import { prisma } from "@/lib/platform/database/pools";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { recordSecurityEvent } from "@/lib/portal/security-log/record-event";
import { requestHeaders } from "@/lib/portal/session/auth-headers";
import { deviceOf } from "@/lib/portal/session/known-devices";
import { noteSignIn } from "@/lib/portal/session/note-sign-in";
import { beginning, SSO_PROVIDER, ssoAuth } from "@/lib/portal/session/portal-auth";

/**
 * Single sign-on (OpenID Connect): the organisation's own sign-in service identifies the user. Lets in active users only, by a verified
 * e-mail address or by a claim with the user name, and creates nobody.
 */

/** The user's address, as the library looks for people; null when the claims fit nobody. */
async function emailOf(claims: Record<string, unknown>): Promise<string | null> {
  // A linked user stays the same person, whatever the address is by now. The provider has signed the subject.
  const linked = await prisma().account.findFirst({
    where: { providerId: SSO_PROVIDER, accountId: String(claims.sub ?? "") },
    select: { user: { select: { email: true } } },
  });
  if (linked !== null) return linked.user.email;
  const claim = env().oidc?.claim ?? "email";
  const value = claims[claim];
  if (typeof value !== "string" || value.trim() === "") return null;
  // An address that is only claimed could be anybody's.
  if (claim === "email" && claims.email_verified !== true && claims.email_verified !== "true") return null;
  const name = value.trim().toLowerCase();
  const user = await prisma().user.findFirst({
    where: {
      ...(claim === "email" ? { email: name } : { username: name }),
      ...{ kind: "portal", isActive: true },
      // Linked users come in by that subject alone: the organisation can give an address or a name to another person.
      accounts: { none: { providerId: SSO_PROVIDER } },
    },
    select: { email: true },
  });
  return user?.email ?? null;
}

const PATIENCE_MS = 10_000;

/** Where the browser goes to sign in, and the cookies that it comes back with. Null when the sign-in service cannot be reached. */
export async function startSingleSignOn({
  address,
  returnPath,
}: {
  address: string;
  returnPath: string;
}): Promise<{ url: string; cookies: readonly string[] } | null> {
  const begin = () =>
    ssoAuth(emailOf).api.signInSocial({
      body: {
        provider: SSO_PROVIDER,
        callbackURL: returnPath,
        errorCallbackURL: "/sign-in",
        disableRedirect: true,
      },
      headers: requestHeaders(new Headers(), address),
      returnHeaders: true,
    });
  try {
    // The library waits for the sign-in service's settings as long as that likes.
    const begun = await Promise.race([begin(), setTimeout(PATIENCE_MS, null, { ref: false })]);
    if (begun === null) throw new Error("The sign-in service does not answer");
    const { response, headers: answered } = begun;
    return response.url ? { url: response.url, cookies: answered.getSetCookie() } : null;
  } catch (error) {
    log().warn({ err: error }, "The sign-in service cannot be used");
    return null;
  }
}

/**
 * Finishes what {@link startSingleSignOn} began, with what the sign-in service sent along. Null for whoever is not let in, whatever
 * the reason; the log says it.
 */
export async function finishSingleSignOn(
  headers: Headers,
  { query, address }: { query: Record<string, string>; address: string },
): Promise<{ returnPath: string; userId: number; cookies: readonly string[] } | null> {
  const auth = ssoAuth(emailOf);
  const answer = await beginning.run("sso", () =>
    auth.api.callbackOAuth({
      params: { id: SSO_PROVIDER },
      query,
      method: "GET",
      headers: requestHeaders(headers, address),
      asResponse: true,
    }),
  );
  const cookies = answer.headers.getSetCookie();
  const location = new URL(answer.headers.get("location") ?? "/sign-in", "http://portal.invalid");
  const userId = location.searchParams.has("error") ? null : await userOf(cookies);
  if (userId === null) {
    log().info({ reason: location.searchParams.get("error") }, "Single sign-on let nobody in");
    await recordSecurityEvent({ kind: "sign_in.sso_failed", ipAddress: address });
    return null;
  }
  const userAgent = headers.get("user-agent") ?? "";
  const noted = await noteSignIn(userId, { device: deviceOf(headers), address, userAgent });
  return { returnPath: location.pathname + location.search, userId, cookies: [...cookies, ...noted] };
}

/** User of the session that an answer's cookies begin. */
async function userOf(cookies: readonly string[]): Promise<number | null> {
  const line = cookies.find((one) => /points\.session_token=[^;]/.test(one));
  const token = decodeURIComponent(/session_token=([^;]+)/.exec(line ?? "")?.[1] ?? "").split(".")[0] ?? "";
  if (token === "") return null;
  const session = await prisma().session.findFirst({
    where: { token, expiresAt: { gt: systemClock.now() } },
    select: { userId: true },
  });
  return session?.userId ?? null;
}
