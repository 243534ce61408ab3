import type { Actor, RedeemCommand, Refusal } from "@/lib/ledger/rules/commands";
import type {
  LedgerState,
  PinState,
  PinTally,
  ProgrammeRules,
  WalletState,
} from "@/lib/ledger/rules/ledger-state";
import { CHANNEL } from "@/lib/ledger/rules/types";
import { type Money, moneyOf, NOTHING } from "@/lib/platform/money";

export const WRONG_IN_ROW_MAX = 5;
const WRONG_PER_DAY_MAX = 10;
/** The most that one merchant's wrong PINs count of the ten that lock a wallet everywhere: never enough by themselves. */
const WRONG_OF_MERCHANT_MAX = 5;
const LOCK_MS = 15 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** Wrong PINs of one person or client are counted over so long. */
export const CALLER_WINDOW_MS = 15 * 60_000;
/** Locked until a person resets the PIN. */
export const LOCKED_UNTIL_RESET = new Date("9999-12-31T00:00:00Z");
/** Tally of people who act for no merchant. */
export const NO_MERCHANT = 0;

const CLEAN: PinTally = { failedInRow: 0, failedAt: [], lockedUntil: null };

type PinRules = Pick<ProgrammeRules, "pinPolicy" | "pinAboveValue">;
type CallerRules = Pick<ProgrammeRules, "pinWrongPerPersonMax" | "pinWrongPerClientMax">;

export type PinVerdict =
  | { kind: "passed"; update?: PinState }
  | { kind: "stale" }
  | { kind: "refused"; refusal: Refusal; update?: PinState; wrongOfCaller?: Date[] };

/**
 * Judges a redemption's PIN under the wallet's lock, and under that of whoever typed it (rules.md §9). Attempts are judged and counted one
 * after the other, so parallel guesses learn no more than guesses in turn. Wrong PINs at one merchant's tills lock the wallet there; only
 * those at several lock it everywhere. A PIN that was typed is judged and counted where none is asked for as well: the right one proves who pays.
 */
export function judgePin(
  { programme, callers }: { programme: PinRules & CallerRules } & Pick<LedgerState, "callers">,
  wallet: Pick<WalletState, "pin">,
  command: Pick<RedeemCommand, "value" | "pin" | "actor">,
  now: Date,
): PinVerdict {
  const { pin } = wallet;
  const check = command.pin;
  if (pin === null || (check.kind !== "checked" && !isAskedFor(programme, command.value)))
    return { kind: "passed" };
  const merchantId = command.actor.merchantId ?? NO_MERCHANT;
  const lock = refuseLocked(lockOf(pin, merchantId), now);
  if (lock !== null) return { kind: "refused", refusal: lock };
  if (check.kind === "absent") return refused(1310);
  if (check.kind === "assumed") return { kind: "passed" };
  const wrong = wrongOf(callers.get(command.actor.userId) ?? [], now);
  const tooMany = refuseCaller(wrong, callerMax(programme, command.actor), now);
  if (tooMany !== null) return { kind: "refused", refusal: tooMany };
  if (check.pinVersion !== pin.version) return { kind: "stale" };
  if (!check.correct)
    return { ...refused(1311), update: afterWrong(pin, merchantId, now), wrongOfCaller: [...wrong, now] };
  const tally = pin.merchants.get(merchantId) ?? CLEAN;
  const isClean = [pin, tally].every((count) => count.failedInRow === 0 && count.lockedUntil === null);
  return isClean ? { kind: "passed" } : { kind: "passed", update: afterRight(pin, merchantId, now) };
}

/**
 * Whether the right PIN shows that the customer pays. One that was chosen on a till's display could be the cashier's: it shows nothing for
 * some hours, and never to the person who worked at that till (rules.md §9). Pure.
 */
