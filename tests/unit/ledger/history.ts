import { inspect } from "node:util";
import fc from "fast-check";
import { COMMANDS } from "@/lib/ledger/rules/command-facts";
import {
  type CancelCommand,
  type Command,
  keyName,
  type PinCheck,
  type RewardCommand,
} from "@/lib/ledger/rules/commands";
import type { ProgrammeRules } from "@/lib/ledger/rules/ledger-state";
import type { SegmentVersion, WalletStatusId } from "@/lib/ledger/rules/types";
import type { Coupon } from "@/lib/ledger/with/coupons/words";
import type { DayLimits, Limits } from "@/lib/ledger/with/limits/words";
import { NO_REFERRALS, type ReferralRules } from "@/lib/ledger/with/referrals/words";
import { inUnits } from "@/lib/platform/money";
import {
  adjust,
  aPin,
  aSegment,
  aWallet,
  Book,
  cancel,
  capture,
  expire,
  FOREIGN_TILL,
  hold,
  INVOICES,
  limited,
  OPERATOR,
  OTHER_TILL,
  redeem,
  refund,
  release,
  releaseHold,
  reward,
  TILL,
  takeBack,
  transfer,
} from "./build";
import {
  checkAgreement,
  checkAllowance,
  checkCoupons,
  checkInvariants,
  checkPure,
  checkSameState,
  ensure,
  type Seen,
} from "./invariants";
import { Model } from "./model";
import { CATALOGUE, REWARDING } from "./model/coupons";
import { OFFERS } from "./model/offers";

/** References in the pool of those that are used over and over. */
const HOT_KEYS = 10;
/** The last of them is a child of the first, most of the time. */
const CHILD = "W5";
const WALLETS = ["W1", "W2", "W3", "W4", CHILD];
const HOUR_MS = 3_600_000;
const JUMPS_HOURS = [
  0.02,
  0.02,
  0.26,
  1,
  1,
  6,
  6,
  20,
  24,
  26,
  48,
  72,
  24 * 7,
  24 * 31,
  24 * 45,
  24 * 92,
  24 * 400,
];

const SEGMENTS = [
  aSegment(),
  aSegment({
    versionId: 2,
    segmentId: 2,
    value: 600,
    rewardFactor: "1.5",
    redeemFactor: "2",
    redeemThreshold: 300,
  }),
  aSegment({
    versionId: 3,
    segmentId: 3,
    value: 4_000,
    rewardFactor: "0.333333",
    redeemFactor: "0.1",
    bonusPoints: 3,
  }),
  aSegment({
    versionId: 4,
    segmentId: 4,
    value: 60_000,
    rewardFactor: "12.345678",
    redeemFactor: "0.333333",
  }),
];

const REFERRALS: ReferralRules = {
  referralBonus: 70,
  referralNewcomerBonus: 25,
  referralLeastValue: 20,
  referralPerMonthMax: null,
  referralSecondVisit: false,
  referralPerEnrollerMax: null,
};
/** Who brought the customers of the wallets after the first. */
const REFERRERS: Readonly<Record<string, number>> = { W2: 1, W3: 1, W4: 3 };

/** Four dice: what happens, to whom, and two for the details. Plain numbers shrink to short and readable histories. */
export const step = fc.noBias(fc.tuple(fc.nat(999), fc.nat(999), fc.nat(999), fc.nat(999)));
export type Step = [what: number, whom: number, how: number, much: number];

