import { APIError, isAPIError } from "better-auth/api";
import { systemClock } from "@/lib/platform/clock";
import type { Prisma } from "@/lib/platform/database/generated/client";
import { prisma } from "@/lib/platform/database/pools";
import { recordSecurityEvent } from "@/lib/portal/security-log/record-event";
import { cookiesOf, requestHeaders } from "@/lib/portal/session/auth-headers";
import { deviceOf } from "@/lib/portal/session/known-devices";
import { noteSignIn } from "@/lib/portal/session/note-sign-in";
import { actOnOwnAccount, findOwnAccount } from "@/lib/portal/session/own-account";
import {
  checkProof,
  guarded,
  type Limited,
  type OwnCaller,
  type OwnProof,
  type ProofRefusal,
  readCode,
  WRONG_CODE,
} from "@/lib/portal/session/own-proof";
import { APP_NAME, portalAuth, portalAuthIn } from "@/lib/portal/session/portal-auth";
import { countSignInAttempt, forgiveSignInAttempt } from "@/lib/portal/session/sign-in-limits";
import { reserveCode } from "@/lib/portal/session/used-codes";

/**
 * The second factor: six-digit codes that an app makes every 30 seconds (RFC 6238), and ten backup codes for a lost
 * app. The library stores both encrypted. Wrong passwords and codes here count as failed sign-ins.
 */

export interface Enrolment {
  /** For a QR code. */
  uri: string;
  /** The same secret, to be typed (RFC 4648, base 32). */
  secret: string;
  backupCodes: string[];
}

/**
 * Begins to set up a second factor, which counts after its first code ({@link confirmTwoFactor}). Beginning again makes
 * a new secret; an active one stays as it is.
 */
export async function startTwoFactor(
  headers: Headers,
  { password, ...caller }: OwnCaller & { password: string },
): Promise<
  ({ outcome: "started" } & Enrolment) | { outcome: ProofRefusal } | { outcome: "enabled_already" } | Limited
> {
  const { twoFactorEnabled } = await standingOf(caller.username);
  if (twoFactorEnabled) return { outcome: "enabled_already" };
  return guarded(caller, "wrong_password", async () => {
    const started = await portalAuth().api.enableTwoFactor({
      body: { password, method: "totp" },
      headers: cookiesOf(headers),
    });
    if (started.method !== "totp") throw new Error("The library set up something else than was asked for.");
    return { outcome: "started", ...enrolmentOf(started, caller.username) } as const;
  });
}

/** The library names the account by its e-mail address, which may be a stand-in; its owner knows the user name. */
function enrolmentOf(
  { totpURI, backupCodes }: { totpURI: string; backupCodes: string[] },
  username: string,
): Enrolment {
  const parameters = new URL(totpURI).searchParams;
  const label = `${encodeURIComponent(APP_NAME)}:${encodeURIComponent(username)}`;
  return {
    uri: `otpauth://totp/${label}?${parameters}`,
    secret: parameters.get("secret") ?? "",
    backupCodes,
  };
}

/** Switches the second factor on with the first code. Other sessions end; the caller's goes on with new cookies. */
export async function confirmTwoFactor(
  headers: Headers,
  { code, ...caller }: OwnCaller & { code: string },
): Promise<{ outcome: "enabled"; cookies: readonly string[] } | { outcome: ProofRefusal } | Limited> {
  const account = await findOwnAccount(caller.username, caller);
  const { userId } = account;
  return guarded(caller, "wrong_code", () =>
    actOnOwnAccount(database(), account, "account.enable_two_factor", async (tx) => {
      if (!(await reserveCode(tx, userId, code))) throw new APIError("UNAUTHORIZED");
      const { headers: answered } = await portalAuthIn(tx).api.verifyTOTP({
        body: { code },
        headers: requestHeaders(headers, caller.address),
        returnHeaders: true,
      });
      await endOlderSessions(tx, userId);
      const cookies = answered.getSetCookie();
      return { result: { outcome: "enabled", cookies } as const, ...change(false, true) };
    }),
  );
}

