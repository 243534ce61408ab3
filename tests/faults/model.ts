import { agree, daysAfter, earned, hundredthsOf, least, needed, worth } from "./arithmetic";
import { billValueOf, couponsOf, partOfBill, partOfGoods, type TakenOff, undoingOf } from "./bills";
import { isAboutCoupon } from "./coupons";
import type { ApprovableLimit, ClientLimits, SegmentFacts, WalletFacts, WorldFacts } from "./facts";
import { type FaultRequest, isPaid, type LoggedEntry } from "./history";
import type { Offered } from "./promotions";
import { decides } from "./referrals";

/** What an entry must say. */
export type Effect = Pick<
  LoggedEntry,
  | "logTypeId"
  | "amount"
  | "pointsDelta"
  | "suspendedDelta"
  | "amountValue"
  | "balanceAfter"
  | "accumulatedAfter"
  | "redeemedAfter"
  | "suspendedAfter"
  | "relatedEntryId"
>;
/** Possible outcomes of a request: its entry, unless the rules refuse it, and every right refusal. */
export interface Expected {
  effect?: Effect;
  /** The redemption of a bill, or its cancellation, right before the entry, which is the reward's (rules.md §25). */
  before?: Effect;
  /** Coupons of a bill that are opened again with it. */
  reopens?: readonly string[];
  /** The wallet's limits that the entry passes, so that somebody else must have let it. */
  beyond?: readonly ApprovableLimit[];
  codes: readonly number[];
  /** What is answered instead where the coupon that this entry issued was used. */
  ifUsed?: { code: number; entryId: number };
  /** The most points that promotions may have added, where none are counted in. */
  mayAdd?: number;
}

/** What a request comes to, before it is added to what the wallet has; what is absent does not change. */
interface Change {
  logTypeId: number;
  amount: number;
  pointsDelta: number;
  suspendedDelta?: number;
  accumulatedDelta?: number;
  redeemedDelta?: number;
  amountValue: bigint;
  relatedEntryId: number | null;
  ifUsed?: Expected["ifUsed"];
}

interface Past {
  entry: LoggedEntry;
  givenBack: number;
  givenBackValue: bigint;
  openRefunds: number;
  isCancelled: boolean;
  /** Of a settled bill: the price of its goods that came back. */
  goodsBack: bigint;
  /** Of a reward: points of it that have not ripened. */
  pending: number;
  /** Of a hold: whether its points are still set aside. */
  isOpen: boolean;
  /** Whether a coupon that it issued has not been ended. */
  hasCoupon: boolean;
  /** Of a reward on which promotions acted: its points that are not of the rate, those of a newcomer's welcome and of each promotion. */
  kept?: { welcome: number; promotions: readonly Offered[] } | undefined;
}

const STATUSES = {
  Reward: [1, 2],
  RedeemUser: [1],
  Refund: [1, 2, 3],
  ReturnReward: [1, 2, 3],
  Cancel: [1, 2, 3],
  Hold: [1],
  Capture: [1, 2, 3],
  Release: [1, 2, 3],
  IssueCoupon: [1],
  RedeemCoupon: [1, 2],
  CancelCoupon: [1, 2, 3],
  Settle: [1, 2],
};
const STATUS_CODE = [0, 1202, 1202, 1203, 1202, 1204, 1206];
/** What is answered beyond a limit: without a reference there is nothing that could be approved (rules.md §15). */
export function codeBeyondLimits(world: WorldFacts, { key }: FaultRequest): 1702 | 1704 {
  return world.approvesBeyondLimits && key !== undefined ? 1704 : 1702;
}

/**
 * One wallet as docs/rules.md describes it, with all cards and children that earn into it and spend from it. Of lots it knows nothing
 * (`verify` does); what lapses it takes from the log.
 */
export class WalletModel {
  private balance = 0;
  private accumulated = 0;
  private redeemed = 0;
  private suspended = 0;
  private segmentId: number;
  private readonly firstSegmentId: number;
  /** Which bill led to which tier, of bills that stand. */
  private tierMoves: { entryId: number; to: number }[] = [];
  /** Whether the first reward of a customer whom somebody brought is still to come. */
  private isWaiting: boolean;
  /** That reward, once it is there. */
  private decidedBy: number | undefined;
  private readonly past = new Map<number, Past>();
  /** Of today: rewards, also cancelled ones, and by their entries the values redeemed without proof. */
  private rewards = 0;
  private readonly unproved = new Map<number, bigint>();
  /** Entries of requests by client and reference, for cancelling by reference. */
  private readonly byKey = new Map<string, number>();

  /** How often each promotion acted for each customer, by its number and their code. */
  private readonly uses = new Map<string, number>();

  /** @param members of a pool: its cards and children; of others nobody */
  constructor(
    private readonly world: WorldFacts,
    private readonly wallet: WalletFacts,
    private readonly members: readonly WalletFacts[] = [],
    private readonly takenOff: TakenOff = (numbers) => numbers.map(() => 0n),
  ) {
    this.segmentId = wallet.segmentId;
    this.firstSegmentId = wallet.segmentId;
    this.isWaiting = wallet.broughtBy !== undefined;
  }

  /**
   * What may come of the request if it is carried out now.
   * @param added what promotions give with it, as its entry says
   */
  expect(request: FaultRequest, added = 0): Expected {
    const addressed = this.addressedBy(request);
    if (request.operation === "Settle") return this.expectBill(request, addressed, added);
    const { entry } = isNaming(request) ? (this.named(request, addressed) ?? {}) : {};
    const isOfBill = (entry?.bill ?? entry?.goods) != null;
    if (isOfBill && request.operation === "Cancel") return this.expectUndone(request, addressed);
    if (entry?.bill?.id === entry?.id && isOfBill && request.operation === "ReturnReward")
      return this.expectGoods(request, addressed);
    const alone = this.expectAlone(request, addressed, added);
    // Points that paid a bill come back with its goods alone.
    const isRefused = isOfBill && request.operation === "Refund" && isOfRules(alone);
    return isRefused ? { codes: [1402] } : alone;
  }

