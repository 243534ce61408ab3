import { setTimeout } from "node:timers/promises";
import { isAPIError } from "better-auth/api";
import { systemClock } from "@/lib/platform/clock";
import { prisma } from "@/lib/platform/database/pools";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import type { Ended } from "@/lib/portal/acts/access-ended";
import { recordSecurityEvent } from "@/lib/portal/security-log/record-event";
import { cookiesOf, passkeyHeaders, requestHeaders } from "@/lib/portal/session/auth-headers";
import { deviceOf } from "@/lib/portal/session/known-devices";
import { noteSignIn } from "@/lib/portal/session/note-sign-in";
import { actOnOwnAccount, findOwnAccount } from "@/lib/portal/session/own-account";
import {
  checkProof,
  guarded,
  type Limited,
  type OwnCaller,
  type OwnProof,
  type PasskeyResponse,
  type ProofRefusal,
} from "@/lib/portal/session/own-proof";
import { verifyPasskey } from "@/lib/portal/session/passkey-challenge";
import {
  beginning,
  portalAuth,
  portalAuthIn,
  SSO_PROVIDER,
  ssoAuth,
  whyEnded,
} from "@/lib/portal/session/portal-auth";
import { countPasskeyOf, forgivePasskeyOf } from "@/lib/portal/session/sign-in-limits";

/**
 * Passkeys (WebAuthn): keys that a device holds and opens by a finger, a face or a PIN, so that one is two factors. The
 * library keeps their public halves and checks what they sign.
 */

/** WebAuthn's options to make a passkey or to sign with one, in its JSON, and the challenge's cookies. */
interface PasskeyChallenge {
  options: object;
  cookies: readonly string[];
}

/** How many passkeys one person may have. */
export const PASSKEYS_MAX = 10;

/** Begins to add a passkey to the user's own account, with a proof that it is theirs. */
export async function startPasskey(
  headers: Headers,
  { proof, ...caller }: OwnCaller & { proof: OwnProof },
): Promise<({ outcome: "started" } & PasskeyChallenge) | { outcome: ProofRefusal | "too_many" } | Limited> {
  const { userId } = await findOwnAccount(caller.username, caller);
  if ((await prisma().passkey.count({ where: { userId } })) >= PASSKEYS_MAX) return { outcome: "too_many" };
  return guarded(caller, "wrong_password", async () => {
    await prisma().$transaction((tx) => checkProof(tx, headers, userId, proof));
    const { response, headers: answered } = await portalAuth().api.generatePasskeyRegistrationOptions({
      query: { name: caller.username },
      headers: cookiesOf(headers),
      returnHeaders: true,
    });
    return { outcome: "started", options: response, cookies: answered.getSetCookie() } as const;
  });
}

/** Adds the passkey that was made for the challenge of the request's cookie. Null when it was not, or no longer. */
export async function addPasskey(
  headers: Headers,
  { name, response, ...caller }: OwnCaller & { name: string; response: PasskeyResponse },
): Promise<{ id: number } | null> {
  const account = await findOwnAccount(caller.username, caller);
  try {
    return await actOnOwnAccount(
      { database: prisma(), clock: systemClock },
      account,
      "account.add_passkey",
      async (tx) => {
        const { id } = await portalAuthIn(tx).api.verifyPasskeyRegistration({
          body: { response, name },
          headers: passkeyHeaders(headers),
        });
        return { result: { id: Number(id) }, after: { passkey: name } };
      },
    );
  } catch (error) {
    if (!isAPIError(error)) throw error;
    return null;
  }
}

/** A passkey of a user, for the list in their account. */
interface PasskeySummary {
  id: number;
  name: string;
  createdAt: Date | null;
  lastUsedAt: Date | null;
}

/** The user's passkeys, in the order in which they were added. */
export async function listPasskeys(userId: number): Promise<PasskeySummary[]> {
  const rows = await prisma().passkey.findMany({ where: { userId }, orderBy: { id: "asc" } });
  return rows.map(({ id, name, createdAt, lastUsedAt }) => ({ id, name: name ?? "", createdAt, lastUsedAt }));
}