export const settings = fc.record({
  pointsValidityMonths: fc.constantFrom(0, 1, 3, 24),
  refundGraceDays: fc.constantFrom(0, 30),
  ripeningDays: fc.constantFrom(0, 0, 3, 70),
  cancelWindowBusinessDays: fc.constantFrom(0, 1, 5),
  cancelledRewardPolicy: fc.constantFrom<ProgrammeRules["cancelledRewardPolicy"]>("negative", "refuse"),
  pinPolicy: fc.constantFrom<ProgrammeRules["pinPolicy"]>("when_set", "when_set", "never", "above"),
  timeZone: fc.constantFrom("Africa/Cairo", "Africa/Cairo", "Asia/Kathmandu", "America/St_Johns"),
  balanceMax: fc.constantFrom(1_500, 1_000_000, 1_000_000_000_000),
  pointsPerEntryMax: fc.constantFrom(500_000, 100_000_000),
  refundWindowDays: fc.constantFrom(7, 90),
  returnWindowDays: fc.constantFrom(7, 90),
  refundSameBranchOnly: fc.boolean(),
  firstSegment: fc.nat(3),
  referrals: fc.constantFrom<ReferralRules>(NO_REFERRALS, REFERRALS, {
    ...REFERRALS,
    referralLeastValue: 0,
    referralPerMonthMax: 1,
  }),
  limits: fc.constantFrom<
    | (Limits & Pick<DayLimits, "personUnprovedValueMax" | "branchUnprovedValueMax" | "tillUnprovedValueMax">)
    | null
  >(null, null, null, {
    personUnprovedValueMax: 250,
    branchUnprovedValueMax: 300,
    tillUnprovedValueMax: 400,
    rewardValueMax: 300,
    personRewardPointsMax: 900,
    personReversedValueMax: 400,
    walletRewardsMax: 4,
    unprovedValueMax: 120,
    repeatedInvoices: "refused",
  }),
  offers: fc.constantFrom<"none" | "one" | "together">("none", "none", "one", "together"),
  usedCouponPolicy: fc.constantFrom<ProgrammeRules["usedCouponPolicy"]>("refuse", "allow"),
  hasCoupons: fc.boolean(),
  allowance: fc.constantFrom<number | null>(null, 30, 300),
  reviewOwnNumber: fc.boolean(),
  earnedOn: fc.constantFrom<ProgrammeRules["earnedOn"]>("bill", "bill", "rest"),
});

export type Settings = typeof settings extends fc.Arbitrary<infer Value> ? Value : never;

/** Which operation a cancel names; mostly none. */
const OPERATIONS_SAID = [undefined, undefined, undefined, 1, 2, 3] as const;

/** One history: the rules and the model side by side, and everything that must hold after every step. */
export class History {
  readonly book: Book;
  readonly model: Model;
  private readonly asked: Command[] = [];
  private readonly carriedOut = new Set<string>();
  private segments: SegmentVersion[];
  private versionId = 100;
  private readonly isLimited: boolean;
  /** Points a month that the child may spend. */
  private readonly allowance: number | null;

  constructor(
    {
      firstSegment,
      refundWindowDays,
      returnWindowDays,
      refundSameBranchOnly,
      limits,
      offers,
      referrals,
      hasCoupons,
      allowance,
      ...programme
    }: Settings,
    private readonly seen: Seen,
  ) {
    this.isLimited = limits !== null;
    this.allowance = allowance;
    this.segments = SEGMENTS;
    const wallets = WALLETS.map((walletCode, index) =>
      aWallet({
        id: index + 1,
        walletCode,
        contactMsisdn: `+20111000000${index + 1}`,
        segment: at(SEGMENTS, index === 0 ? firstSegment : 0),
        openReferrerId: REFERRERS[walletCode] ?? null,
      }),
    );
    this.book = new Book({
      wallets,
      segments: SEGMENTS,
      merchant: { refundWindowDays, returnWindowDays, refundSameBranchOnly },
      ...(limits !== null && { limits: {} }),
      ...(offers !== "none" && { promotions: { all: OFFERS, stack: offers === "together" } }),
      programme: {
        ...programme,
        // Of the two merchants one has days of its own.
        ripeningDaysByMerchant: programme.ripeningDays === 3 ? new Map([[2, 0]]) : new Map([[2, 1]]),
        ...limits,
        ...referrals,
        pinAboveValue: programme.pinPolicy === "above" ? 50 : null,
      },
      now: "2026-03-30T09:00:00Z",
    });
    if (limits !== null)
      this.book.state.reviews = {
        ownNumbers: new Map([[TILL.userId, new Set([this.book.wallet("W3").contactMsisdn])]]),
        held: new Map(),
        recent: new Map(),
      };
    if (hasCoupons)
      this.book.state.coupons = {
        templates: new Map(CATALOGUE.map((offered) => [offered.offerNumber, offered])),
        rewarding: REWARDING,
        issued: new Map(),
      };
    this.model = new Model(this.book.state);
    this.setPin("W2", 1);
    this.join();
  }

