import { createHmac, randomInt } from "node:crypto";
import { env } from "@/lib/platform/env";
import type { AdminContext } from "@/lib/portal/acts/context";
import { newSecret, readSecretCookie, secretCookie, secretHash } from "@/lib/portal/session/known-devices";
import { BRANCH_CODE_LENGTH, TILL_CODE_LENGTH } from "@/lib/portal/session/till-code";

/**
 * The device that a cashier works on, registered for a branch where programme, merchant or branch ask for that. The device holds a signed
 * secret in a cookie that scripts cannot read, the database its hash.
 */
const TILL_COOKIE = "points.till";
const CODE_MS = 10 * 60 * 1000;
const FORGOTTEN_MS = 24 * 60 * 60 * 1000;
const TEXT_LENGTH_MAX = 400;

/** The hash of the secret of the request's till cookie; null without one that this service has signed. */
export function tillHashOf(headers: Headers): Uint8Array<ArrayBuffer> | null {
  const secret = readSecretCookie(headers, TILL_COOKIE);
  return secret === null ? null : secretHash(secret);
}

export interface TillRequest {
  code: string;
  codeExpiresAt: Date;
  branchId: number;
}

/** This device's registration; null where it has none. */
export function readOwnTill({ database }: AdminContext, headers: Headers) {
  const tokenHash = tillHashOf(headers);
  if (tokenHash === null) return null;
  return database.till.findFirst({
    where: { tokenHash, registeredAt: { not: null }, revokedAt: null },
    select: { name: true, branch: { select: { id: true, nameEn: true, nameAr: true, merchantId: true } } },
  });
}

/** A secret for a device that is registered at once: its hash, and the `Set-Cookie` line. */
export function newTillSecret() {
  const secret = newSecret();
  return { tokenHash: secretHash(secret), cookie: secretCookie(TILL_COOKIE, secret) };
}

/** Digits of a code that registers several devices of a branch, as they are typed and as the database knows them. */
export const newBranchCode = () =>
  String(randomInt(10 ** BRANCH_CODE_LENGTH)).padStart(BRANCH_CODE_LENGTH, "0");
/** So few digits would be found from a plain hash: this one needs the service's key. */
export const branchCodeHash = (branchId: number, code: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    createHmac("sha256", env().sessionSecret ?? "")
      .update(`till code ${branchId} ${code}`)
      .digest(),
  );

/** This device's waiting request; null when there is none, or it is too old. */
export async function readTillRequest(
  { database, clock }: AdminContext,
  headers: Headers,
): Promise<TillRequest | null> {
  const tokenHash = tillHashOf(headers);
  if (tokenHash === null) return null;
  const found = await database.till.findFirst({
    where: { tokenHash, codeExpiresAt: { gt: clock.now() } },
    select: { code: true, codeExpiresAt: true, branchId: true },
  });
  const { code, codeExpiresAt, branchId } = found ?? {};
  return code && codeExpiresAt && branchId ? { code, codeExpiresAt, branchId } : null;
}

/**
 * Has this device wait to be registered for the branch, with a code of its own that is good for ten minutes. A person waits on one
 * device at a time. Returns the code and the `Set-Cookie` lines of the device.
 */
export async function requestTill(
  { database, clock }: AdminContext,
  {
    userId,
    branchId,
    address,
    userAgent,
  }: { userId: number; branchId: number; address: string; userAgent: string },
): Promise<TillRequest & { cookies: readonly string[] }> {
  const now = clock.now();
  const secret = newSecret();
  const codeExpiresAt = new Date(now.getTime() + CODE_MS);
  const code = await database.$transaction(async (tx) => {
    // One after the other, so that no two get the same code.
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('till_code'))`;
    await tx.till.deleteMany({
      where: {
        registeredAt: null,
        OR: [{ requestedBy: userId }, { codeExpiresAt: { lt: new Date(now.getTime() - FORGOTTEN_MS) } }],
      },
    });
    const taken = await tx.till.findMany({ where: { code: { not: null } }, select: { code: true } });
    const free = freeCode(new Set(taken.map((till) => till.code)));
    await tx.till.create({
      data: {
        branchId,
        tokenHash: secretHash(secret),
        code: free,
        codeExpiresAt,
        userAgent: userAgent.slice(0, TEXT_LENGTH_MAX),
        address,
        requestedBy: userId,
        requestedAt: now,
      },
    });
    return free;
  });
  return { code, codeExpiresAt, branchId, cookies: [secretCookie(TILL_COOKIE, secret)] };
}

function freeCode(taken: ReadonlySet<string | null>): string {
  for (;;) {
    const code = String(randomInt(10 ** TILL_CODE_LENGTH)).padStart(TILL_CODE_LENGTH, "0");
    if (!taken.has(code)) return code;
  }
}
