import { agree, daysAfter, earned, hundredthsOf, least, needed, worth } from "./arithmetic";
import type { ApprovableLimit, ClientLimits, SegmentFacts, WalletFacts, WorldFacts } from "./facts";
import type { FaultRequest, LoggedEntry } from "./history";
import { decides } from "./referrals";

/** What an entry must say. */
export type Effect = Pick<
  LoggedEntry,
  | "logTypeId"
  | "pointsDelta"
  | "amountValue"
  | "balanceAfter"
  | "accumulatedAfter"
  | "redeemedAfter"
  | "relatedEntryId"
>;
/** Possible outcomes of a request: its entry, unless the rules refuse it, and every right refusal. */
export interface Expected {
  effect?: Effect;
  /** The wallet's limits that the entry passes, so that somebody else must have let it. */
  beyond?: readonly ApprovableLimit[];
  codes: readonly number[];
}

interface Past {
  entry: LoggedEntry;
  givenBack: number;
  givenBackValue: bigint;
  openRefunds: number;
  isCancelled: boolean;
}

const STATUSES = {
  Reward: [1, 2],
  RedeemUser: [1],
  Refund: [1, 2, 3],
  ReturnReward: [1, 2, 3],
  Cancel: [1, 2, 3],
};
const STATUS_CODE = [0, 1202, 1202, 1203, 1202, 1204, 1206];
/** What is answered beyond a limit: without a reference there is nothing that could be approved (rules.md §15). */
export function codeBeyondLimits(world: WorldFacts, { key }: FaultRequest): 1702 | 1704 {
  return world.approvesBeyondLimits && key !== undefined ? 1704 : 1702;
}

/** One wallet as docs/rules.md describes it. Of lots it knows nothing (`verify` does); what lapses it takes from the log. */
export class WalletModel {
  private balance = 0;
  private accumulated = 0;
  private redeemed = 0;
  private segmentId: number;
  /** Whether the first reward of a customer whom somebody brought is still to come. */
  private isWaiting: boolean;
  private readonly past = new Map<number, Past>();
  /** Of today: rewards, also cancelled ones, and by their entries the values redeemed without proof. */
  private rewards = 0;
  private readonly unproved = new Map<number, bigint>();
  /** Entries of requests by client and reference, for cancelling by reference. */
  private readonly byKey = new Map<string, number>();

  constructor(
    private readonly world: WorldFacts,
    private readonly wallet: WalletFacts,
  ) {
    this.segmentId = wallet.segmentId;
    this.isWaiting = wallet.broughtBy !== undefined;
  }

  /** What may come of the request if it is carried out now. */
  expect(request: FaultRequest): Expected {
    const codes = [...this.standing(request), ...this.pinCodes(request)];
    // With the right PIN a wallet may still be locked: guesses are not in the log.
    if (codes.some((code) => code !== 1312)) return { codes };
    const result = this.outcome(request);
    if (typeof result === "number") return { codes: [result, ...codes] };
    return this.withinLimits(request, this.effect(request, result), codes);
  }

  /** Limits are looked at last. Those of a person and of an invoice are about other wallets too: the checker knows them. */
  private withinLimits(request: FaultRequest, effect: Effect, codes: readonly number[]): Expected {
    const limits = this.world.clients.get(request.clientId)?.limits ?? null;
    if (limits === null) return { effect, codes };
    if (effect.logTypeId === 1 && this.wallet.pin === undefined) {
      const used = [...this.unproved.values()].reduce((sum, value) => sum + value, effect.amountValue);
      return used > inHundredths(limits.unprovedValueMax) ? { codes: [1307, ...codes] } : { effect, codes };
    }
    const beyond = effect.logTypeId === 2 ? this.beyond(limits, effect) : [];
    if (beyond.length === 0) return { effect, codes };
    const code = codeBeyondLimits(this.world, request);
    return code === 1704 ? { effect, beyond, codes: [code, ...codes] } : { codes: [code, ...codes] };
  }

  private beyond(limits: ClientLimits, { amountValue }: Effect): ApprovableLimit[] {
    return [
      ...(amountValue > inHundredths(limits.rewardValueMax) ? (["rewardValueMax"] as const) : []),
      ...(this.rewards + 1 > limits.walletRewardsMax ? (["walletRewardsMax"] as const) : []),
    ];
  }

  private standing({ clientId, key, content, operation }: FaultRequest): number[] {
    const client = this.world.clients.get(clientId);
    const isActive = client?.branches.get(String(content.BranchMsisdn));
    const codes: number[] = [];
    if (client?.needsKey && key === undefined) codes.push(1504);
    if (isActive === undefined) codes.push(1110);
    if (isActive === false) codes.push(1111);
    if (content.ContactMsisdn !== this.wallet.msisdn) codes.push(1201);
    if (codes.length > 0) return codes;
    if (!STATUSES[operation].includes(this.wallet.statusId)) return [STATUS_CODE[this.wallet.statusId] ?? 0];
    return this.wallet.isOptedIn ? [] : [1205];
  }

