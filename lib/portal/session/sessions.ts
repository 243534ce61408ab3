import { isAPIError } from "better-auth/api";
import type { ShiftPolicy } from "@/lib/ledger/rules/types";
import { systemClock } from "@/lib/platform/clock";
import { portalPool, prisma } from "@/lib/platform/database/pools";
import type { Ended } from "@/lib/portal/acts/access-ended";
import { isAdmin, type Rights } from "@/lib/portal/acts/permissions";
import { personName } from "@/lib/portal/acts/person";
import type { ActorBranch, PortalActor } from "@/lib/portal/acts/portal-actor";
import { isRole } from "@/lib/portal/acts/roles";
import { languageOfRequest } from "@/lib/portal/cookies";
import { recordSecurityEvent } from "@/lib/portal/security-log/record-event";
import { tillHashOf } from "@/lib/portal/session/own-till";
import { cookiesOf, requestHeaders } from "./auth-headers";
import { deviceOf, noteTillOfDevice } from "./known-devices";
import { noteSignIn } from "./note-sign-in";
import { actOnOwnAccount, findOwnAccount } from "./own-account";
import { hashPassword } from "./password";
import {
  hashing,
  isProlongingDue,
  portalAuth,
  portalAuthIn,
  USERNAME_LENGTH_MAX,
  whyEnded,
} from "./portal-auth";
import { endOf, readSession, type SessionRow } from "./read-session";
import { countSignInAttempt, forgiveSignInAttempt } from "./sign-in-limits";

/** The signed-in user, as the portal shows them. */
export interface PortalUser extends Required<Rights> {
  id: number;
  name: string;
  username: string;
  twoFactorEnabled: boolean;
  merchant: { id: number; nameEn: string; nameAr: string; lastDay: string | null } | null;
  preferences: {
    language: string | null;
    theme: string | null;
    density: string | null;
    calendar: string | null;
  };
}

export interface PortalSession {
  sessionId: number;
  user: PortalUser;
  /** Whether the user opens wallets: cashiers only where their merchant lets them. */
  mayEnrol: boolean;
  /** Whether the programme asks for a second factor that this user has not set up: nothing else may be done before. */
  needsTwoFactor: boolean;
  /** Whether this device still has to be registered before its cashier may do anything on it. */
  needsTill: boolean;
  /** Whether shifts are kept. */
  shifts: ShiftPolicy;
  /** Whether a cashier takes over the till with their own PIN. */
  cashiersChangeByPin: boolean;
  actor: PortalActor;
  branches: readonly ActorBranch[];
  /** The same, before this device was looked at: a cashier may register it for each of them. */
  assignedBranches: readonly ActorBranch[];
  /** `Set-Cookie` lines that prolong the session; for the answer of a route handler. */
  cookies: readonly string[];
}

export type SignInResult =
  | { outcome: "signed_in"; userId: number; cookies: readonly string[] }
  /** The password is right, and the code of the second factor is asked for: lib/areas/account/two-factor.ts. */
  | { outcome: "second_factor"; cookies: readonly string[] }
  /** Unknown user, wrong password: indistinguishable by answer and by time. */
  | { outcome: "refused" }
  /** The password is right, and the person's access, or that of their merchant, has ended. */
  | { outcome: "ended"; ended: Ended }
  | { outcome: "limited"; retryAfterSeconds: number };

export interface SignInRequest {
  username: string;
  password: string;
  address: string;
  userAgent: string;
  /** The secret of the device's cookie (lib/portal/session/known-devices.ts). */
  device?: string | null;
}

/**
 * Signs a user in by name and password, and remembers the device. Failures are counted by device, address and user name, for
 * all processes together. Throws only when the database fails.
 */
export async function signIn({
  username,
  password,
  address,
  userAgent,
  device = null,
}: SignInRequest): Promise<SignInResult> {
  const counted = await countSignInAttempt({ username, address, device });
  if ("retryAfterSeconds" in counted) return { outcome: "limited", ...counted };
  const signedIn = await hashing.run({ happened: false }, () =>
    tryPassword(username, password, address, userAgent),
  );
  if (signedIn === null) {
    await recordSecurityEvent({ kind: "sign_in.failed", username, ipAddress: address, userAgent });
    return { outcome: "refused" };
  }
  if ("ended" in signedIn) {
    await forgiveSignInAttempt(counted);
    await recordSecurityEvent({ kind: "sign_in.failed", username, ipAddress: address, userAgent });
    return { outcome: "ended", ended: signedIn.ended };
  }
  // A password that is right is no sign-in yet: attempts go on being counted until the code is.
  if (signedIn.userId === null) return { outcome: "second_factor", cookies: signedIn.cookies };
  await forgiveSignInAttempt(counted);
  const cookies = await noteSignIn(signedIn.userId, { device, address, userAgent });
  return { outcome: "signed_in", userId: signedIn.userId, cookies: [...signedIn.cookies, ...cookies] };
}