  /** A settlement is its redemption, and the reward of what that leaves: both or neither. */
  private expectBill(request: FaultRequest, addressed: WalletFacts, added: number): Expected {
    const codes = this.standing(request, addressed);
    const payable = this.payableOf(request);
    const paid = this.paidOf(request, payable);
    // The pool's standing is looked at with the parts.
    const isAsked = codes.length === 0 || (addressed !== this.wallet && !standingCode(request, addressed));
    if (paid > payable && isAsked) return { codes: [1002, ...codes] };
    if (codes.length > 0) return { codes };
    const payment = paid === 0n ? undefined : this.expect(partOfBill(request, "RedeemUser", paid));
    return this.following(payment, () => this.expect(this.rewardOf(request, paid), added));
  }

  /** The reward of a settlement whose redemption pays so much. */
  private rewardOf(request: FaultRequest, paid: bigint): FaultRequest {
    const payable = this.payableOf(request);
    return partOfBill(request, "Reward", this.world.earnsOnRest ? payable - paid : payable);
  }

  /** A bill, or the return of its goods, is undone whole: its redemption, or the refund, first, which is not undone alone. */
  private expectUndone(request: FaultRequest, addressed: WalletFacts): Expected {
    const { entry } = this.named(request, addressed) ?? {};
    const { bill, goods } = entry ?? {};
    const whole = bill ?? goods;
    if (whole == null) return { codes: [1401] };
    const undo = (id: number) => this.expectAlone(undoingOf(request, id), addressed);
    if (whole.id !== entry?.id) {
      const { codes, effect } = undo(entry?.id ?? 0);
      return { codes: effect === undefined ? codes : [1414] };
    }
    const firstId = bill?.redemptionId ?? goods?.refundId ?? null;
    const first = firstId === null ? undefined : undo(firstId);
    const undone = this.following(first, () => undo(whole.id));
    return { ...undone, reopens: (bill?.coupons ?? []).map(({ number }) => number) };
  }

  /** Goods of a bill bring back what points paid of them, and then what their reward was: each part rounded down on all that came back. */
  private expectGoods(request: FaultRequest, addressed: WalletFacts): Expected {
    const codes = this.standing(request, addressed);
    if (codes.length > 0) return { codes };
    const reward = this.named(request, addressed);
    const bill = reward?.entry.bill;
    if (reward === undefined || bill == null) return { codes: [1401] };
    const goods = priceOfGoods(request, reward, BigInt(bill.value));
    if (typeof goods === "number") return { codes: [goods] };
    const shareOf = ({ entry, givenBackValue }: Past) => {
      const due = ((reward.goodsBack + goods) * entry.amountValue) / BigInt(bill.value);
      return { id: entry.id, hundredths: due - least(due, givenBackValue) };
    };
    const redemption = this.past.get(bill.redemptionId ?? 0);
    const paid = redemption && shareOf(redemption);
    const refund =
      paid === undefined || paid.hundredths === 0n
        ? undefined
        : this.expectAlone(partOfGoods(request, "Refund", paid), addressed);
    const back = partOfGoods(request, "ReturnReward", shareOf(reward));
    return this.following(refund, () => this.expectAlone(back, addressed));
  }

  /** The second of two entries, expected on the state that the first leaves; a refusal of the first is the answer. Undefined: there is no first. */
  private following(first: Expected | undefined, then: () => Expected): Expected {
    if (first === undefined) return then();
    if (first.effect === undefined) return first;
    const { balance, accumulated, redeemed, suspended } = this;
    const { balanceAfter, accumulatedAfter, redeemedAfter, suspendedAfter } = first.effect;
    Object.assign(this, { balance: balanceAfter, accumulated: accumulatedAfter });
    Object.assign(this, { redeemed: redeemedAfter, suspended: suspendedAfter });
    const last = then();
    Object.assign(this, { balance, accumulated, redeemed, suspended });
    return { ...last, before: first.effect, codes: [...first.codes, ...last.codes] };
  }

  private payableOf(request: FaultRequest): bigint {
    const bill = billValueOf(request);
    return this.takenOff(couponsOf(request), bill).reduce((left, off) => left - off, bill);
  }

  /** Of "max" as much as the points pay, which may be nothing. */
  private paidOf({ content: { RedeemValue } }: FaultRequest, payable: bigint): bigint {
    if (RedeemValue === undefined) return 0n;
    if (RedeemValue !== "max") return hundredthsOf(Number(RedeemValue));
    const { redeemThreshold, redeemFactor } = this.segment();
    if (!this.wallet.redemptionEnabled || this.balance < redeemThreshold) return 0n;
    const points = Math.max(0, Math.min(this.balance, this.world.pointsPerEntryMax));
    return least(payable, worth(points, redeemFactor));
  }

  private expectAlone(request: FaultRequest, addressed: WalletFacts, added = 0): Expected {
    const codes = [...this.standing(request, addressed), ...this.pinCodes(request, addressed)];
    // With the right PIN a wallet may still be locked: guesses are not in the log.
    if (codes.some((code) => code !== 1312)) return { codes };
    // Coupons are in no log.
    if (isAboutCoupon(request)) return { codes };
    const result = this.outcome(request, addressed, added);
    if (typeof result === "number") return { codes: [result, ...codes] };
    if (this.isBeyondAllowance(addressed, result)) return { codes: [1702, ...codes] };
    const { ifUsed } = result;
    const expected = this.withinLimits(request, addressed, { effect: this.effect(result), codes });
    // Whether it was used is looked at before limits are.
    const offered = request.operation === "Reward" ? this.offered(request).offered : [];
    const mayAdd = offered.reduce((sum, { points }) => sum + points, 0);
    return { ...expected, ...(ifUsed && { ifUsed }), ...(mayAdd > 0 && { mayAdd }) };
  }