  private pinCodes({ operation, pin }: FaultRequest): number[] {
    if (operation !== "RedeemUser" || this.wallet.pin === undefined) return [];
    if (pin === undefined) return [1310, 1312];
    return pin === this.wallet.pin ? [1312] : [1311, 1312];
  }

  private segment(): SegmentFacts {
    const found = this.world.segments.find(({ id }) => id === this.segmentId);
    if (found === undefined) throw new Error(`Segment ${this.segmentId} is not known`);
    return found;
  }

  private outcome(
    request: FaultRequest,
  ): number | Omit<Effect, "balanceAfter" | "accumulatedAfter" | "redeemedAfter"> {
    const { content } = request;
    const value = hundredthsOf(Number(content.PointsValue ?? 0));
    const segment = this.segment();
    if (request.operation === "Reward") {
      const bill = earned(value, segment.rewardFactor) + segment.bonusPoints;
      const room = Math.min(this.world.pointsPerEntryMax, this.world.balanceMax - this.balance) - bill;
      if (room < 0) return 1304;
      const points = bill + Math.max(0, Math.min(this.welcome(value), room));
      return { logTypeId: 2, pointsDelta: points, amountValue: value, relatedEntryId: null };
    }
    if (request.operation === "RedeemUser") {
      const points = needed(value, segment.redeemFactor);
      if (!this.wallet.redemptionEnabled) return 1306;
      if (segment.redeemThreshold > 0 && this.balance < segment.redeemThreshold) return 1302;
      if (points > this.world.pointsPerEntryMax) return 1304;
      return points > this.balance
        ? 1301
        : { logTypeId: 1, pointsDelta: -points, amountValue: value, relatedEntryId: null };
    }
    const original = content.OriginalExternalLogId;
    const id =
      original === undefined ? content.TransactionId : this.byKey.get(`${request.clientId}/${original}`);
    const past = this.past.get(Number(id));
    const { merchantId } = this.world.clients.get(request.clientId) ?? {};
    if (past === undefined || (past.entry.merchantId !== null && past.entry.merchantId !== merchantId))
      return 1401;
    if (request.operation === "Refund") return this.refund(request, past);
    return request.operation === "ReturnReward" ? this.takeBack(request, past) : this.cancel(past);
  }

  /** What a reward brings its customer for having been brought. */
  private welcome(value: bigint): number {
    const { referrals } = this.world;
    return this.isWaiting && decides(referrals, value) ? (referrals?.newcomerBonus ?? 0) : 0;
  }

  private refund({ content }: FaultRequest, { entry, givenBack, givenBackValue, isCancelled }: Past) {
    const { Points } = content as { Points?: number };
    const money = content.PointsValue === undefined ? undefined : hundredthsOf(Number(content.PointsValue));
    const left = isCancelled ? 0 : entry.amount - givenBack;
    const leftValue = entry.amountValue - least(givenBackValue, entry.amountValue);
    const rules = this.world.merchants.get(entry.merchantId ?? 0);
    if (entry.logTypeId !== 1) return 1402;
    if (left === 0) return 1403;
    if (rules && this.world.today > daysAfter(entry.day, rules.refundWindowDays)) return 1406;
    if (rules?.refundSameBranchOnly && content.BranchMsisdn !== entry.branchMsisdn) return 1407;
    const isWhole = Points === left && money === leftValue;
    if (Points !== undefined && money !== undefined && !isWhole && !agree(Points, money, entry.factor))
      return 1405;
    const isAll = Points === undefined && (money === undefined || money === leftValue);
    const points = Points ?? (isAll ? left : needed(money ?? 0n, entry.factor));
    if (points > left || (Points === undefined && (money ?? 0n) > leftValue)) return 1404;
    const value =
      isAll || Points === left ? leftValue : least(leftValue, money ?? worth(points, entry.factor));
    return { logTypeId: 3, pointsDelta: points, amountValue: value, relatedEntryId: entry.id };
  }