  /** The child earns into and spends from the first wallet's points. */
  private join(): void {
    const [parent, child] = [this.book.wallet("W1"), this.book.wallet(CHILD)];
    if (parent.statusId === 6 || child.statusId === 6) return;
    const { id, walletCode, statusId, isOptedIn, redemptionEnabled } = parent;
    child.poolWalletId = id;
    child.family = {
      role: "pooled",
      parent: { id, walletCode, name: null, role: null, statusId, isOptedIn, redemptionEnabled },
      children: [],
      allowance: this.allowance === null ? null : { points: this.allowance, spent: 0 },
    };
  }

  /** As the writer reads it for each batch. */
  private readSpent(): void {
    const child = this.book.wallet(CHILD);
    if (child.family?.allowance == null) return;
    const spent = this.model.spentBy(CHILD, this.book.now);
    child.family = { ...child.family, allowance: { ...child.family.allowance, spent } };
  }

  private leave(): void {
    const child = this.book.wallet(CHILD);
    child.poolWalletId = null;
    child.family = null;
  }

  take([what, whom, how, much]: Step): void {
    this.pass(1_000 * (1 + (much % 120)));
    const walletCode = at(["W1", "W1", "W1", "W1", CHILD, "W2", "W2", CHILD, "W3", "W4"], whom);
    if (what < 90) this.pass(HOUR_MS * at(JUMPS_HOURS, how));
    else if (what < 150) this.administrate(walletCode, how, much);
    else if (what < 165) for (let guess = 0; guess <= how % 7; guess += 1) this.guessPin(walletCode);
    else if (what < 180) this.spendThenCancel(walletCode, 1 + (much % 400));
    else if (what < 240) this.askAgain(how, much);
    else this.ask(this.command(what, walletCode, whom, how, much));
  }

  private pass(milliseconds: number): void {
    this.book.now = new Date(this.book.now.getTime() + milliseconds);
  }

  private command(die: number, walletCode: string, whom: number, how: number, much: number): Command {
    const actor = at([TILL, TILL, TILL, TILL, TILL, OTHER_TILL, FOREIGN_TILL, OPERATOR], whom + how);
    // What was never done is seldom given back or undone.
    const hasLog = (this.book.logOf.get(this.book.wallet(walletCode).id)?.length ?? 0) > 2;
    const what = !hasLog && whom % 10 !== 0 ? 240 : die;
    const common = { walletCode, actor, ...this.reference(how, much), ...misaddressed(how, much) };
    if (what < 650) {
      const value = withPiastres(this.amount(walletCode, how, much), how + whom, much);
      if (what < 460) return reward(value, common);
      const pin = this.pin(walletCode, how);
      if (what >= 590 && what < 622)
        return redeem(0, { ...common, pin, couponOffer: at([71, 71, 71, 72, 72, 70, 75], how + much) });
      if (what < 622) return redeem(value, { ...common, pin });
      const points = Math.ceil(value);
      const wanted = at([{ value }, { value }, { points }, { points, value: points }], whom + much);
      return hold({ ...common, ...wanted, minutes: at([1, 30, 600, 10_080], how + much), pin });
    }
    if (what < 900) {
      const isRefund = what < 730;
      const isReturn = !isRefund && what < 810;
      const kinds = isRefund ? [1] : isReturn ? [2] : [1, 2, 3];
      const entryId = this.entryId(walletCode, kinds, how, much);
      if (isReturn) return takeBack(entryId, { ...common, ...this.partOf(entryId, whom, much) });
      if (isRefund) return refund(entryId, { ...common, ...this.partOf(entryId, whom, much) });
      return { ...cancel(entryId, common), target: this.cancelled(entryId, whom, how, much) };
    }
    if (what >= 900 && what < 925) {
      const holdId = this.entryId(walletCode, [12], how, much);
      return whom % 3 === 0
        ? releaseHold(holdId, common)
        : capture(holdId, { ...common, ...this.partOf(holdId, whom, much) });
    }
    return this.adminCommand(what, how, much, common);
  }