  /**
   * The same where what is due by a moment of the service's clock is written first: that of a refused request is not in the log yet.
   * Undefined: nothing is due.
   */
  expectWhenSettled(request: FaultRequest, until: number, today: string): Expected | undefined {
    const due = [...this.past.values()].filter(
      ({ entry, isOpen, pending }) =>
        (isOpen && (entry.endsAt ?? Number.POSITIVE_INFINITY) <= until) ||
        (pending > 0 && (entry.ripensOn ?? "9") <= today),
    );
    if (due.length === 0) return undefined;
    const kept = due.map((past) => ({ past, isOpen: past.isOpen, pending: past.pending }));
    const { balance, suspended } = this;
    for (const past of due) {
      const points = past.isOpen ? past.entry.amount : past.pending;
      this.balance += points;
      this.suspended -= points;
      past.isOpen = false;
      past.pending = 0;
    }
    const expected = this.expect(request);
    Object.assign(this, { balance, suspended });
    for (const { past, isOpen, pending } of kept) Object.assign(past, { isOpen, pending });
    return { codes: expected.codes };
  }

  /** What is wrong with a release that nobody asked for: a hold ends when its time has come, a reward ripens on its day. */
  wrongRelease(entry: LoggedEntry): string | undefined {
    const past = this.past.get(entry.relatedEntryId ?? 0);
    if (past === undefined || (!past.isOpen && past.pending === 0)) return "released what was not set aside";
    const points = past.isOpen ? past.entry.amount : past.pending;
    if (entry.suspendedDelta !== -points || entry.pointsDelta !== points || entry.amount !== points)
      return `released ${entry.amount} instead of ${points}`;
    const isDue = past.isOpen
      ? (past.entry.endsAt ?? 0) <= (entry.at ?? 0)
      : (past.entry.ripensOn ?? "9") <= entry.day;
    if (!isDue) return "released what was not due yet";
    const isContinued =
      entry.balanceAfter === this.balance + points &&
      entry.suspendedAfter === this.suspended - points &&
      entry.accumulatedAfter === this.accumulated &&
      entry.redeemedAfter === this.redeemed;
    return isContinued ? undefined : "does not continue its log";
  }

  /** What should have been released before an entry that somebody asked for: holds and rewards, by their numbers. */
  overdueAt({ at, day }: LoggedEntry): number[] {
    if (at === undefined) return [];
    return [...this.past].flatMap(([id, { entry, isOpen, pending }]) => {
      const isOver = isOpen && (entry.endsAt ?? Number.POSITIVE_INFINITY) <= at;
      return isOver || (pending > 0 && (entry.ripensOn ?? "9") <= day) ? [id] : [];
    });
  }

  private addressedBy({ content }: FaultRequest): WalletFacts {
    return this.members.find(({ code }) => code === content.WalletCode) ?? this.wallet;
  }

  /** Limits are looked at last. Those of a person and of an invoice are about other wallets too: the checker knows them. */
  private withinLimits(
    request: FaultRequest,
    addressed: WalletFacts,
    { effect, codes }: { effect: Effect; codes: readonly number[] },
  ): Expected {
    const limits = this.world.clients.get(request.clientId)?.limits ?? null;
    if (limits === null) return { effect, codes };
    if (isPaid(request.operation) && this.pinOf(addressed) === undefined) {
      const used = [...this.unproved.values()].reduce((sum, value) => sum + value, this.counted(effect));
      return used > inHundredths(limits.unprovedValueMax) ? { codes: [1307, ...codes] } : { effect, codes };
    }
    const beyond = effect.logTypeId === 2 ? this.beyond(limits, effect) : [];
    if (beyond.length === 0) return { effect, codes };
    const code = codeBeyondLimits(this.world, request);
    return code === 1704 ? { effect, beyond, codes: [code, ...codes] } : { codes: [code, ...codes] };
  }

  /** Money as limits count it: no less than the points are worth in the wallet's tier. */
  private counted({ amount, amountValue }: Pick<Effect, "amount" | "amountValue">): bigint {
    const points = worth(amount, this.segment().redeemFactor);
    return points > amountValue ? points : amountValue;
  }

  private beyond(limits: ClientLimits, { amountValue }: Effect): ApprovableLimit[] {
    return [
      ...(amountValue > inHundredths(limits.rewardValueMax) ? (["rewardValueMax"] as const) : []),
      ...(this.rewards + 1 > limits.walletRewardsMax ? (["walletRewardsMax"] as const) : []),
    ];
  }

  /** What is captured was held before, within the allowance of that month. */
  private isBeyondAllowance(addressed: WalletFacts, { logTypeId, amount, relatedEntryId }: Change): boolean {
    const allowance = addressed.pooled?.allowance ?? null;
    const isSpending = logTypeId === 12 || (logTypeId === 1 && relatedEntryId === null);
    return allowance !== null && isSpending && amount > Math.max(0, allowance - this.spentBy(addressed));
  }

  /** What a child has spent this month and what it holds, less what came back, out of its entries. */
  private spentBy({ code }: WalletFacts): number {
    const month = this.world.today.slice(0, 7);
    const past = [...this.past.values()];
    const left = ({ entry, givenBack, isCancelled }: Past) => (isCancelled ? 0 : entry.amount - givenBack);
    return past.reduce((sum, one) => {
      const { logTypeId, id, actorCode, day, relatedEntryId, amount } = one.entry;
      if (actorCode !== code || day.slice(0, 7) !== month) return sum;
      if (logTypeId === 1 && relatedEntryId === null) return sum + left(one);
      if (logTypeId !== 12) return sum;
      const captured = past.find(({ entry }) => entry.logTypeId === 1 && entry.relatedEntryId === id);
      return sum + (one.isOpen ? amount : captured === undefined ? 0 : left(captured));
    }, 0);
  }