  /** Goods of a bill came back; the customer keeps what the others earn, and of a bonus nothing only when none are left. */
  private takeBack({ content }: FaultRequest, { entry, givenBack, givenBackValue, isCancelled }: Past) {
    const { Points } = content as { Points?: number };
    const price = content.PointsValue === undefined ? undefined : hundredthsOf(Number(content.PointsValue));
    const rules = this.world.merchants.get(entry.merchantId ?? 0);
    const held = entry.amount - givenBack;
    const bill = entry.amountValue - givenBackValue;
    if (entry.logTypeId !== 2) return 1402;
    if (isCancelled) return 1411;
    if (held === 0) return 1403;
    if (rules && this.world.today > daysAfter(entry.day, rules.returnWindowDays)) return 1406;
    if (rules?.refundSameBranchOnly && content.BranchMsisdn !== entry.branchMsisdn) return 1407;
    const isEverything = Points === held || (Points === undefined && (price === undefined || price === bill));
    const isSame = price === undefined || (isEverything && price === bill);
    if (Points !== undefined && !isSame && !agree(Points, price ?? 0n, entry.factor)) return 1405;
    if (Points === undefined ? (price ?? 0n) > bill : Points > held) return 1404;
    const bonus = entry.amount - earned(entry.amountValue, entry.factor);
    const mayKeep = bonus + earned(bill - least(bill, price ?? 0n), entry.factor);
    const taken = isEverything ? held : (Points ?? Math.max(0, held - mayKeep));
    if (this.world.refusesCancelIntoDebt && taken > Math.max(0, this.balance)) return 1415;
    const value = isEverything ? bill : least(bill, price ?? worthOrNothing(taken, entry.factor));
    return { logTypeId: 11, pointsDelta: -taken + 0, amountValue: value, relatedEntryId: entry.id };
  }

  private cancel({ entry, isCancelled, openRefunds }: Past) {
    if (![1, 2, 3].includes(entry.logTypeId)) return 1414;
    if (isCancelled) return 1411;
    if (openRefunds > 0) return 1413;
    if (entry.day < this.world.cancellableSince) return 1412;
    const isIntoDebt = entry.pointsDelta > Math.max(0, this.balance);
    if (this.world.refusesCancelIntoDebt && entry.logTypeId !== 1 && isIntoDebt) return 1415;
    return {
      logTypeId: 4,
      pointsDelta: -entry.pointsDelta + 0,
      amountValue: entry.amountValue,
      relatedEntryId: entry.id,
    };
  }

  private effect(
    { operation }: FaultRequest,
    change: Omit<Effect, "balanceAfter" | "accumulatedAfter" | "redeemedAfter">,
  ): Effect {
    const undone =
      operation === "Cancel" ? this.past.get(change.relatedEntryId ?? 0)?.entry.logTypeId : undefined;
    const isEarning = operation === "Reward" || operation === "ReturnReward" || undone === 2;
    return {
      ...change,
      balanceAfter: this.balance + change.pointsDelta,
      accumulatedAfter: this.accumulated + (isEarning ? change.pointsDelta : 0),
      redeemedAfter: this.redeemed - (isEarning ? 0 : change.pointsDelta),
    };
  }

  /** Moves to the state after an entry of the log, even where the model disagrees with it. */
  follow(entry: LoggedEntry, key?: string): void {
    this.balance = entry.balanceAfter;
    this.accumulated = entry.accumulatedAfter;
    this.redeemed = entry.redeemedAfter;
    this.past.set(entry.id, { entry, givenBack: 0, givenBackValue: 0n, openRefunds: 0, isCancelled: false });
    if (key !== undefined) this.byKey.set(key, entry.id);
    if (entry.logTypeId === 2 && decides(this.world.referrals, entry.amountValue)) this.isWaiting = false;
    this.count(entry);
    const related = this.past.get(entry.relatedEntryId ?? 0);
    if (related !== undefined && [3, 11].includes(entry.logTypeId)) this.giveBack(related, entry, 1);
    if (related !== undefined && entry.logTypeId === 4) {
      related.isCancelled = true;
      const redemption = this.past.get(related.entry.relatedEntryId ?? 0);
      if (related.entry.logTypeId === 3 && redemption !== undefined)
        this.giveBack(redemption, related.entry, -1);
    }
    if (entry.logTypeId !== 2) return;
    const reached = this.world.segments.filter(
      ({ value }) => value <= this.accumulated && value > this.segment().value,
    );
    this.segmentId = reached.sort((one, other) => other.value - one.value)[0]?.id ?? this.segmentId;
  }

  private count({ id, logTypeId, day, amountValue, relatedEntryId }: LoggedEntry): void {
    if (logTypeId === 4) this.unproved.delete(relatedEntryId ?? 0);
    if (day !== this.world.today) return;
    if (logTypeId === 2) this.rewards += 1;
    // A wallet with a PIN is asked for it, so that what it redeemed was proved.
    if (logTypeId === 1 && this.wallet.pin === undefined) this.unproved.set(id, amountValue);
  }

  /** What remained of an entry that was given back in part, as things stand. */
  remainingOf(id: number): number | undefined {
    const past = this.past.get(id);
    return past && past.entry.amount - past.givenBack;
  }

  private giveBack(original: Past, { amount, amountValue }: LoggedEntry, sign: 1 | -1): void {
    original.givenBack += sign * amount;
    original.givenBackValue += BigInt(sign) * amountValue;
    original.openRefunds += sign;
  }
}

/** Points of a bonus alone were earned with no money. */
function worthOrNothing(points: number, factor: string): bigint {
  return Number(factor) === 0 ? 0n : worth(points, factor);
}

function inHundredths(units: number): bigint {
  return BigInt(units) * 100n;
}