async function tryPassword(username: string, password: string, address: string, userAgent: string) {
  const headers = requestHeaders(new Headers({ "user-agent": userAgent }), address);
  try {
    const { response, headers: answered } = await portalAuth().api.signInUsername({
      body: { username: username.trim().slice(0, USERNAME_LENGTH_MAX + 1), password },
      headers,
      returnHeaders: true,
    });
    // The library's types leave out that with a second factor the answer has no user yet.
    const userId = "twoFactorRedirect" in response ? null : Number(response.user.id);
    return { userId, cookies: answered.getSetCookie() };
  } catch (error) {
    if (!isAPIError(error) || error.statusCode >= 500) throw error;
    const ended = whyEnded(error.body?.code);
    if (ended !== null) return { ended };
    // Every refusal takes as long as the slow hash.
    if (hashing.getStore()?.happened === false) await hashPassword(password);
    return null;
  }
}

/**
 * The session that the request's cookie stands for, with what its user may do at this moment; null when there is none,
 * when it has ended or is locked, or when the user, or the user's merchant, no longer has access.
 */
export async function readPortalSession(
  headers: Headers,
  { prolongs = false, chosenBranchId }: { prolongs?: boolean; chosenBranchId?: number | undefined } = {},
): Promise<PortalSession | null> {
  const row = await readSession(portalPool(), headers, tillHashOf(headers));
  if (row === null || row.isLocked) return null;
  const cookies = await keepUp(row, headers, prolongs);
  if (cookies === null) return null;
  const { userId, role, set, username, merchant } = row;
  if (!row.isWelcome || !isRole(role) || !username) return null;
  // A PIN is no password: whoever has an admin's rights, also since it began the session, signs in as admins do.
  if (row.beganWith === "pin" && isAdmin({ role, set })) return null;
  if (role !== "programme_operator" && merchant?.isActive !== true) return null;
  const { branches, needsTill } = role === "cashier" ? onThisDevice(row) : { ...row, needsTill: false };
  if (prolongs && role === "cashier") await noteTillUse(row, deviceOf(headers));
  return {
    sessionId: row.sessionId,
    user: {
      id: userId,
      name: personName(row, languageOfRequest(headers)),
      username,
      role,
      set,
      twoFactorEnabled: row.twoFactorEnabled,
      merchant: merchant && {
        ...{ id: merchant.id, nameEn: merchant.nameEn, nameAr: merchant.nameAr },
        lastDay: merchant.lastDay,
      },
      preferences: { language: row.language, theme: row.theme, density: row.density, calendar: row.calendar },
    },
    mayEnrol: role !== "cashier" || merchant?.cashiersMayEnrol === true,
    // A passkey is two factors in one; what the programme's own sign-in service asks for is its affair.
    needsTwoFactor:
      !row.twoFactorEnabled && row.beganWith === null && isAdmin({ role, set }) && row.adminsNeedTwoFactor,
    needsTill,
    shifts: row.shifts,
    cashiersChangeByPin: row.cashiersChangeByPin,
    actor: {
      userId,
      role,
      set,
      merchantId: merchant?.id ?? null,
      branchIds: branches.map(({ id }) => id),
      activeBranchId: activeBranch(branches, chosenBranchId),
      tillId: row.till?.id ?? null,
    },
    branches,
    assignedBranches: row.branches,
    cookies,
  };
}

/**
 * The branches at which a cashier works on this device: the one it is registered for, and those that need no registered one. Where
 * none is left, the device has to be registered before.
 */
function onThisDevice({ till, branches, tillBranchIds }: SessionRow): {
  needsTill: boolean;
  branches: readonly ActorBranch[];
} {
  const usable = branches.filter(({ id }) => id === till?.branchId || !tillBranchIds.includes(id));
  const needsTill = !usable.some(({ isActive }) => isActive) && branches.some(({ isActive }) => isActive);
  return { needsTill, branches: needsTill ? branches : usable };
}

/** How exact the last use of a till is. */
const TILL_USE_MS = 10 * 60 * 1000;

/** Notes the use of a till, and which known device it is, so that devices that are no till yet can be counted. */
async function noteTillUse({ till, branches, userId }: SessionRow, device: string | null): Promise<void> {
  if (till === null || !branches.some(({ id }) => id === till.branchId)) return;
  const { id, lastUsedAt, lastUsedBy } = till;
  const now = systemClock.now();
  const isNoted = lastUsedAt !== null && Date.parse(lastUsedAt) > now.getTime() - TILL_USE_MS;
  if (isNoted && lastUsedBy === userId) return;
  await prisma().till.updateMany({ where: { id }, data: { lastUsedAt: now, lastUsedBy: userId } });
  if (device !== null) await noteTillOfDevice(device, id);
}