export function canProve(
  { chosenAtTill }: Pick<PinState, "chosenAtTill">,
  { userId }: Pick<Actor, "userId">,
  now: Date,
): boolean {
  return chosenAtTill === undefined || (now >= chosenAtTill.provesFrom && userId !== chosenAtTill.byUserId);
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

/** Until when a PIN is locked at a merchant's tills: there, or everywhere; null: it was never. */
export function lockOf(
  { lockedUntil, merchants }: Pick<PinState, "lockedUntil" | "merchants">,
  merchantId: number,
): Date | null {
  return laterOf(lockedUntil, merchants.get(merchantId)?.lockedUntil ?? null);
}

/** Until when a PIN is locked at the merchant where it is locked longest; null: it was never anywhere. */
export function longestLock({
  lockedUntil,
  merchants,
}: Pick<PinState, "lockedUntil" | "merchants">): Date | null {
  return [...merchants.values()].reduce((latest, tally) => laterOf(latest, tally.lockedUntil), lockedUntil);
}

function laterOf(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}

function afterWrong(pin: PinState, merchantId: number, now: Date): PinState {
  const tally = tallyAfterWrong(pin.merchants.get(merchantId) ?? CLEAN, now);
  const merchants = new Map([...stillCounting(pin.merchants, now), [merchantId, tally]]);
  const counted = [...merchants.values()].reduce(
    (sum, { failedAt }) => sum + Math.min(ofLastDay(failedAt, now).length, WRONG_OF_MERCHANT_MAX),
    0,
  );
  const isLocked = tally.lockedUntil !== null;
  return {
    ...pin,
    merchants,
    failedAt: [...ofLastDay(pin.failedAt, now), now].slice(-WRONG_PER_DAY_MAX),
    failedInRow: isLocked ? 0 : pin.failedInRow + 1,
    lockedUntil: counted >= WRONG_PER_DAY_MAX ? LOCKED_UNTIL_RESET : null,
  };
}

function tallyAfterWrong(tally: PinTally, now: Date): PinTally {
  const failedAt = [...ofLastDay(tally.failedAt, now), now].slice(-WRONG_PER_DAY_MAX);
  const failedInRow = tally.failedInRow + 1;
  if (failedAt.length >= WRONG_PER_DAY_MAX)
    return { failedAt, failedInRow: 0, lockedUntil: LOCKED_UNTIL_RESET };
  if (failedInRow >= WRONG_IN_ROW_MAX)
    return { failedAt, failedInRow: 0, lockedUntil: new Date(now.getTime() + LOCK_MS) };
  return { failedAt, failedInRow, lockedUntil: null };
}

function afterRight(pin: PinState, merchantId: number, now: Date): PinState {
  const tally = { ...(pin.merchants.get(merchantId) ?? CLEAN), failedInRow: 0, lockedUntil: null };
  const merchants = new Map(stillCounting(new Map([...pin.merchants, [merchantId, tally]]), now));
  return { ...pin, failedInRow: 0, lockedUntil: null, merchants };
}

/** The tallies that still say something. */
function stillCounting(merchants: PinState["merchants"], now: Date): [number, PinTally][] {
  return [...merchants].filter(
    ([, { failedInRow, failedAt, lockedUntil }]) =>
      failedInRow > 0 || (lockedUntil !== null && lockedUntil > now) || ofLastDay(failedAt, now).length > 0,
  );
}

function ofLastDay(failedAt: readonly Date[], now: Date): Date[] {
  return failedAt.filter((at) => at.getTime() > now.getTime() - DAY_MS);
}

function wrongOf(wrongAt: readonly Date[], now: Date): Date[] {
  return wrongAt.filter((at) => at.getTime() > now.getTime() - CALLER_WINDOW_MS);
}

/** How many wrong PINs whoever acts may type, on wallets all told; null: any number. Test clients try PINs for a living. */
function callerMax(programme: CallerRules, { channelId, sandbox }: RedeemCommand["actor"]): number | null {
  if (sandbox !== undefined) return null;
  return channelId === CHANNEL.posApi ? programme.pinWrongPerClientMax : programme.pinWrongPerPersonMax;
}

/** 1701 until so many are old enough that another one would be allowed, whether the PIN is right or not. */
function refuseCaller(wrong: readonly Date[], max: number | null, now: Date): Refusal | null {
  if (max === null || wrong.length < max) return null;
  const freeAt = (wrong.at(-max)?.getTime() ?? now.getTime()) + CALLER_WINDOW_MS;
  const retryAfterSeconds = Math.max(1, Math.ceil((freeAt - now.getTime()) / 1_000));
  return { code: 1701, parameters: {}, retryAfterSeconds };
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
  return isAskedFor(programme, value) ? refuseLocked(lockedUntil, now) : null;
}

function refuseLocked(lockedUntil: Date | null, now: Date): Refusal | null {
  if (lockedUntil === null || lockedUntil <= now) return null;
  const lockedForSeconds =
    lockedUntil < LOCKED_UNTIL_RESET ? Math.ceil((lockedUntil.getTime() - now.getTime()) / 1_000) : null;
  return { code: 1312, parameters: { lockedForSeconds } };
}