  /** By number, by reference, or now and then by both; the operation is named sometimes. */
  private cancelled(entryId: number, whom: number, how: number, much: number): CancelCommand["target"] {
    const operation = OPERATIONS_SAID[(how + much) % OPERATIONS_SAID.length];
    if (whom % 3 === 0) return { originalKey: this.usedKey(how, much), operation };
    return whom % 7 === 0
      ? { entryId, originalKey: this.usedKey(how, much), operation }
      : { entryId, operation: whom % 5 === 0 ? operation : undefined };
  }

  private adminCommand(
    what: number,
    how: number,
    much: number,
    common: Pick<Command, "walletCode" | "actor">,
  ): Command {
    const points = this.amount(common.walletCode, how, much);
    if (what < 940) {
      const pocket = much % 2 === 0 ? "spendable" : "suspended";
      return adjust(how % 2 === 0 ? "up" : "down", points, { ...common, pocket });
    }
    if (what < 955) {
      const suspended = this.book.state.wallets.get(common.walletCode)?.suspended ?? 0;
      return release(Math.max(1, at([1, suspended, suspended + 1, suspended - 1], much)), common);
    }
    if (what < 975) return expire(common);
    const to = at([...WALLETS, "W9"], much);
    // A wallet of a family is not merged before it has left.
    if (how % 30 === 0 && [common.walletCode, to].some((code) => code === "W1" || code === CHILD))
      this.leave();
    return how % 30 === 0 ? transfer(to, common) : transfer(to, { ...common, points });
  }

  /** Amounts at the edges of what the wallet holds, in points and in the money they pay for. */
  private amount(walletCode: string, how: number, much: number): number {
    const wallets = [...this.book.state.wallets.values()];
    const named = wallets.find((wallet) => wallet.walletCode === walletCode);
    const { balance, segment } =
      wallets.find(({ id }) => id === named?.poolWalletId) ?? named ?? this.book.wallet("W1");
    const worth = Math.floor(balance / Number(segment.redeemFactor));
    const edges = [balance - 1, balance, balance + 1, worth - 1, worth, worth + 1, 1, 2, 1_000_000];
    const reach = how % 3 === 1 ? 700 : Math.max(30, Math.min(worth, 400));
    const value = how % 3 === 0 ? at(edges, much) : 1 + (much % reach);
    return Math.min(1_000_000, Math.max(1, value));
  }

  /** Mostly an entry of the wallet's that fits, now and then any entry, another wallet's, or none at all. */
  private entryId(walletCode: string, logTypeIds: number[], how: number, much: number): number {
    const own = this.book.logOf.get(this.book.state.wallets.get(walletCode)?.id ?? 0) ?? [];
    const fitting = own.filter(({ logTypeId }) => logTypeIds.includes(logTypeId));
    const candidates = how % 20 === 0 ? this.book.log : how % 10 === 1 ? own : fitting;
    const wanted = how % 3 === 0 ? candidates.slice(-3) : candidates;
    return wanted.length === 0 || how === 7 ? 999_999 : at(wanted, much).id;
  }

  private partOf(entryId: number, how: number, much: number): { points?: number; value?: number } {
    const { amount, amountValue } = this.book.log[entryId - 1] ?? { amount: 1, amountValue: 100n };
    const points = Math.max(
      1,
      at([1, amount, amount + 1, amount - 1, Math.ceil(amount / 2), 1 + (much % 50)], much),
    );
    const edges = [amountValue, amountValue + 1n, amountValue - 1n, amountValue + 100n, amountValue / 2n];
    const hundredths = at([1n, 100n, ...edges, BigInt(1 + (much % 50)) * 100n, BigInt(1 + how * 7)], much);
    const value = inUnits(hundredths > 1n ? hundredths : 1n);
    return at([{}, { points }, { points }, { value }, { value }, { points, value }], how);
  }

  private pin(walletCode: string, how: number): PinCheck {
    const pin = this.book.wallet(walletCode).pin;
    if (pin === null) return { kind: "absent" };
    const right = { kind: "checked", pinVersion: pin.version, correct: true } as const;
    return at<PinCheck>(
      [
        right,
        right,
        right,
        right,
        right,
        { ...right, correct: false },
        { ...right, pinVersion: pin.version - 1 },
        { kind: "absent" },
      ],
      how,
    );
  }