/**
 * Ends a session that is over, and prolongs one in use when that is due and asked for. Returns the `Set-Cookie` lines of
 * the answer; null when the session is over.
 */
async function keepUp(
  { sessionId, userId, createdAt, expiresAt }: SessionRow,
  headers: Headers,
  prolongs: boolean,
): Promise<readonly string[] | null> {
  const now = systemClock.now().getTime();
  if (endOf({ createdAt, expiresAt }) < now) {
    await endSessions(userId, [sessionId]);
    return null;
  }
  if (!prolongs || !isProlongingDue(expiresAt, now)) return [];
  const { response, headers: answered } = await portalAuth().api.getSession({
    headers: cookiesOf(headers),
    returnHeaders: true,
  });
  // The session may have ended meanwhile.
  return response === null ? null : answered.getSetCookie();
}

function activeBranch(branches: readonly ActorBranch[], chosenId: number | undefined): number | null {
  const active = branches.filter(({ isActive }) => isActive);
  return (active.find(({ id }) => id === chosenId) ?? active[0])?.id ?? null;
}

/** Ends the session of the request's cookie, which the log of security events notes. Returns the `Set-Cookie` lines that remove it from the browser. */
export async function signOut(headers: Headers): Promise<readonly string[]> {
  const session = await readSession(portalPool(), headers, tillHashOf(headers));
  const { headers: answered } = await portalAuth().api.signOut({
    headers: cookiesOf(headers),
    returnHeaders: true,
  });
  if (session !== null) await recordSecurityEvent({ kind: "sign_out.succeeded", userId: session.userId });
  return answered.getSetCookie();
}

/** A session of a user, for the list in their account. */
export interface SessionSummary {
  id: number;
  createdAt: Date;
  /** Exact to a few minutes. */
  lastUsedAt: Date;
  address: string | null;
  userAgent: string | null;
}

/** The user's open sessions, the one used last first. */
export async function listSessions(userId: number): Promise<SessionSummary[]> {
  const rows = await prisma().session.findMany({
    where: { userId, expiresAt: { gt: systemClock.now() } },
    orderBy: { updatedAt: "desc" },
    take: 100,
  });
  return rows.map(({ id, createdAt, updatedAt, ipAddress, userAgent }) => ({
    id,
    createdAt,
    lastUsedAt: updatedAt,
    address: ipAddress || null,
    userAgent: userAgent || null,
  }));
}

/** Ends sessions of the user: those named, or all. Returns how many there were. Effective with the next request. */
export async function endSessions(userId: number, sessionIds?: readonly number[]): Promise<number> {
  const { count } = await prisma().session.deleteMany({
    where: { userId, ...(sessionIds !== undefined && { id: { in: [...sessionIds] } }) },
  });
  return count;
}

/** Ends every session of the user but one. Returns how many there were. */
export async function endOtherSessions(userId: number, keptSessionId: number): Promise<number> {
  const { count } = await prisma().session.deleteMany({ where: { userId, id: { not: keptSessionId } } });
  return count;
}

export type ChangePasswordResult =
  | { outcome: "changed"; cookies: readonly string[] }
  | { outcome: "wrong_password" }
  | { outcome: "limited"; retryAfterSeconds: number };

/**
 * Changes the password of the request's user. Every session ends, and the caller gets a new one. Guesses at the present
 * password count as failed sign-ins do.
 */
export async function changePassword(
  headers: Headers,
  {
    username,
    address,
    requestId,
    currentPassword,
    newPassword,
  }: {
    username: string;
    address: string;
    requestId?: string | undefined;
    currentPassword: string;
    newPassword: string;
  },
): Promise<ChangePasswordResult> {
  const counted = await countSignInAttempt({ username, address, isSignedIn: true });
  if ("retryAfterSeconds" in counted) return { outcome: "limited", ...counted };
  const account = await findOwnAccount(username, { address, requestId });
  try {
    const cookies = await actOnOwnAccount(
      { database: prisma(), clock: systemClock },
      account,
      "account.change_password",
      async (tx) => {
        const { headers: answered } = await portalAuthIn(tx).api.changePassword({
          body: { currentPassword, newPassword, revokeOtherSessions: true },
          headers: requestHeaders(headers, address),
          returnHeaders: true,
        });
        await tx.userLink.deleteMany({ where: { userId: account.userId } });
        return { result: answered.getSetCookie(), after: { credentials: "replaced" } };
      },
    );
    await forgiveSignInAttempt(counted);
    return { outcome: "changed", cookies };
  } catch (error) {
    if (!isAPIError(error) || error.statusCode >= 500) throw error;
    return { outcome: "wrong_password" };
  }
}
