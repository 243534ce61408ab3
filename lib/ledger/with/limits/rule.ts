import { type Actor, type Command, keyName, spaceOf } from "@/lib/ledger/rules/commands";
import { moneyAtLeast } from "@/lib/ledger/rules/conversion";
import type { Posting } from "@/lib/ledger/rules/decision";
import type { ErrorParametersByCode } from "@/lib/ledger/rules/errors";
import type { LedgerState } from "@/lib/ledger/rules/ledger-state";
import { type Context, refuse } from "@/lib/ledger/rules/posting";
import { CHANNEL, type Entry, LOG_TYPE } from "@/lib/ledger/rules/types";
import { pointsWorth } from "@/lib/ledger/with/coupons/words";
import { reasonsToHold } from "@/lib/ledger/with/reviews/rule";
import { isReviewName } from "@/lib/ledger/with/reviews/words";
import { inUnits, type Money, moneyOf, NOTHING } from "@/lib/platform/money";
import {
  type Approval,
  type Breach,
  invoiceName,
  isAskedIn,
  type LimitMarks,
  type LimitState,
  type Limits,
  NO_LIMITS,
  type NumberLimit,
  type OwnDay,
  tighter,
  tightest,
  type WalletDay,
} from "./words";

const NO_DAY: OwnDay = { rewardedPoints: 0, reversedValue: NOTHING, unprovedValue: NOTHING };

const REVERSING: ReadonlySet<number> = new Set([
  LOG_TYPE.refund,
  LOG_TYPE.cancellation,
  LOG_TYPE.rewardReturn,
]);

/** A movement as limits see it: what it passes, and the marks of its entry but for the approval. */
export interface Weighed {
  asked: ErrorParametersByCode[1703 | 1704];
  marks: Omit<LimitMarks, "approval">;
}

/**
 * Weighs a movement against the limits of its actor (rules.md §15), under the locks of the wallet, of the person and of the
 * invoice, and against what holds it for review. Refuses with 1307 a redemption that wants proof of the customer, with 1702 an invoice that
 * was rewarded. Null: the actor has no limits.
 */
export function weighLimits(
  context: Omit<Context, "today">,
  { draft, segment, coupon }: Posting,
  isProved: boolean,
): Weighed | null {
  const { state, wallet, command } = context;
  const { actor } = command;
  if (actor.limitedBy === undefined || state.limits === null) return null;
  const limits = limitsOf(state, state.limits, actor);
  const day = state.limits.wallets.get(wallet.id) ?? { rewards: 0, unproved: new Map() };
  const left = leftOfPerson(state.limits, actor);
  const merchant = state.limits.merchantDays.get(actor.merchantId ?? 0) ?? NO_DAY;
  const { merchantRewardPointsMax, merchantReversedValueMax } = state.programme;
  const bounds = { ...limits, merchantRewardPointsMax, merchantReversedValueMax };
  const breaches: Breach[] = [];
  const check = (
    limit: NumberLimit | "merchantRewardPointsMax",
    required: number,
    leftOf: (max: number) => number,
  ) => {
    const max = bounds[limit];
    if (max === null || required <= leftOf(max)) return;
    breaches.push({ limit, required, available: Math.max(0, leftOf(max)) });
  };
  const checkValue = (
    limit: NumberLimit | "merchantReversedValueMax",
    required: Money,
    leftOf: (max: Money) => Money,
  ) => {
    const breach = valueBreach(bounds[limit], required, leftOf);
    if (breach !== null) breaches.push({ limit, ...breach });
  };
  let repeatsEntryId: number | null = null;
  const couponPoints =
    coupon === undefined || draft.logTypeId !== LOG_TYPE.reward ? 0 : pointsWorth(coupon.template, wallet);
  const counted = moneyAtLeast(draft, segment.redeemFactor);
  const takes = draft.logTypeId === LOG_TYPE.redemption || draft.logTypeId === LOG_TYPE.hold;
  const unproved =
    takes && !isProved ? unprovedBreach(context, state.limits, { counted, limits, day }) : null;
  if (unproved !== null) refuse(1307, unproved);
  if (draft.logTypeId === LOG_TYPE.reward) {
    checkValue("rewardValueMax", draft.amountValue, (max) => max);
    const given = draft.amount + couponPoints;
    check("personRewardPointsMax", given, (max) =>
      Number(left(BigInt(max), ({ rewardedPoints }) => BigInt(rewardedPoints))),
    );
    check("merchantRewardPointsMax", given, (max) => max - merchant.rewardedPoints);
    check("walletRewardsMax", 1, (max) => max - day.rewards);
    repeatsEntryId = limits.repeatedInvoices === "off" ? null : rewardedBefore(state.limits, draft);
    if (repeatsEntryId !== null && limits.repeatedInvoices === "refused")
      refuse(1702, { limit: "repeatedInvoices", required: 1, available: 0 });
  }
  if (REVERSING.has(draft.logTypeId)) {
    checkValue("personReversedValueMax", counted, (max) => left(max, ({ reversedValue }) => reversedValue));
    checkValue("merchantReversedValueMax", counted, (max) => max - merchant.reversedValue);
  }
  const reasons = reasonsToHold(context);
  const { amount: points, amountValue } = draft;
  return {
    asked: { breaches: [...reasons, ...breaches], points, value: inUnits(amountValue) },
    marks: {
      isUnproved: takes && !isProved,
      tillId: actor.limitedBy.tillId ?? null,
      repeatsEntryId,
      couponPoints,
    },
  };
}