  private standing(request: FaultRequest, addressed: WalletFacts): number[] {
    const { clientId, key, content } = request;
    const client = this.world.clients.get(clientId);
    const isActive = client?.branches.get(String(content.BranchMsisdn));
    const codes: number[] = [];
    if (client?.needsKey && key === undefined) codes.push(1504);
    if (isActive === undefined) codes.push(1110);
    if (isActive === false) codes.push(1111);
    if (content.ContactMsisdn !== addressed.msisdn) codes.push(1201);
    if (codes.length > 0) return codes;
    const own = standingCode(request, addressed);
    if (own !== undefined) return [own];
    if (isAboutCoupon(request)) return [];
    // Whoever names an entry that is not theirs is told that first.
    const isOfPool = isNaming(request) ? this.named(request, addressed) !== undefined : true;
    const pools = addressed === this.wallet || !isOfPool ? undefined : standingCode(request, this.wallet);
    return pools === undefined ? [] : [pools];
  }

  /** The PIN that proves who an addressed wallet's customer is: of a card that of its main wallet. */
  private pinOf(addressed: WalletFacts): string | undefined {
    return addressed.pooled?.isCard ? this.wallet.pin : addressed.pin;
  }

  private pinCodes({ operation, pin, content }: FaultRequest, addressed: WalletFacts): number[] {
    const own = this.pinOf(addressed);
    if (!isPaid(operation) || own === undefined) return [];
    // An offer that is not sold for points needs no PIN; a PIN that is typed is judged all the same.
    const offer = this.world.coupons?.templates.get(Number(content.OfferNumber));
    if (operation === "IssueCoupon" && offer?.cost == null && pin === undefined) return [];
    if (pin === undefined) return [1310, 1312];
    return pin === own ? [1312] : [1311, 1312];
  }

  private segment(id = this.segmentId): SegmentFacts {
    const found = this.world.segments.find((one) => one.id === id);
    if (found === undefined) throw new Error(`Segment ${id} is not known`);
    return found;
  }

  /**
   * Points that promotions may give with a reward, whatever is left of their budgets, and the most that the reward has room for.
   * @param paid of a settlement: what its redemption paid, which is in the log
   */
  offered(asked: FaultRequest, paid = 0n): { offered: Offered[]; room: number } {
    const request = asked.operation === "Settle" ? this.rewardOf(asked, paid) : asked;
    const { clientId, content } = request;
    const addressed = this.addressedBy(request);
    const value = hundredthsOf(Number(content.PointsValue ?? 0));
    // Nothing acts on a bill of which nothing is left.
    if (value === 0n) return { offered: [], room: 0 };
    const { merchantId = 0 } = this.world.clients.get(clientId) ?? {};
    const { rewardFactor } = this.segment();
    const offered = (this.world.promotions?.all ?? []).flatMap((promotion): Offered[] => {
      const { number, gives, merchantIds, least: minimum, isForFirst, walletMax } = promotion;
      const isHere = merchantIds.length === 0 || merchantIds.includes(merchantId);
      const isUsedUp = walletMax !== null && (this.uses.get(`${number} ${addressed.code}`) ?? 0) >= walletMax;
      const isTooLate = isForFirst && this.accumulated > 0;
      if (!isHere || isUsedUp || isTooLate || (minimum !== null && value < minimum)) return [];
      const points = gives === "the bill again" ? earned(value, rewardFactor) : gives;
      return points > 0 ? [{ promotion, points }] : [];
    });
    return { offered, room: this.roomFor(this.billOf(value)) };
  }

  private billOf(value: bigint): number {
    const { rewardFactor, bonusPoints } = this.segment();
    return value === 0n ? 0 : earned(value, rewardFactor) + bonusPoints;
  }

  private roomFor(bill: number): number {
    const { pointsPerEntryMax, balanceMax } = this.world;
    return Math.min(pointsPerEntryMax, balanceMax - this.balance - this.suspended) - bill;
  }

  private outcome(request: FaultRequest, addressed: WalletFacts, added: number): number | Change {
    const { content } = request;
    const value = hundredthsOf(Number(content.PointsValue ?? 0));
    const segment = this.segment();
    if (request.operation === "Reward") {
      const bill = this.billOf(value);
      const room = this.roomFor(bill);
      if (room < 0) return 1304;
      const welcome = Math.max(0, Math.min(this.welcome(value), room - added));
      return this.reward(request, bill + added + welcome, value);
    }
    if (request.operation === "RedeemUser")
      return this.pay(addressed, needed(value, segment.redeemFactor), { logTypeId: 1, value });
    if (request.operation === "Hold") return this.hold(request, addressed);
    if (request.operation === "IssueCoupon") return this.buyCoupon(request, addressed);
    const past = this.named(request, addressed);
    if (request.operation === "Capture") return this.capture(request, past);
    if (request.operation === "Release") return this.release(past);
    if (past === undefined) return 1401;
    if (request.operation === "Refund") return this.refund(request, past);
    return request.operation === "ReturnReward" ? this.takeBack(request, past) : this.cancel(request, past);
  }

  /** The entry that a request names, where its wallet and its merchant may name it. */
  private named(request: FaultRequest, addressed: WalletFacts): Past | undefined {
    const { content, clientId } = request;
    const original = content.OriginalExternalLogId;
    const id =
      request.operation === "Capture" || request.operation === "Release"
        ? content.HoldId
        : original === undefined
          ? content.TransactionId
          : this.byKey.get(`${clientId}/${original}`);
    const past = this.past.get(Number(id));
    const { merchantId } = this.world.clients.get(clientId) ?? {};
    if (past === undefined || (past.entry.merchantId !== null && past.entry.merchantId !== merchantId))
      return undefined;
    return addressed === this.wallet || past.entry.actorCode === addressed.code ? past : undefined;
  }

