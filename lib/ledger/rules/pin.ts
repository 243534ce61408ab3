import { type Money, moneyOf, NOTHING } from "@/lib/platform/money";
import type { PinState, ProgrammeRules, RedeemCommand, Refusal, WalletState } from "../commands";

export const WRONG_IN_ROW_MAX = 5;
const WRONG_PER_DAY_MAX = 10;
const LOCK_MS = 15 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** Locked until somebody resets the PIN. */
export const LOCKED_UNTIL_RESET = new Date("9999-12-31T00:00:00Z");

type PinRules = Pick<ProgrammeRules, "pinPolicy" | "pinAboveValue">;

export type PinVerdict =
  | { kind: "passed"; update?: PinState }
  | { kind: "stale" }
  | { kind: "refused"; refusal: Refusal; update?: PinState };

/**
 * Judges a redemption's PIN under the wallet's lock (rules.md §9). Attempts are judged and counted one after the other,
 * so parallel guesses learn no more than guesses in turn.
 */
export function judgePin(
  { programme }: { programme: PinRules },
  wallet: Pick<WalletState, "pin">,
  command: Pick<RedeemCommand, "value" | "pin">,
  now: Date,
): PinVerdict {
  const { pin } = wallet;
  if (pin === null || !isAskedFor(programme, command.value)) return { kind: "passed" };
  const lock = lockRefusal(programme, pin, { value: command.value, now });
  if (lock !== null) return { kind: "refused", refusal: lock };
  const check = command.pin;
  if (check.kind === "absent") return refused(1310);
  if (check.kind === "assumed") return { kind: "passed" };
  if (check.pinVersion !== pin.version) return { kind: "stale" };
  if (!check.correct) return { ...refused(1311), update: afterWrong(pin, now) };
  const isClean = pin.failedInRow === 0 && pin.lockedUntil === null;
  return isClean
    ? { kind: "passed" }
    : { kind: "passed", update: { ...pin, failedInRow: 0, lockedUntil: null } };
}

/** Whether a wallet that has a PIN must give it for this value. */
function isAskedFor(programme: PinRules, value: Money): boolean {
  const max = valueWithoutPinMax(programme);
  return max !== null && value > max;
}

/** The most money that a wallet with a PIN pays without being asked for it; null: any amount. */
export function valueWithoutPinMax({ pinPolicy, pinAboveValue }: PinRules): Money | null {
  if (pinPolicy === "never") return null;
  return pinPolicy === "when_set" ? NOTHING : moneyOf(pinAboveValue ?? 0);
}

function afterWrong(pin: PinState, now: Date): PinState {
  const dayAgo = now.getTime() - DAY_MS;
  const failedAt = [...pin.failedAt.filter((at) => at.getTime() > dayAgo), now].slice(-WRONG_PER_DAY_MAX);
  const failedInRow = pin.failedInRow + 1;
  if (failedAt.length >= WRONG_PER_DAY_MAX) {
    return { ...pin, failedAt, failedInRow: 0, lockedUntil: LOCKED_UNTIL_RESET };
  }
  if (failedInRow >= WRONG_IN_ROW_MAX) {
    return { ...pin, failedAt, failedInRow: 0, lockedUntil: new Date(now.getTime() + LOCK_MS) };
  }
  return { ...pin, failedAt, failedInRow, lockedUntil: null };
}

type RefusedVerdict = Extract<PinVerdict, { kind: "refused" }>;

function refused(code: 1310 | 1311): RefusedVerdict {
  return { kind: "refused", refusal: { code, parameters: {} } };
}

/** 1312 for a payment of `value` that needs a PIN which is locked at `now`; null where no lock is in its way. */
export function lockRefusal(
  programme: PinRules,
  { lockedUntil }: Pick<PinState, "lockedUntil">,
  { value, now }: { value: Money; now: Date },
): Refusal | null {
  if (lockedUntil === null || lockedUntil <= now || !isAskedFor(programme, value)) return null;
  const lockedForSeconds =
    lockedUntil < LOCKED_UNTIL_RESET ? Math.ceil((lockedUntil.getTime() - now.getTime()) / 1_000) : null;
  return { code: 1312, parameters: { lockedForSeconds } };
}