/** The first bound of payments without proof that a value passes: the wallet's, the person's, the branch's, or the till's; null: none. */
function unprovedBreach(
  { state: { programme }, command: { actor } }: Pick<Context, "state" | "command">,
  state: LimitState,
  { counted, limits, day }: { counted: Money; limits: Limits; day: WalletDay },
): ErrorParametersByCode[1307] | null {
  const ofWallet = [...day.unproved.values()].reduce((sum, one) => sum + one, NOTHING);
  const atBranch = state.branches.get(actor.branchId ?? 0) ?? NOTHING;
  const { clientId = null } = actor.limitedBy ?? {};
  const isAlone = clientId !== null && state.clients.get(clientId)?.hasOwnLimits === true;
  const ofPerson = clientId === null ? programme.personUnprovedValueMax : null;
  const left = leftOfPerson(state, actor);
  const passed = valueBreach(limits.unprovedValueMax, counted, (max) => max - ofWallet);
  if (passed !== null) return passed;
  const byPerson = valueBreach(ofPerson, counted, (max) => left(max, ({ unprovedValue }) => unprovedValue));
  if (byPerson !== null) return { limit: "personUnprovedValueMax", ...byPerson };
  const ofBranch = isAlone ? null : programme.branchUnprovedValueMax;
  const there = valueBreach(ofBranch, counted, (max) => max - atBranch);
  if (there !== null) return { limit: "branchUnprovedValueMax", ...there };
  const { tillId = null } = actor.limitedBy ?? {};
  const atTill = state.tills.get(tillId ?? 0) ?? NOTHING;
  const ofTill = tillId === null ? null : programme.tillUnprovedValueMax;
  const onTill = valueBreach(ofTill, counted, (max) => max - atTill);
  return onTill && { limit: "tillUnprovedValueMax", ...onTill };
}

/** How much of a bound of a day is left to an actor and those who share it (rules.md §16). */
function leftOfPerson({ people }: LimitState, { userId, limitedBy }: Actor) {
  return (max: bigint, usedOf: (day: OwnDay) => bigint): bigint => {
    const sharer = { userId, shares: limitedBy?.shares };
    const { most, used } = tightest(max, sharer, (id) => usedOf(people.get(id) ?? NO_DAY));
    return most - used;
  };
}

/**
 * The approval of all that the movements of one command pass; null: they pass nothing. Refuses with 1703 what a person has to look at first,
 * with 1704 what a second person may let pass, with 1702 what nobody may.
 */
export function approvalFor(
  state: LedgerState,
  command: Command,
  { weighed, now }: { weighed: readonly Weighed[]; now: Date },
): Approval | null {
  const last = weighed.at(-1);
  if (last === undefined) return null;
  const isHeld = ({ limit }: Breach) => isReviewName(limit);
  const all = weighed.flatMap(({ asked }) => asked.breaches);
  const breaches = [...all.filter(isHeld), ...all.filter((breach) => !isHeld(breach))].filter(
    ({ limit }, place, list) => list.findIndex((one) => one.limit === limit) === place,
  );
  const [first] = breaches;
  return first === undefined
    ? null
    : approvalOf(state, command, { first, asked: { ...last.asked, breaches }, now });
}

/** The counts after a posting, for another one of the same command. */
export function limitsAfter(limits: LimitState, posting: Posting): LimitState {
  const { userId, merchantId, walletId } = posting.draft;
  const after = {
    ...limits,
    people: withOwn(limits.people, userId),
    merchantDays: withOwn(limits.merchantDays, merchantId ?? 0),
    branches: new Map(limits.branches),
    tills: new Map(limits.tills),
    wallets: withOwn(limits.wallets, walletId),
    invoices: new Map([...limits.invoices].map(([name, rewards]) => [name, new Set(rewards)])),
  };
  countEntry(after, posting, { id: NOT_WRITTEN, ...posting.draft });
  return after;
}
const NOT_WRITTEN = 0;

/** A map in which the value of `key` can be changed, and no other. */
function withOwn<Value>(map: ReadonlyMap<number, Value>, key: number): Map<number, Value> {
  const copy = new Map(map);
  const value = map.get(key);
  if (value !== undefined) copy.set(key, structuredClone(value));
  return copy;
}

/**
 * The limits of an actor. The programme's and the merchant's bind together. Those of a person and a day are not a till
 * system's, which many people use: it has the programme's for clients. With limits of its own a client has these and no others.
 */
