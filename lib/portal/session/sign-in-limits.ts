import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import { systemClock } from "@/lib/platform/clock";
import type { Prisma } from "@/lib/platform/database/generated/client";
import { prisma } from "@/lib/platform/database/pools";
import { processSingleton } from "@/lib/platform/process-singleton";
import { recordSecurityEvent } from "@/lib/portal/security-log/record-event";
import { isKnownDevice } from "./known-devices";
import {
  type Count,
  type Decision,
  decideKnown,
  decideStranger,
  NOTHING_COUNTED,
  PASSKEY,
  type Pauses,
  PIN_ASKER,
  type StrangerCounts,
} from "./sign-in-pauses";

export interface SignInAttempt {
  username: string;
  /** The caller's address. */
  address: string;
  /** The secret of the device's cookie, when it carries one (lib/portal/session/known-devices.ts). */
  device?: string | null | undefined;
  /** True for one who is signed in as this person already, so that strangers' attempts do not concern them. */
  isSignedIn?: boolean;
}

type StrangerKeys = Record<keyof StrangerCounts, string>;
type KnownKeys = Record<"known", string>;

/** Where an attempt was counted. */
export interface CountedAttempt {
  keys: StrangerKeys | KnownKeys;
}

export type CountResult = CountedAttempt | { retryAfterSeconds: number };

/**
 * Counts an attempt before its password is looked at, so that many at once are counted too. On a device on which the person has signed in
 * before only that device's own failures count; elsewhere those of the person and of the address do as well. Refused attempts are not
 * counted. Returns the seconds to wait when there were too many, otherwise what {@link forgiveSignInAttempt} takes back.
 */