  /** Points of a merchant whose rewards ripen are set aside first. */
  private reward({ clientId }: FaultRequest, points: number, value: bigint): Change {
    const { merchantId } = this.world.clients.get(clientId) ?? {};
    const isPending = points > 0 && (this.world.ripeningMerchants?.has(merchantId ?? 0) ?? false);
    return {
      ...{ logTypeId: 2, amount: points, amountValue: value, relatedEntryId: null },
      ...{ pointsDelta: isPending ? 0 : points, suspendedDelta: isPending ? points : 0 },
      accumulatedDelta: points,
    };
  }

  /** What a reward brings its customer for having been brought. */
  private welcome(value: bigint): number {
    const { referrals } = this.world;
    return this.isWaiting && decides(referrals, value) ? (referrals?.newcomerBonus ?? 0) : 0;
  }

  /** Takes points as a redemption does, or sets them aside for one. */
  private pay(
    addressed: WalletFacts,
    points: number,
    { logTypeId, value }: { logTypeId: 1 | 12; value: bigint },
  ): number | Change {
    const { redeemThreshold } = this.segment();
    if (!this.wallet.redemptionEnabled || !addressed.redemptionEnabled) return 1306;
    if (redeemThreshold > 0 && this.balance < redeemThreshold) return 1302;
    if (points > this.world.pointsPerEntryMax) return 1304;
    if (points > this.balance) return 1301;
    return {
      ...{ logTypeId, amount: points, pointsDelta: -points + 0, amountValue: value, relatedEntryId: null },
      ...(logTypeId === 1 ? { redeemedDelta: points } : { suspendedDelta: points }),
    };
  }

  private buyCoupon({ content, clientId }: FaultRequest, addressed: WalletFacts): number | Change {
    const { merchantId } = this.world.clients.get(clientId) ?? {};
    const offer = this.world.coupons?.templates.get(Number(content.OfferNumber));
    if (!addressed.redemptionEnabled && addressed !== this.wallet) return 1306;
    const isTheirs = offer?.merchantId == null || offer.merchantId === merchantId;
    if (offer === undefined || offer.cost === null || !isTheirs) return 1420;
    return this.pay(addressed, offer.cost, {
      logTypeId: 1,
      value: worth(offer.cost, this.segment().redeemFactor),
    });
  }

  private hold({ content }: FaultRequest, addressed: WalletFacts): number | Change {
    const { redeemFactor } = this.segment();
    const { Points } = content as { Points?: number };
    const money = content.PointsValue === undefined ? undefined : hundredthsOf(Number(content.PointsValue));
    // A child that may not spend is told so before anything is looked at.
    if (!addressed.redemptionEnabled && addressed !== this.wallet) return 1306;
    if (Points !== undefined && money !== undefined && !agree(Points, money, redeemFactor)) return 1405;
    const value = money ?? worth(Points ?? 0, redeemFactor);
    return this.pay(addressed, Points ?? needed(value, redeemFactor), { logTypeId: 12, value });
  }

  /** A hold is redeemed once, as a whole or in part; what is left of it goes back in the same entry. */
  private capture({ content }: FaultRequest, past: Past | undefined): number | Change {
    if (past === undefined || !past.isOpen) return 1418;
    const { entry } = past;
    const { Points } = content as { Points?: number };
    const money = content.PointsValue === undefined ? undefined : hundredthsOf(Number(content.PointsValue));
    const isAll = Points === undefined && (money === undefined || money === entry.amountValue);
    const points = Points ?? (isAll ? entry.amount : needed(money ?? 0n, entry.factor));
    if (points > entry.amount || (Points === undefined && (money ?? 0n) > entry.amountValue)) return 1419;
    const isWhole = points === entry.amount && money === entry.amountValue;
    if (Points !== undefined && money !== undefined && !isWhole && !agree(Points, money, entry.factor))
      return 1405;
    const isWorthAll = isAll || (points === entry.amount && money === undefined);
    return {
      ...{ logTypeId: 1, amount: points, pointsDelta: entry.amount - points, redeemedDelta: points },
      suspendedDelta: -entry.amount,
      amountValue: isWorthAll
        ? entry.amountValue
        : least(entry.amountValue, money ?? worth(points, entry.factor)),
      relatedEntryId: entry.id,
    };
  }

  private release(past: Past | undefined): number | Change {
    if (past === undefined || !past.isOpen) return 1418;
    const { id, amount, amountValue } = past.entry;
    return {
      ...{ logTypeId: 10, amount, pointsDelta: amount, suspendedDelta: -amount, amountValue },
      relatedEntryId: id,
    };
  }