  /** A reference of its own, none, one from a small pool, or the last one again: one sale under one number. */
  private reference(how: number, much: number): Pick<RewardCommand, "reference"> {
    const serial = this.asked.length;
    const last = this.asked.at(-1)?.reference?.key ?? "k0";
    const key = at([`n${serial}`, `n${serial}`, `n${serial}`, null, `k${much % HOT_KEYS}`, last], how);
    return key === null ? {} : { reference: { key, requestHash: `content ${serial}` } };
  }

  /** What a cancel may name: mostly what was asked for lately, else one of the pool, perhaps never used. */
  private usedKey(how: number, much: number): string {
    const recent = this.asked.slice(-6).flatMap(({ reference }) => reference?.key ?? []);
    return how % 4 === 0 || recent.length === 0 ? `k${much % HOT_KEYS}` : at(recent, much);
  }

  /** The way into debt: earned, spent, and then the earning undone. */
  private spendThenCancel(walletCode: string, value: number): void {
    this.ask(reward(value, { walletCode }));
    const earned = this.book.log.length;
    const { balance, segment } = this.book.wallet(walletCode);
    const worth = Math.max(1, Math.floor(balance / Number(segment.redeemFactor)));
    this.ask(redeem(worth, { walletCode, pin: this.pin(walletCode, 0) }));
    this.ask(cancel(earned, { walletCode }));
  }

  private guessPin(walletCode: string): void {
    const version = this.book.wallet(walletCode).pin?.version ?? 0;
    this.ask(redeem(100, { walletCode, pin: { kind: "checked", pinVersion: version, correct: false } }));
  }

  /** A request that was sent before, as it was or changed in one thing. */
  private askAgain(how: number, much: number): void {
    const keyed = this.asked.filter(({ reference }) => reference !== undefined);
    if (keyed.length === 0) return;
    const command = at(how % 2 === 0 ? keyed.slice(-3) : keyed, much);
    if (how % 3 !== 0 || command.reference === undefined) {
      this.ask(command);
      return;
    }
    const reference = { ...command.reference, requestHash: `changed ${command.reference.requestHash}` };
    this.ask({
      ...command,
      reference,
      ...(how % 2 === 0 ? { walletCode: at(WALLETS, much) } : { comment: "changed" }),
    });
  }

  /** What administrators do between the movements; none of it moves points. */
  private administrate(walletCode: string, how: number, much: number): void {
    const { book } = this;
    const wallet = book.wallet(walletCode);
    const isMerged = wallet.statusId === 6;
    if (much % 4 === 0) this.turnCoupon(how);
    else if (how < 350 && !isMerged) wallet.statusId = at<WalletStatusId>([1, 1, 1, 1, 2, 3, 4, 5], much);
    else if (how < 450) wallet.isOptedIn = much % 3 !== 0;
    else if (how < 480 && walletCode === CHILD && !isMerged) {
      if (wallet.poolWalletId === null) this.join();
      else this.leave();
    } else if (how < 550) wallet.redemptionEnabled = much % 3 !== 0;
    else if (how < 700) this.setPin(walletCode, (wallet.pin?.version ?? 0) + 1);
    else if (how < 800) book.setProgramme({ cancelledRewardPolicy: much % 2 === 0 ? "negative" : "refuse" });
    else if (how < 900) this.setSegment(walletCode, at(this.segments, much));
    else this.reprice(much);
  }

  /** A coupon that was issued is used, or its use is taken back; neither is the ledger's. */
  private turnCoupon(how: number): void {
    const { issued } = this.book.state.coupons ?? { issued: new Map<number, Coupon>() };
    const open = [...issued].filter(([, { state }]) => state !== "void");
    const [id, coupon] = open[how % Math.max(1, open.length)] ?? [];
    if (id === undefined || coupon === undefined) return;
    const isUsed = coupon.state === "used";
    issued.set(id, { ...coupon, state: isUsed ? "issued" : "used" });
    if (isUsed) this.model.coupons.used.delete(id);
    else this.model.coupons.used.add(id);
  }

  private setPin(walletCode: string, version: number): void {
    this.book.wallet(walletCode).pin = aPin({ version });
    this.model.setPin(walletCode, version);
  }

  private setSegment(walletCode: string, segment: SegmentVersion, isChosen = true): void {
    const wallet = this.book.wallet(walletCode);
    wallet.segment = segment;
    if (isChosen) wallet.tierMoves = null;
    this.model.setSegment(walletCode, segment, isChosen);
  }