export function limitsOf(
  { programme }: Pick<LedgerState, "programme">,
  limits: LimitState,
  actor: Actor,
): Limits {
  const merchant =
    (actor.merchantId === null ? undefined : limits.merchants.get(actor.merchantId)) ?? NO_LIMITS;
  const shared = tighter(programme, merchant);
  const clientId = actor.limitedBy?.clientId ?? null;
  if (clientId === null) return shared;
  const own = limits.clients.get(clientId) ?? { ...NO_LIMITS, hasOwnLimits: false };
  if (own.hasOwnLimits) return own;
  const { clientRewardPointsMax, clientReversedValueMax } = programme;
  return tighter(
    {
      ...shared,
      personRewardPointsMax: clientRewardPointsMax,
      personReversedValueMax: clientReversedValueMax,
    },
    own,
  );
}

function rewardedBefore(
  { invoices }: LimitState,
  { merchantId, invoiceNumber }: Posting["draft"],
): number | null {
  if (merchantId === null || invoiceNumber === null) return null;
  const [earlier] = invoices.get(invoiceName(merchantId, invoiceNumber)) ?? [];
  return earlier ?? null;
}

/**
 * The approval that covers every limit and every reason to look. Refuses with 1703 what is held, with 1704 where there could be one,
 * with 1702 where there could not.
 */
function approvalOf(
  state: LedgerState,
  command: Command,
  { first, asked, now }: { first: Breach; asked: ErrorParametersByCode[1703 | 1704]; now: Date },
): Approval {
  const { reference, actor } = command;
  const approval =
    reference === undefined
      ? undefined
      : state.limits?.approvals.get(keyName(actor.userId, spaceOf(command), reference.key));
  const isCovered =
    approval !== undefined &&
    approval.requestHash === reference?.requestHash &&
    approval.expiresAt > now &&
    isAskedIn(approval.breaches, asked.breaches);
  if (isCovered) return approval;
  // A till system names its request, so that the same can be sent again; the portal names it when it is confirmed.
  const canBeAsked = reference !== undefined || actor.channelId === CHANNEL.cashierPortal;
  const passed = asked.breaches.find(({ limit }) => !isReviewName(limit));
  if (passed !== undefined && (!state.programme.approvesBeyondLimits || !canBeAsked))
    return refuse(1702, passed);
  return refuse(isReviewName(first.limit) ? 1703 : 1704, asked);
}

/** Counts an entry, so that the next command of the batch is checked against it. A batch writes entries of the state's day only. */
export function countEntry(
  limits: LimitState,
  { segment, marks }: Pick<Posting, "segment" | "marks">,
  entry: Entry,
): void {
  const money = moneyAtLeast(entry, segment.redeemFactor);
  // Entries that the system adds to a person's command, at no branch, are not that person's.
  const person = entry.branchId === null ? undefined : limits.people.get(entry.userId);
  const counted = [person, person && limits.merchantDays.get(entry.merchantId ?? 0)].filter(
    (one) => one !== undefined,
  );
  const day = limits.wallets.get(entry.walletId);
  if (entry.logTypeId === LOG_TYPE.reward) {
    for (const one of counted) one.rewardedPoints += entry.amount + (marks?.couponPoints ?? 0);
    if (day !== undefined) day.rewards += 1;
    if (entry.merchantId !== null && entry.invoiceNumber !== null)
      limits.invoices.get(invoiceName(entry.merchantId, entry.invoiceNumber))?.add(entry.id);
  }
  if (REVERSING.has(entry.logTypeId)) for (const one of counted) one.reversedValue += money;
  if (entry.logTypeId === LOG_TYPE.cancellation && entry.relatedEntryId !== null) {
    day?.unproved.delete(entry.relatedEntryId);
    for (const entries of limits.invoices.values()) entries.delete(entry.relatedEntryId);
  }
  // A hold that came to nothing has redeemed nothing.
  if (entry.logTypeId === LOG_TYPE.release && entry.relatedEntryId !== null)
    day?.unproved.delete(entry.relatedEntryId);
  if (!marks?.isUnproved) return;
  if (person !== undefined) person.unprovedValue += money;
  addAt(limits.branches, entry.branchId, money);
  addAt(limits.tills, marks.tillId, money);
  // Nothing was read of a wallet that had redeemed nothing.
  const unproved = day ?? { rewards: 0, unproved: new Map() };
  unproved.unproved.set(entry.id, money);
  limits.wallets.set(entry.walletId, unproved);
}

/** Adds to the day of a branch or till, where it is counted. */
function addAt(days: Map<number, Money>, id: number | null, money: Money): void {
  const before = id === null ? undefined : days.get(id);
  if (id !== null && before !== undefined) days.set(id, before + money);
}

/** The limit's rest that a value exceeds, in currency units; null where the value stays within. */
function valueBreach(
  max: number | null,
  required: Money,
  leftOf: (max: Money) => Money,
): Pick<Breach, "required" | "available"> | null {
  if (max === null) return null;
  const left = leftOf(moneyOf(max));
  if (required <= left) return null;
  return { required: inUnits(required), available: left > NOTHING ? inUnits(left) : 0 };
}