  private refund({ content }: FaultRequest, past: Past): number | Change {
    const { entry, hasCoupon } = past;
    const { points: Points, money } = partOf(content);
    const rules = this.world.merchants.get(entry.merchantId ?? 0);
    if (entry.logTypeId !== 1) return 1402;
    if (isUsedUp(past, { points: Points, money })) return 1403;
    if (rules && this.world.today > daysAfter(entry.day, rules.refundWindowDays)) return 1406;
    if (rules?.refundSameBranchOnly && content.BranchMsisdn !== entry.branchMsisdn) return 1407;
    const left = past.isCancelled ? 0 : entry.amount - past.givenBack;
    const leftValue = moneyLeft(past);
    const isWhole = Points === left && money === leftValue;
    if (Points !== undefined && money !== undefined && !isWhole && !agree(Points, money, entry.factor))
      return 1405;
    const isAll = Points === undefined ? money === undefined || isRest(past, money) : Points === left;
    if (Points === undefined ? !isAll && (money ?? 0n) > leftValue : Points > left) return 1404;
    const due = () => needed(past.givenBackValue + (money ?? 0n), entry.factor) - past.givenBack;
    const points = isAll ? left : (Points ?? Math.min(left, Math.max(0, due())));
    const value = isAll ? leftValue : least(leftValue, money ?? worth(points, entry.factor));
    // A coupon is given back as a whole or not at all.
    if (hasCoupon && points !== entry.amount) return 1402;
    return {
      ...{ logTypeId: 3, amount: points, pointsDelta: points, redeemedDelta: -points },
      ...{ amountValue: value, relatedEntryId: entry.id },
      ...this.withCoupon(1402, entry, hasCoupon),
    };
  }

  /** Goods of a bill came back; the customer keeps what the others earn, and of a bonus nothing only when none are left. */
  private takeBack({ content }: FaultRequest, past: Past): number | Change {
    const { entry, pending, hasCoupon } = past;
    const { points: Points, money: price } = partOf(content);
    const rules = this.world.merchants.get(entry.merchantId ?? 0);
    if (entry.logTypeId !== 2) return 1402;
    if (past.isCancelled) return 1411;
    // Goods of a bill are recorded, whatever they take of its reward.
    if (entry.bill == null && isUsedUp(past, { points: Points, money: price })) return 1403;
    if (rules && this.world.today > daysAfter(entry.day, rules.returnWindowDays)) return 1406;
    if (rules?.refundSameBranchOnly && content.BranchMsisdn !== entry.branchMsisdn) return 1407;
    const held = entry.amount - past.givenBack;
    const bill = moneyLeft(past);
    const isWhole = Points === held && price === bill;
    const isMeant = (points: number, money: bigint) =>
      past.kept === undefined
        ? agree(points, money, entry.factor)
        : Math.abs(this.goodsOf(past, money) - points) <= 1;
    if (Points !== undefined && price !== undefined && !isWhole && !isMeant(Points, price)) return 1405;
    const isEverything = Points === undefined ? price === undefined || isRest(past, price) : Points === held;
    if (Points === undefined ? !isEverything && (price ?? 0n) > bill : Points > held) return 1404;
    const taken = isEverything ? held : (Points ?? this.goodsOf(past, price ?? 0n));
    const unripe = Math.min(taken, pending);
    if (this.isIntoDebt(taken - unripe)) return 1415;
    const value = isEverything ? bill : least(bill, price ?? priceOf(past, taken));
    return {
      ...{ logTypeId: 11, amountValue: value, relatedEntryId: entry.id, accumulatedDelta: -taken },
      ...takenFrom(taken, unripe),
      ...this.withCoupon(1402, entry, hasCoupon && taken === held),
    };
  }

  /** Points that goods of so much money take of a reward: all that the wallet has of it, less what the rest of the bill keeps. */
  private goodsOf(past: Past, price: bigint): number {
    const { entry, givenBack, kept } = past;
    const held = entry.amount - givenBack;
    const bill = moneyLeft(past);
    const rest = bill - least(bill, price);
    if (rest === 0n) return held;
    const atRate = (points: number) =>
      points - earned(entry.amountValue, entry.factor) + earned(rest, entry.factor);
    const { welcome = 0, promotions = [] } = kept ?? {};
    const given = promotions.reduce((sum, { points }) => sum + points, welcome);
    const ofPromotions = promotions.map(({ points, promotion }) => {
      if (promotion.gives === "the bill again") return Math.min(points, earned(rest, entry.factor));
      return promotion.least === null || rest >= promotion.least ? points : 0;
    });
    const stays = ofPromotions.reduce((sum, points) => sum + points, atRate(entry.amount - given) + welcome);
    return Math.min(held, Math.max(0, held - stays));
  }

  /** What issued a coupon is undone as long as that was not used, or where it may be. */
  private withCoupon(code: number, { id }: LoggedEntry, ends: boolean): Pick<Change, "ifUsed"> {
    return ends && !this.world.coupons?.allowsUsed ? { ifUsed: { code, entryId: id } } : {};
  }

  /** Whether taking so many spendable points back is refused, because they are not there any more. */
  private isIntoDebt(points: number): boolean {
    return this.world.refusesCancelIntoDebt && points > Math.max(0, this.balance);
  }

  private cancel({ content }: FaultRequest, past: Past): number | Change {
    const { entry, isCancelled, openRefunds, pending, hasCoupon } = past;
    const { id, logTypeId, amount, amountValue } = entry;
    if (logTypeId === 12 && content.OriginalExternalLogId !== undefined) {
      const released = this.release(past);
      const isCaptured = (one: Past) => one.entry.logTypeId === 1 && one.entry.relatedEntryId === id;
      return released !== 1418 || [...this.past.values()].some(isCaptured) ? released : 1411;
    }
    if (![1, 2, 3, 11].includes(logTypeId)) return 1414;
    if (isCancelled) return 1411;
    if (openRefunds > 0) return 1413;
    if (entry.day < this.world.cancellableSince) return 1412;
    if (logTypeId === 11) return this.undoReturn(past);
    const change = {
      ...{ logTypeId: 4, amountValue, relatedEntryId: id },
      ...this.withCoupon(1414, entry, hasCoupon),
    };
    if (logTypeId === 1) return { ...change, amount, pointsDelta: amount, redeemedDelta: -amount };
    const unripe = logTypeId === 2 ? pending : 0;
    if (this.isIntoDebt(amount - unripe)) return 1415;
    // The coupon that a refund ended would be missing.
    if (this.past.get(entry.relatedEntryId ?? 0)?.entry.coupon?.voidedBy === id) return 1414;
    return {
      ...{ ...change, ...takenFrom(amount, unripe) },
      ...(logTypeId === 2 ? { accumulatedDelta: -amount } : { redeemedDelta: amount }),
    };
  }