export async function countSignInAttempt(attempt: SignInAttempt): Promise<CountResult> {
  sweep();
  const known = await knownKey(attempt);
  const keys = known === null ? keysOf(attempt) : { known };
  const waitMs = "known" in keys ? await countKnown(keys) : await countStranger(keys);
  if (waitMs === 0) return { keys };
  await recordSecurityEvent({
    kind: "sign_in.locked",
    username: attempt.username,
    ipAddress: attempt.address,
  });
  return { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
}

function countStranger(keys: StrangerKeys): Promise<number> {
  return counted(keys, (counts) => decideStranger(counts, systemClock.now().getTime()));
}

function countKnown(keys: KnownKeys): Promise<number> {
  return counted(keys, ({ known }) => {
    const { waitMs, counts } = decideKnown(known, systemClock.now().getTime());
    return { waitMs, counts: { known: counts } };
  });
}

/**
 * Counts a staff PIN that a person types at their till, whoever is named, before it is compared. Returns the seconds to wait when
 * they have typed too many wrong ones; null when it may be compared.
 */
export const countPinOfAsker = (userId: number) => countKey(`pin:${userId}`, PIN_ASKER);
/** Takes one of them back: it was right. Those before it were wrong all the same. */
export const forgivePinOfAsker = (userId: number) => forgiveKey(`pin:${userId}`);

/** The same for codes that open a branch's tills. */
export const countTillCodeOf = (userId: number) => countKey(`till:${userId}`, PIN_ASKER);
export const forgiveTillCodeOf = (userId: number) => forgiveKey(`till:${userId}`);

/** The same for answers of passkeys from an address: no name stands behind one that is junk. */
export const countPasskeyOf = (address: string) => countKey(`passkey:${networkOf(address)}`, PASSKEY);
export const forgivePasskeyOf = (address: string) => forgiveKey(`passkey:${networkOf(address)}`);

async function countKey(key: string, pauses: Pauses): Promise<number | null> {
  sweep();
  const waitMs = await counted({ own: key }, ({ own }) => {
    const { waitMs, counts } = decideKnown(own, systemClock.now().getTime(), pauses);
    return { waitMs, counts: { own: counts } };
  });
  return waitMs === 0 ? null : Math.ceil(waitMs / 1000);
}

async function forgiveKey(key: string): Promise<void> {
  await prisma().$executeRaw`
    UPDATE sign_in_attempt SET points = greatest(0, points - 1), next_at = 0 WHERE key = ${key}`;
}

/** Takes back what {@link countSignInAttempt} counted, after a success: only failures count. */
export async function forgiveSignInAttempt({ keys }: CountedAttempt): Promise<void> {
  const forgiven = "known" in keys ? keys.known : keys.own;
  const others = "known" in keys ? [] : [keys.person, keys.address];
  // In the order of their keys, as they are counted, so that nobody waits for anybody in a circle.
  await prisma().$executeRaw`
    WITH kept AS (
      SELECT key FROM sign_in_attempt WHERE key = ANY(${[forgiven, ...others]}) ORDER BY key FOR UPDATE
    )
    UPDATE sign_in_attempt a
       SET points = CASE WHEN a.key = ${forgiven} THEN 0 ELSE greatest(0, a.points - 1) END,
           next_at = CASE WHEN a.key = ${forgiven} THEN 0 ELSE a.next_at END,
           turn_at = CASE WHEN a.key = ${forgiven} THEN 0 ELSE a.turn_at END
      FROM kept
     WHERE a.key = kept.key`;
}

interface CountRow {
  key: string;
  failures: number;
  forgottenAt: bigint | null;
  nextAt: bigint;
  turnAt: bigint;
}

/** Locks the rows of `keys`, lets `decide` say what becomes of them, and keeps that. Returns the milliseconds to wait. */
function counted<Name extends string>(
  keys: Record<Name, string>,
  decide: (counts: Record<Name, Count>) => Decision<Record<Name, Count>>,
): Promise<number> {
  const names = Object.keys(keys) as Name[];
  return prisma().$transaction(async (tx) => {
    const found = new Map((await lockCounts(tx, Object.values(keys))).map((row) => [row.key, row]));
    const counts = Object.fromEntries(names.map((name) => [name, countOf(found.get(keys[name]))]));
    const decision = decide(counts as Record<Name, Count>);
    for (const name of names) await keepCount(tx, keys[name], decision.counts[name]);
    return decision.waitMs;
  });
}

function countOf(row: CountRow | undefined): Count {
  if (row === undefined) return NOTHING_COUNTED;
  return {
    failures: row.failures,
    forgottenAt: Number(row.forgottenAt ?? 0),
    nextAt: Number(row.nextAt),
    turnAt: Number(row.turnAt),
  };
}

function lockCounts(tx: Prisma.TransactionClient, keys: string[]): Promise<CountRow[]> {
  return tx.$queryRaw<CountRow[]>`
    INSERT INTO sign_in_attempt (key)
    SELECT key FROM unnest(${keys}::text[]) key ORDER BY key
    ON CONFLICT (key) DO UPDATE SET key = excluded.key
    RETURNING key, points AS failures, expire AS "forgottenAt", next_at AS "nextAt", turn_at AS "turnAt"`;
}

async function keepCount(
  tx: Prisma.TransactionClient,
  key: string,
  { failures, forgottenAt, nextAt, turnAt }: Count,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE sign_in_attempt
       SET points = ${failures}, expire = ${BigInt(forgottenAt)}, next_at = ${BigInt(nextAt)}, turn_at = ${BigInt(turnAt)}
     WHERE key = ${key}`;
}

async function knownKey({ username, device, isSignedIn }: SignInAttempt): Promise<string | null> {
  if (isSignedIn) return `signedIn:${hashOf(nameOf(username))}`;
  if (!device || !(await isKnownDevice(device, nameOf(username)))) return null;
  return `device:${hashOf(`${device} ${nameOf(username)}`)}`;
}

/** User names are hashed: people type passwords into that field by mistake, and they must not stay in a table. */
function keysOf({ username, address }: SignInAttempt): StrangerKeys {
  const person = hashOf(nameOf(username));
  const network = networkOf(address);
  return { own: `own:${person}@${network}`, person: `person:${person}`, address: `address:${network}` };
}

const nameOf = (username: string) => username.trim().toLowerCase();
const hashOf = (text: string) => createHash("sha256").update(text).digest("base64url");

/** The owner of one IPv6 address has the 2^64 of its network (RFC 4291), so they count as one. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes(".")) return address;
  const [start = "", end = ""] = address.toLowerCase().split("::");
  const before = start === "" ? [] : start.split(":");
  const after = end === "" ? [] : end.split(":");
  const groups = address.includes("::")
    ? [...before, ...Array<string>(8 - before.length - after.length).fill("0"), ...after]
    : before;
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(":")}::/64`;
}

const SWEEP_EVERY_MS = 60_000;
const SWEPT_MAX = 5_000;
const HOUR_MS = 60 * 60 * 1000;

/** Removes what is forgotten, and challenges that nobody answered, now and then. Neither waits for others nor makes them wait. */
function sweep(): void {
  const swept = processSingleton("sign-in-sweep", () => ({ atMs: 0 }));
  const nowMs = systemClock.now().getTime();
  if (nowMs - swept.atMs < SWEEP_EVERY_MS) return;
  swept.atMs = nowMs;
  const removal = prisma().$executeRaw`
    DELETE FROM sign_in_attempt WHERE key IN (
      SELECT key FROM sign_in_attempt WHERE expire < ${BigInt(nowMs)} LIMIT ${SWEPT_MAX} FOR UPDATE SKIP LOCKED
    )`;
  const lapsed = prisma().verification.deleteMany({
    where: { expiresAt: { lt: new Date(nowMs - HOUR_MS) } },
  });
  // The next sweep removes the rest.
  Promise.all([removal, lapsed]).catch(() => undefined);
}