  /** A segment's rates change for everybody in it. */
  private reprice(much: number): void {
    const old = at(this.segments, much);
    const [rewardFactor, redeemFactor] = [
      at(["0.1", "1", "2", "7.5", "0"], much),
      at(["0.1", "3", "0.999999", "1"], much),
    ];
    this.versionId += 1;
    const current = Object.freeze({ ...old, rewardFactor, redeemFactor, versionId: this.versionId });
    this.segments = this.segments.map((segment) => (segment === old ? current : segment));
    this.book.state.segments = this.segments;
    for (const code of WALLETS) {
      if (this.book.wallet(code).segment.segmentId === old.segmentId) this.setSegment(code, current, false);
    }
  }

  private ask(asked: Command): void {
    const { book, model } = this;
    const limited = this.isLimited ? withLimits(asked, book.log.length) : asked;
    const isOnTheRest = book.state.programme.earnedOn === "rest";
    const command = isOnTheRest ? withBill(limited, book.log.length) : limited;
    this.asked.push(command);
    this.readSpent();
    const decision = book.decide(command);
    // Both look at the wallets' standing, which a merge that is carried out changes.
    const expected = model.run(command, book.now);
    const entries = book.carryOut(command, decision).map(({ entry }) => entry);
    try {
      checkPure(book, command, decision);
      checkAgreement(decision, expected, entries);
      checkSameState(book, model);
      checkCoupons(book, model);
      checkAllowance(book, model, CHILD);
      checkInvariants(book, entries);
      if (decision.kind === "posted") this.keepOnce(command);
      if (decision.kind === "posted" && command.type === "transfer" && command.points === undefined)
        ensure(book.wallet(command.walletCode).statusId === 6, "a merged wallet is still in use");
    } catch (cause) {
      const what = inspect({ now: book.now, command, decision, expected }, { depth: 9 });
      throw new Error(`${cause instanceof Error ? cause.message : cause}\nafter ${what}`, { cause });
    }
    this.seen.note(command, decision, entries);
  }

  private keepOnce({ actor, type, reference }: Command): void {
    if (reference === undefined) return;
    const name = keyName(actor.userId, COMMANDS[type].references, reference.key);
    ensure(!this.carriedOut.has(name), `${name} was carried out twice`);
    this.carriedOut.add(name);
  }
}

/** A till's own person asks, and most of their rewards are for one of a few invoices. */
function withLimits(command: Command, die: number): Command {
  if (command.actor.branchId === null || command.actor.limitedBy !== undefined) return command;
  const invoice =
    die % 4 === 0
      ? {}
      : { invoiceNumber: at([...INVOICES, ...INVOICES.map((one) => one.toUpperCase())], die) };
  return { ...command, actor: limited(command.actor), ...(command.type === "reward" && invoice) };
}

/** Rewards, redemptions and captures of one of two bills. */
function withBill(command: Command, die: number): Command {
  const isOfBill = command.type === "reward" || command.type === "redeem" || command.type === "capture";
  return isOfBill && die % 3 > 0 ? { ...command, invoiceNumber: at(["A1", "a1", "B5"], die) } : command;
}

/** Now and then a request that names the wrong wallet or mobile, or whose branch was already refused. */
function misaddressed(how: number, much: number): Misaddressed {
  if (how % 50 !== 1) return {};
  const ways: Misaddressed[] = [
    { walletCode: "W9" },
    { contactMsisdn: "+201119999999" },
    { refuseUnlessReplay: { code: 1110, parameters: {} } },
  ];
  return at(ways, much);
}

/** Two bills of five are not whole. */
function withPiastres(value: number, how: number, much: number): number {
  const hundredths = how % 5 < 2 ? much % 100 : 0;
  return value === 1_000_000 ? value : Number(`${value}.${String(hundredths).padStart(2, "0")}`);
}

type Misaddressed = Partial<Pick<Command, "walletCode" | "contactMsisdn" | "refuseUnlessReplay">>;

function at<T>(items: readonly T[], index: number): T {
  const item = items[index % items.length];
  if (item === undefined) throw new Error("Nothing to choose from");
  return item;
}
