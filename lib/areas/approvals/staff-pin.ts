import { isCommonPin } from "@/lib/areas/wallets/pins";
import type { Transaction } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { isProved } from "@/lib/portal/security-log/proved";
import { writeSecurityEvent } from "@/lib/portal/security-log/write-event";
import { hashPin, renewedHash, verifyPin } from "@/lib/portal/session/password";

const WRONG_IN_ROW_MAX = 5;
/** Of the first lock; each further wrong PIN doubles it. */
const LOCK_MINUTES = 15;
const LOCK_MINUTES_MAX = 24 * 60;

/** Days as people type them: day, month, year; month, day, year; and year, month, day. */
const DAY = "(?:0[1-9]|[12]\\d|3[01])";
const MONTH = "(?:0[1-9]|1[0-2])";
const DAYS = new RegExp(`^(?:${DAY}${MONTH}\\d\\d|${MONTH}${DAY}\\d\\d|\\d\\d${MONTH}${DAY})$`);

/**
 * Whether a PIN is one that is tried first, as of customers (rules.md §9): rows, repetitions, pairs, the end of one of the person's own
 * numbers (E.164), and whatever reads as a day, since nobody knows the birthdays of the staff.
 */
export function isWeakPin(pin: string, ownNumbers: readonly string[] = []): boolean {
  return DAYS.test(pin) || ["", ...ownNumbers].some((contactMsisdn) => isCommonPin(pin, { contactMsisdn }));
}

/** Sets the PIN by which the user approves at another person's till, in place of any before. Never logged. */
export async function setStaffPin(
  { database, clock }: AdminContext,
  { userId, pin }: { userId: number; pin: string },
): Promise<void> {
  const row = { hash: await hashPin(pin), failedInRow: 0, lockedUntil: null, changedAt: clock.now() };
  await database.$transaction(async (tx) => {
    await tx.staffPin.upsert({ where: { userId }, create: { userId, ...row }, update: row });
    await writeSecurityEvent(tx, { kind: "staff_pin.set", userId }, clock.now());
  });
}

/**
 * Reset, another role and deactivation take the PIN away and forget all devices: the user sets another PIN, or none. With `passkeys` those
 * go as well.
 */
export async function endWaysIn(
  tx: Pick<Transaction, "staffPin" | "knownDevice" | "passkey">,
  userId: number,
  { passkeys = false }: { passkeys?: boolean | undefined } = {},
): Promise<void> {
  await tx.staffPin.deleteMany({ where: { userId } });
  await tx.knownDevice.deleteMany({ where: { userId } });
  if (passkeys) await tx.passkey.deleteMany({ where: { userId } });
}

/** Whether the user has such a PIN. */
export async function hasStaffPin(
  { database }: Pick<AdminContext, "database">,
  userId: number,
): Promise<boolean> {
  return (await database.staffPin.count({ where: { userId } })) > 0;
}

/** `limited`: after 5 wrong ones in a row nothing is compared for 15 minutes, after each further one for twice as long, up to a day. */
export type PinVerdict =
  | { kind: "right" }
  | { kind: "wrong"; isLocked: boolean }
  | { kind: "limited"; retryAfterSeconds: number };

interface AttemptRow {
  hash: string;
  is_locked: boolean;
}

/**
 * Compares a PIN. The attempt is counted before it is compared, so that guesses at the same moment learn no more than guesses in
 * turn. For a user without PIN (null: nobody of that name) it takes as long and is wrong.
 */
export async function checkStaffPin(
  { database, clock }: AdminContext,
  { userId, pin }: { userId: number | null; pin: string },
): Promise<PinVerdict> {
  const now = clock.now();
  const [attempt] = await database.$queryRaw<AttemptRow[]>`
    UPDATE staff_pin
       SET failed_in_row = failed_in_row + 1,
           locked_until = CASE WHEN failed_in_row + 1 >= ${WRONG_IN_ROW_MAX}::int THEN ${now}::timestamptz + interval '1 minute'
             * least(${LOCK_MINUTES}::int * power(2, least(failed_in_row + 1 - ${WRONG_IN_ROW_MAX}::int, 16)), ${LOCK_MINUTES_MAX}::int) END
     WHERE user_id = ${userId}::int AND (locked_until IS NULL OR locked_until <= ${now}::timestamptz)
    RETURNING hash, locked_until IS NOT NULL AS is_locked`;
  if (attempt === undefined) {
    const locked = userId === null ? null : await database.staffPin.findUnique({ where: { userId } });
    if (locked?.lockedUntil) {
      const seconds = Math.ceil((locked.lockedUntil.getTime() - now.getTime()) / 1_000);
      return { kind: "limited", retryAfterSeconds: Math.max(1, seconds) };
    }
    await hashPin(pin);
    return { kind: "wrong", isLocked: false };
  }
  const isOwn = userId !== null && (await isProved(database, [["staff_pin", userId]]));
  const isRight = await verifyPin(attempt.hash, pin);
  if (!isRight || !isOwn) return { kind: "wrong", isLocked: attempt.is_locked };
  const own = { userId: userId ?? 0 };
  await database.staffPin.updateMany({ where: own, data: { failedInRow: 0, lockedUntil: null } });
  const newHash = await renewedHash(database, attempt.hash, pin);
  if (newHash !== null)
    await database.staffPin.updateMany({ where: { ...own, hash: attempt.hash }, data: { hash: newHash } });
  return { kind: "right" };
}
