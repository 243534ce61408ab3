import { isAPIError } from "better-auth/api";
import { systemClock } from "@/lib/platform/clock";
import { prisma } from "@/lib/platform/database/pools";
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
import { beginning, portalAuth, portalAuthIn } from "@/lib/portal/session/portal-auth";
import { countPasskeyOf, forgivePasskeyOf } from "@/lib/portal/session/sign-in-limits";

/**
 * Passkeys (WebAuthn): keys that a device holds and opens by a finger, a face or a PIN, so that one is two factors. The
 * library keeps their public halves and checks what they sign.
 */

/** WebAuthn's options to make a passkey or to sign with one, in its JSON, and the challenge's cookies. */
export interface PasskeyChallenge {
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
export interface PasskeySummary {
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
  { outcome: "signed_in"; userId: number; cookies: readonly string[] } | { outcome: "refused" } | Limited
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
    return { outcome: "refused" };
  }
}