/** Names a passkey of the user. False when there is none of this id. */
export async function renamePasskey(userId: number, passkeyId: number, name: string): Promise<boolean> {
  const { count } = await prisma().passkey.updateMany({ where: { id: passkeyId, userId }, data: { name } });
  return count === 1;
}

type Removal = { outcome: "removed" | "not_found" };
const REMOVED: Removal = { outcome: "removed" };
const NOT_FOUND: Removal = { outcome: "not_found" };

/** Removes a passkey of the user, with a proof that the account is theirs. */
export async function removePasskey(
  headers: Headers,
  { passkeyId, proof, ...caller }: OwnCaller & { passkeyId: number; proof: OwnProof },
): Promise<{ outcome: "removed" | "not_found" | ProofRefusal } | Limited> {
  const account = await findOwnAccount(caller.username, caller);
  return guarded(caller, "wrong_password", () =>
    actOnOwnAccount(
      { database: prisma(), clock: systemClock },
      account,
      "account.remove_passkey",
      async (tx) => {
        await checkProof(tx, headers, account.userId, proof);
        const where = { id: passkeyId, userId: account.userId };
        const found = await tx.passkey.findFirst({ where, select: { name: true } });
        if (found === null) return { result: NOT_FOUND, after: null };
        await tx.passkey.deleteMany({ where });
        return { result: REMOVED, before: { passkey: found.name ?? "" }, after: {} };
      },
    ),
  );
}

/** Signs in with what a passkey signed for the challenge of the request's cookies; one refusal, whatever the reason. */
export async function signInWithPasskey(
  headers: Headers,
  { response, address }: { response: PasskeyResponse; address: string },
): Promise<
  | { outcome: "signed_in"; userId: number; cookies: readonly string[] }
  | { outcome: "refused" }
  | { outcome: "ended"; ended: Ended }
  | Limited
> {
  const retryAfterSeconds = await countPasskeyOf(address);
  if (retryAfterSeconds !== null) return { outcome: "limited", retryAfterSeconds };
  const asked = requestHeaders(headers, address);
  const origin = headers.get("origin");
  if (origin !== null) asked.set("origin", origin);
  try {
    const { userId, cookies } = await prisma().$transaction((tx) =>
      beginning.run("passkey", () => verifyPasskey(tx, asked, response)),
    );
    await forgivePasskeyOf(address);
    await prisma().passkey.updateMany({
      where: { userId, credentialID: String(response.id) },
      data: { lastUsedAt: systemClock.now() },
    });
    const userAgent = headers.get("user-agent") ?? "";
    const noted = await noteSignIn(userId, { device: deviceOf(headers), address, userAgent });
    return { outcome: "signed_in", userId, cookies: [...cookies, ...noted] };
  } catch (error) {
    if (!isAPIError(error) || error.statusCode >= 500) throw error;
    await recordSecurityEvent({ kind: "sign_in.passkey_failed", ipAddress: address });
    const ended = whyEnded(error.body?.code);
    if (ended !== null) return { outcome: "ended", ended };
    return { outcome: "refused" };
  }
}

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
 * Finishes what {@link startSingleSignOn} began, with what the sign-in service sent along. One refusal for all who are not let in, whatever
 * the reason, which the log says; a person whose merchant has ended is told so.
 */
export async function finishSingleSignOn(
  headers: Headers,
  { query, address }: { query: Record<string, string>; address: string },
): Promise<
  | { outcome: "signed_in"; returnPath: string; userId: number; cookies: readonly string[] }
  | { outcome: "refused" }
  | { outcome: "ended"; merchantId: number }
> {
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
    // An error that the browser brought along is not this service's own.
    const reason = query.error === undefined ? location.searchParams.get("error") : null;
    const ended = whyEnded(reason);
    return ended === null || "userId" in ended
      ? { outcome: "refused" }
      : { outcome: "ended", merchantId: ended.merchantId };
  }
  const userAgent = headers.get("user-agent") ?? "";
  const noted = await noteSignIn(userId, { device: deviceOf(headers), address, userAgent });
  return {
    outcome: "signed_in",
    returnPath: location.pathname + location.search,
    userId,
    cookies: [...cookies, ...noted],
  };
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