/** Switches the second factor off, with a proof of it. Other sessions end; the caller's goes on with new cookies. */
export async function disableTwoFactor(
  headers: Headers,
  { proof, ...caller }: OwnCaller & { proof: OwnProof },
): Promise<{ outcome: "disabled"; cookies: readonly string[] } | { outcome: ProofRefusal } | Limited> {
  const account = await findOwnAccount(caller.username, caller);
  return guarded(caller, "wrong_password", () =>
    actOnOwnAccount(database(), account, "account.disable_two_factor", async (tx) => {
      await checkProof(tx, headers, account.userId, proof);
      const { headers: answered } = await portalAuthIn(tx).api.disableTwoFactor({
        body: { password: proof.password },
        headers: requestHeaders(headers, caller.address),
        returnHeaders: true,
      });
      await endOlderSessions(tx, account.userId);
      const cookies = answered.getSetCookie();
      return { result: { outcome: "disabled", cookies } as const, ...change(true, false) };
    }),
  );
}

/** Replaces the backup codes, used and unused, with a proof of the second factor. */
export async function renewBackupCodes(
  headers: Headers,
  { proof, ...caller }: OwnCaller & { proof: OwnProof },
): Promise<{ outcome: "renewed"; backupCodes: string[] } | { outcome: ProofRefusal } | Limited> {
  const account = await findOwnAccount(caller.username, caller);
  return guarded(caller, "wrong_password", () =>
    actOnOwnAccount(database(), account, "account.renew_backup_codes", async (tx) => {
      await checkProof(tx, headers, account.userId, proof);
      const { backupCodes } = await portalAuthIn(tx).api.generateBackupCodes({
        body: { password: proof.password },
        headers: cookiesOf(headers),
      });
      return { result: { outcome: "renewed", backupCodes } as const, after: { backupCodes: "replaced" } };
    }),
  );
}

/** How many backup codes are left; null without a second factor. */
export async function backupCodesLeft(userId: number): Promise<number | null> {
  const { twoFactorEnabled } = await prisma().user.findUniqueOrThrow({
    where: { id: userId },
    select: { twoFactorEnabled: true },
  });
  if (!twoFactorEnabled) return null;
  const { backupCodes } = await portalAuth().api.viewBackupCodes({ body: { userId: String(userId) } });
  return backupCodes.length;
}

export type FinishSignInResult =
  | { outcome: "signed_in"; userId: number; cookies: readonly string[] }
  | { outcome: "wrong_code" }
  /** Too long ago, or too many codes: the password is asked for again. */
  | { outcome: "expired" }
  | Limited;

/**
 * Finishes a sign-in whose password was right, with a code of the app or a backup code. A code is good once. Wrong ones
 * count as wrong passwords do, and the library locks the second factor after ten in a row.
 */
export async function finishSignIn(
  headers: Headers,
  { code, address, requestId }: { code: string; address: string; requestId?: string | undefined },
): Promise<FinishSignInResult> {
  const pending = await pendingUser(headers);
  if (pending === null) return { outcome: "expired" };
  const device = deviceOf(headers);
  const counted = await countSignInAttempt({ username: pending.username, address, device });
  if ("retryAfterSeconds" in counted) return { outcome: "limited", ...counted };
  const typed = readCode(code);
  const cookies =
    typed.kind === "totp"
      ? await tryOnce(pending.userId, typed.code, () =>
          giveCode(portalAuth(), "verifyTOTP", { headers, address, code: typed.code }),
        )
      : await giveBackupCode(pending.username, { headers, address, requestId, code: typed.code });
  if (!Array.isArray(cookies)) {
    await recordSecurityEvent({ kind: "sign_in.code_failed", userId: pending.userId });
    return { outcome: cookies };
  }
  // Once for the password, once for the code.
  await forgiveSignInAttempt(counted);
  await forgiveSignInAttempt(counted);
  const userAgent = headers.get("user-agent") ?? "";
  const noted = await noteSignIn(pending.userId, { device, address, userAgent });
  return { outcome: "signed_in", userId: pending.userId, cookies: [...cookies, ...noted] };
}