  /** Goods stay with the customer; what the last of a bill ended for good, a coupon or a referral, keeps its returns as they are. */
  private undoReturn({ entry }: Past): number | Change {
    const { id, amount, amountValue, suspendedDelta } = entry;
    const reward = this.past.get(entry.relatedEntryId ?? 0);
    if (reward === undefined) return 1414;
    const { coupon, ripensOn } = reward.entry;
    const isWhole = amount > 0 && reward.givenBack === reward.entry.amount;
    if (isWhole && this.decidedBy === reward.entry.id) return 1414;
    const staysWhole = reward.givenBack - amount === reward.entry.amount && reward.openRefunds > 1;
    const isEnded = coupon != null && !reward.hasCoupon;
    if (isEnded && (!staysWhole || coupon.voidedBy === id)) return 1414;
    const aside = ripensOn != null && ripensOn > this.world.today ? -suspendedDelta : 0;
    return {
      ...{ logTypeId: 4, amountValue, relatedEntryId: id, accumulatedDelta: amount },
      ...{ amount: Math.max(aside, amount - aside), pointsDelta: amount - aside, suspendedDelta: aside },
    };
  }

  private effect(change: Change): Effect {
    const { logTypeId, amount, pointsDelta, suspendedDelta = 0, amountValue, relatedEntryId } = change;
    return {
      ...{ logTypeId, amount, pointsDelta, suspendedDelta, amountValue, relatedEntryId },
      balanceAfter: this.balance + pointsDelta,
      accumulatedAfter: this.accumulated + (change.accumulatedDelta ?? 0),
      redeemedAfter: this.redeemed + (change.redeemedDelta ?? 0),
      suspendedAfter: this.suspended + suspendedDelta,
    };
  }

  /** Moves to the state after an entry of the log, even where the model disagrees with it. */
  follow(entry: LoggedEntry, key?: string): void {
    const kept = entry.logTypeId === 2 ? this.keptOf(entry) : undefined;
    this.balance = entry.balanceAfter;
    this.accumulated = entry.accumulatedAfter;
    this.redeemed = entry.redeemedAfter;
    this.suspended = entry.suspendedAfter;
    const pending = entry.logTypeId === 2 ? entry.suspendedDelta : 0;
    this.past.set(entry.id, {
      ...{ entry, givenBack: 0, givenBackValue: 0n, openRefunds: 0, isCancelled: false, goodsBack: 0n },
      ...{ pending, isOpen: entry.logTypeId === 12, hasCoupon: entry.coupon != null, kept },
    });
    if (key !== undefined) this.byKey.set(key, entry.id);
    if (entry.logTypeId === 2 && this.isWaiting && decides(this.world.referrals, entry.amountValue)) {
      this.isWaiting = false;
      this.decidedBy = entry.id;
    }
    this.count(entry);
    this.countUses(entry, 1);
    const related = this.past.get(entry.relatedEntryId ?? 0);
    if (related !== undefined) this.followRelated(entry, related);
    if (entry.logTypeId === 2) this.moveTierFor(entry.id);
  }

  private moveTierFor(entryId: number): void {
    const before = this.segmentId;
    this.segmentId = this.reachedFrom(before);
    if (this.segmentId !== before) this.tierMoves.push({ entryId, to: this.segmentId });
  }

  /** The tier that the lifetime points reach; never one below `id`. */
  private reachedFrom(id: number): number {
    const present = this.segment(id).value;
    const reached = this.world.segments.filter(({ value }) => value <= this.accumulated && value > present);
    return reached.sort((one, other) => other.value - one.value)[0]?.id ?? id;
  }

  /** A bill that is undone whole takes its own move of tier back; those of other bills stay, and what the points still reach. */
  private undoTierOf(entryId: number): void {
    if (this.tierMoves.every((move) => move.entryId !== entryId)) return;
    this.tierMoves = this.tierMoves.filter((move) => move.entryId !== entryId);
    const standing = [this.firstSegmentId, ...this.tierMoves.map(({ to }) => to)];
    const best = standing.sort((one, other) => this.segment(other).value - this.segment(one).value)[0];
    this.segmentId = this.reachedFrom(best ?? this.firstSegmentId);
  }

  /** Of a reward that is being followed: which of its points are not of the rate. */
  private keptOf({ amountValue, amount, parts }: LoggedEntry): Past["kept"] {
    const promotions = (parts ?? []).flatMap(({ number, points }): Offered[] => {
      const promotion = this.world.promotions?.all.find((one) => one.number === number);
      return promotion === undefined ? [] : [{ promotion, points }];
    });
    if (promotions.length === 0) return undefined;
    const given = promotions.reduce((sum, { points }) => sum + points, 0);
    const welcome = this.welcome(amountValue) > 0 ? amount - this.billOf(amountValue) - given : 0;
    return { welcome, promotions };
  }

  private followRelated(entry: LoggedEntry, related: Past): void {
    const { logTypeId, suspendedDelta } = entry;
    if (related.entry.coupon?.voidedBy === entry.id) related.hasCoupon = false;
    if (related.entry.logTypeId === 2) related.pending += suspendedDelta;
    if (logTypeId === 1 || logTypeId === 10) related.isOpen = false;
    if (logTypeId === 3 || logTypeId === 11) this.giveBack(related, entry, 1);
    const isWhole = logTypeId === 11 && entry.amount > 0 && related.givenBack === related.entry.amount;
    if (isWhole || (logTypeId === 4 && related.entry.logTypeId === 2)) this.undoTierOf(related.entry.id);
    if (logTypeId !== 4) return;
    related.isCancelled = true;
    this.countUses(related.entry, -1);
    const redemption =
      related.entry.logTypeId === 3 ? this.past.get(related.entry.relatedEntryId ?? 0) : undefined;
    if (redemption !== undefined) this.giveBack(redemption, related.entry, -1);
    const reward =
      related.entry.logTypeId === 11 ? this.past.get(related.entry.relatedEntryId ?? 0) : undefined;
    if (reward === undefined) return;
    this.giveBack(reward, related.entry, -1);
    reward.pending += suspendedDelta;
    this.moveTierFor(reward.entry.id);
  }

  private countUses({ parts, actorCode, walletCode }: LoggedEntry, times: 1 | -1): void {
    for (const { number } of parts ?? []) {
      const name = `${number} ${actorCode ?? walletCode}`;
      this.uses.set(name, (this.uses.get(name) ?? 0) + times);
    }
  }

  private count(entry: LoggedEntry): void {
    const { id, logTypeId, day, relatedEntryId } = entry;
    if (logTypeId === 4 || logTypeId === 10) this.unproved.delete(relatedEntryId ?? 0);
    if (day !== this.world.today) return;
    if (logTypeId === 2) this.rewards += 1;
    // A wallet with a PIN is asked for it, so that what it redeemed was proved; of what is captured the hold counts.
    const isTaken = logTypeId === 12 || (logTypeId === 1 && relatedEntryId === null);
    const actor = this.members.find(({ code }) => code === entry.actorCode) ?? this.wallet;
    if (isTaken && this.pinOf(actor) === undefined) this.unproved.set(id, this.counted(entry));
  }

  /** What remained of an entry that was given back in part, as things stand. */
  remainingOf(id: number): number | undefined {
    const past = this.past.get(id);
    return past && past.entry.amount - past.givenBack;
  }

  private giveBack(original: Past, { id, amount, amountValue, goods }: LoggedEntry, sign: 1 | -1): void {
    if (goods?.id === id) original.goodsBack += BigInt(sign * goods.value);
    original.givenBack += sign * amount;
    original.givenBackValue += BigInt(sign) * amountValue;
    original.openRefunds += sign;
  }
}

/** Whether a request would be judged by the rules of its operation: wallet, branch and customer are in order. */
function isOfRules({ effect, codes }: Expected): boolean {
  return effect !== undefined || codes.some((code) => code > 1401 && code < 1500);
}

/** The price of goods that come back, in hundredths, or why they do not. */
function priceOfGoods({ content }: FaultRequest, reward: Past, bill: bigint): bigint | number {
  const { points, money } = partOf(content);
  const left = bill - reward.goodsBack;
  if (reward.isCancelled) return 1411;
  if (points !== undefined) return 1002;
  if (left === 0n) return 1403;
  const isLast = money !== undefined && money > left && reward.openRefunds > 0;
  const most = isLast ? left + BigInt(reward.openRefunds + 1) : left;
  if (money === undefined || (money >= left && money <= most)) return left;
  return money < left ? money : 1404;
}

/** Whether a request is about an entry that it names. */
function isNaming({ operation }: FaultRequest): boolean {
  return operation !== "Reward" && !isPaid(operation);
}

function standingCode(
  { operation }: FaultRequest,
  { statusId, isOptedIn }: Pick<WalletFacts, "statusId" | "isOptedIn">,
): number | undefined {
  if (!STATUSES[operation].includes(statusId)) return STATUS_CODE[statusId] ?? 0;
  // What was held is settled, whether its customer has left meanwhile or not.
  const needsOptIn = operation !== "Capture" && operation !== "Release";
  return needsOptIn && !isOptedIn ? 1205 : undefined;
}

/** So many points of a reward or a refund are taken back, as many of them as have not ripened from what lies aside. */
function takenFrom(
  amount: number,
  unripe: number,
): Pick<Change, "amount" | "pointsDelta" | "suspendedDelta"> {
  const spendable = amount - unripe;
  return {
    amount: Math.max(spendable, unripe),
    pointsDelta: -spendable + 0,
    suspendedDelta: -unripe + 0,
  };
}

/** The part of an entry that a request names: in points, in hundredths of money, in both or in neither. */
interface Part {
  points: number | undefined;
  money: bigint | undefined;
}

function partOf(content: FaultRequest["content"]): Part {
  const { Points, PointsValue } = content as { Points?: number; PointsValue?: number };
  return { points: Points, money: PointsValue === undefined ? undefined : hundredthsOf(PointsValue) };
}

function moneyLeft({ entry, givenBackValue }: Past): bigint {
  return entry.amountValue - least(givenBackValue, entry.amountValue);
}

/** The points may all be back with money that was not the last: the rest of the money is then recorded without points. */
function isUsedUp(past: Past, { points, money }: Part): boolean {
  if (past.isCancelled) return true;
  if (past.entry.amount > past.givenBack) return false;
  return past.openRefunds === 0 || points !== undefined || money === undefined || moneyLeft(past) === 0n;
}

/** The last of several parts may be more than what is left, by a hundredth for each part. */
function isRest(past: Past, money: bigint): boolean {
  const left = moneyLeft(past);
  if (money <= left || past.openRefunds === 0 || left === 0n) return money === left;
  return money - left <= BigInt(past.openRefunds + 1);
}

/** Money of points that are taken back by number. Points of a bonus alone were earned with no money. */
function priceOf({ entry, kept }: Past, points: number): bigint {
  if (kept !== undefined)
    return entry.amount === 0 ? 0n : (entry.amountValue * BigInt(points)) / BigInt(entry.amount);
  return Number(entry.factor) === 0 ? 0n : worth(points, entry.factor);
}

function inHundredths(units: number): bigint {
  return BigInt(units) * 100n;
}