type CodeRefusal = "wrong_code" | "expired";
interface GivenCode {
  headers: Headers;
  address: string;
  code: string;
}

/** A backup code is used up, the session begun and the audit row written in one transaction, or nothing of it is. */
async function giveBackupCode(
  username: string,
  { requestId, ...given }: GivenCode & { requestId: string | undefined },
): Promise<string[] | CodeRefusal> {
  const account = await findOwnAccount(username, { address: given.address, requestId });
  return actOnOwnAccount(database(), account, "account.use_backup_code", async (tx) => {
    const result = await giveCode(portalAuthIn(tx), "verifyBackupCode", given);
    return { result, after: Array.isArray(result) ? { backupCodes: "one used" } : null };
  });
}

async function giveCode(
  auth: ReturnType<typeof portalAuth>,
  method: "verifyTOTP" | "verifyBackupCode",
  { headers, address, code }: GivenCode,
): Promise<string[] | CodeRefusal> {
  try {
    const { headers: answered } = await auth.api[method]({
      body: { code },
      headers: requestHeaders(withoutSession(headers), address),
      returnHeaders: true,
    });
    return answered.getSetCookie();
  } catch (error) {
    if (!isAPIError(error) || error.statusCode >= 500) throw error;
    return WRONG_CODE.has(String(error.body?.code)) ? "wrong_code" : "expired";
  }
}

/** Lets a code through once: of two who give the same one at the same time, too. A wrong one may be given again. */
async function tryOnce(
  userId: number,
  code: string,
  give: () => Promise<string[] | CodeRefusal>,
): Promise<string[] | CodeRefusal> {
  if (!(await reserveCode(prisma(), userId, code))) return "wrong_code";
  const given = await give();
  if (!Array.isArray(given)) await prisma().twoFactorCode.deleteMany({ where: { userId, code } });
  return given;
}

/** User whose password was right, by the cookie that the library gave; the library itself then checks its signature. */
async function pendingUser(headers: Headers): Promise<{ userId: number; username: string } | null> {
  const cookie = /(?:^|;\s*)(?:__Secure-)?points\.two_factor=([^;]+)/.exec(headers.get("cookie") ?? "")?.[1];
  // A number of the library's own holds nothing that has to be decoded.
  const [identifier] = (cookie ?? "").split(".");
  if (!identifier?.startsWith("2fa-")) return null;
  const { internalAdapter } = await portalAuth().$context;
  const found = await internalAdapter.findVerificationValue(identifier);
  if (!found || found.expiresAt <= systemClock.now()) return null;
  const user = await prisma().user.findUnique({
    where: { id: Number(found.value) },
    select: { id: true, username: true },
  });
  return user?.username ? { userId: user.id, username: user.username } : null;
}

/** The library would take a code given with a session for one that sets up a second factor. */
function withoutSession(headers: Headers): Headers {
  const pairs = (headers.get("cookie") ?? "").split(/;\s*/);
  const kept = pairs.filter((pair) => !/^(?:__Secure-)?points\.session_/.test(pair));
  return new Headers({ cookie: kept.join("; "), "user-agent": headers.get("user-agent") ?? "" });
}

/** Sessions that began with a password alone, or with a factor that is gone. */
async function endOlderSessions(tx: Prisma.TransactionClient, userId: number): Promise<void> {
  const newest = await tx.session.findFirst({ where: { userId }, orderBy: { id: "desc" } });
  await tx.session.deleteMany({ where: { userId, id: { lt: newest?.id ?? 0 } } });
}

function standingOf(username: string) {
  return prisma().user.findUniqueOrThrow({ where: { username }, select: { twoFactorEnabled: true } });
}

const change = (before: boolean, after: boolean) => ({
  before: { twoFactorEnabled: before },
  after: { twoFactorEnabled: after },
});

const database = () => ({ database: prisma(), clock: systemClock });
