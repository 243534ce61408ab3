import { inspect } from "node:util";
import {
  type Actor,
  type AdjustCommand,
  type CancelCommand,
  type CaptureCommand,
  type Command,
  type ExpireCommand,
  type HoldCommand,
  keyName,
  type RedeemCommand,
  type RefundCommand,
  type ReleaseCommand,
  type ReleaseHoldCommand,
  type ReturnCommand,
  type RewardCommand,
  type SettleCommand,
  spaceOf,
  type TransferCommand,
} from "@/lib/ledger/rules/commands";
import { moneyAtLeast } from "@/lib/ledger/rules/conversion";
import type { Decision, Posting } from "@/lib/ledger/rules/decision";
import type {
  KeyState,
  LedgerState,
  MerchantRules,
  PinState,
  ProgrammeRules,
  WalletState,
} from "@/lib/ledger/rules/ledger-state";
import { NO_PROFILE } from "@/lib/ledger/rules/profile";
import { ALL_SETTINGS } from "@/lib/ledger/rules/programme-settings";
import { initialValues } from "@/lib/ledger/rules/setting";
import type { Entry, ReversalState, SegmentVersion } from "@/lib/ledger/rules/types";
import { apply } from "@/lib/ledger/run/advance";
import { decide } from "@/lib/ledger/run/decide";
import { keepBill } from "@/lib/ledger/with/bills/settle";
import { noBills } from "@/lib/ledger/with/bills/words";
import {
  invoiceName,
  type LimitState,
  type Limits,
  REPEATED_INVOICE_DAYS,
} from "@/lib/ledger/with/limits/words";
import {
  ANY_BILL,
  noPromotions,
  type Promotion,
  type PromotionRule,
  type PromotionState,
} from "@/lib/ledger/with/promotions/words";
import { applyReferral } from "@/lib/ledger/with/referrals/rule";
import { moneyOf } from "@/lib/platform/money";
import { formatLocalDate } from "@/lib/platform/time";

let isLocked = false;

/** A map that refuses every change while a decision is being made. */
class GuardedMap<K, V> extends Map<K, V> {
  override set(key: K, value: V): this {
    this.refuseWhileLocked();
    return super.set(key, value);
  }

  override delete(key: K): boolean {
    this.refuseWhileLocked();
    return super.delete(key);
  }

  override clear(): void {
    this.refuseWhileLocked();
    super.clear();
  }

  private refuseWhileLocked(): void {
    if (isLocked) throw new Error("A decision changed the state it was given");
  }
}

/** Freezes an object and everything in it, but for dates and maps, which cannot be frozen. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || value instanceof Date || value instanceof Map)
    return value;
  if (Object.isFrozen(value)) return value;
  for (const inner of Object.values(value)) deepFreeze(inner);
  return Object.freeze(value);
}

export function aSegment(more: Partial<SegmentVersion> = {}): SegmentVersion {
  return {
    versionId: 1,
    segmentId: 1,
    nameEn: "Standard",
    nameAr: "عادي",
    value: 0,
    rewardFactor: "1",
    redeemFactor: "1",
    redeemThreshold: 0,
    bonusPoints: null,
    offerNumber: null,
    ratePlan: null,
    color: null,
    segmentColorId: null,
    ...more,
  };
}

export function aProgramme(more: Partial<ProgrammeRules> = {}): ProgrammeRules {
  return {
    ...initialValues(ALL_SETTINGS),
    ripeningDaysByMerchant: new Map(),
    pinWrongPerPersonMax: 1_000_000,
    pinWrongPerClientMax: 1_000_000,
    ...more,
  };
}

export function aPin(more: Partial<PinState> = {}): PinState {
  return { version: 1, failedInRow: 0, failedAt: [], lockedUntil: null, merchants: new Map(), ...more };
}

/** A published promotion of 2026. */
export function promotion(
  number: number,
  rule: Partial<PromotionRule>,
  more: Partial<Promotion> = {},
): Promotion {
  return {
    id: number,
    versionId: number * 10,
    number,
    merchantId: null,
    nameEn: `Offer ${number}`,
    nameAr: `عرض ${number}`,
    startsAt: new Date("2026-01-01T00:00:00Z"),
    endsAt: new Date("2027-01-01T00:00:00Z"),
    rule: { ...ANY_BILL, points: null, ...rule },
    skus: [],
    budgetPoints: null,
    walletMax: null,
    walletPeriod: null,
    walletPoints: null,
    hasBudget: (more.budgetPoints ?? null) !== null,
    hasWalletLimit: (more.walletMax ?? more.walletPoints ?? null) !== null,
    hasWalletPoints: (more.walletPoints ?? null) !== null,
    ...more,
  };
}

/** The code of the wallet that commands address when a test does not say otherwise. */
export const WALLET = "W1";

/** A wallet whose balance is what its lots hold. */
export function aWallet({
  lots = {},
  ...more
}: Partial<Omit<WalletState, "lots">> & { lots?: Record<string, number> } = {}): WalletState {
  return {
    id: 1,
    walletCode: WALLET,
    contactMsisdn: "+201110000001",
    statusId: 1,
    isOptedIn: true,
    optedInAt: new Date("2025-01-01T10:00:00Z"),
    redemptionEnabled: true,
    mergedIntoWalletId: null,
    segment: aSegment(),
    segmentChosenAtPoints: null,
    tierMoves: null,
    poolWalletId: null,
    family: null,
    walletType: null,
    isErased: false,
    version: 0,
    openReferrerId: null,
    profile: NO_PROFILE,
    balance: Object.values(lots).reduce((sum, points) => sum + points, 0),
    accumulated: 0,
    redeemed: 0,
    suspended: 0,
    sandboxId: null,
    lastSeq: 0,
    lastHash: null,
    lots: new GuardedMap(Object.entries(lots)),
    pending: new GuardedMap(),
    holds: new GuardedMap(),
    pin: null,
    entries: new GuardedMap<number, Entry>(),
    reversals: new GuardedMap<number, ReversalState>(),
    remainders: new GuardedMap<number, number>(),
    marks: new GuardedMap(),
    ...more,
  };
}

/** A branch of merchant 1, at its till. */
export const TILL: Actor = {
  userId: 11,
  channelId: 1,
  merchantId: 1,
  branchId: 101,
  branchMsisdn: "+201000000001",
};
/** A registered till. */
export const TILL_ID = 31;
/** Another branch of the same merchant, under the same client. */
export const OTHER_TILL: Actor = { ...TILL, branchId: 102, branchMsisdn: "+201000000002" };
/** A till of merchant 2. */
export const FOREIGN_TILL: Actor = {
  ...TILL,
  userId: 21,
  merchantId: 2,
  branchId: 201,
  branchMsisdn: "+201000000011",
};
/** An operator of the programme, bound to no merchant. */
export const OPERATOR: Actor = {
  userId: 1,
  channelId: 3,
  merchantId: null,
  branchId: null,
  branchMsisdn: null,
};

/** An actor whose limits are a person's, on the one till that is registered. */
export const limited = (actor: Actor): Actor => ({
  ...actor,
  limitedBy: { clientId: null, isCounted: true, tillId: TILL_ID },
});
/** The numbers that limited rewards are for. */
export const INVOICES = ["A1", "a2", "A3", "b4", "B5", "C6"];

/** Commands, their money in currency units. */
export const reward = (value: number, more: Partial<RewardCommand> = {}): RewardCommand => ({
  type: "reward",
  walletCode: WALLET,
  actor: TILL,
  value: moneyOf(value),
  ...more,
});
export const redeem = (value: number, more: Partial<RedeemCommand> = {}): RedeemCommand => ({
  type: "redeem",
  walletCode: WALLET,
  actor: TILL,
  value: moneyOf(value),
  pin: { kind: "absent" },
  ...more,
});
export const settle = (bill: number, more: Partial<SettleCommand> = {}): SettleCommand => ({
  type: "settle",
  walletCode: WALLET,
  actor: TILL,
  bill: moneyOf(bill),
  coupons: [],
  redeem: null,
  pin: { kind: "absent" },
  ...more,
});

export const refund = (
  entryId: number,
  { value, ...more }: Partial<Omit<RefundCommand, "value">> & { value?: number | undefined } = {},
): RefundCommand => ({
  type: "refund",
  walletCode: WALLET,
  actor: TILL,
  entryId,
  value: value === undefined ? undefined : moneyOf(value),
  ...more,
});
export const cancel = (entryId: number, more: Partial<CancelCommand> = {}): CancelCommand => ({
  type: "cancel",
  walletCode: WALLET,
  actor: TILL,
  target: { entryId },
  ...more,
});
export const takeBack = (
  entryId: number,
  { value, ...more }: Partial<Omit<ReturnCommand, "value">> & { value?: number | undefined } = {},
): ReturnCommand => ({
  type: "return",
  walletCode: WALLET,
  actor: TILL,
  entryId,
  value: value === undefined ? undefined : moneyOf(value),
  ...more,
});
export const adjust = (
  direction: AdjustCommand["direction"],
  points: number,
  more: Partial<AdjustCommand> = {},
): AdjustCommand => ({
  type: "adjust",
  walletCode: WALLET,
  actor: OPERATOR,
  direction,
  points,
  pocket: "spendable",
  ...more,
});
export const release = (points: number, more: Partial<ReleaseCommand> = {}): ReleaseCommand => ({
  type: "release",
  walletCode: WALLET,
  actor: OPERATOR,
  points,
  ...more,
});
export const transfer = (toWalletCode: string, more: Partial<TransferCommand> = {}): TransferCommand => ({
  type: "transfer",
  walletCode: WALLET,
  actor: OPERATOR,
  toWalletCode,
  ...more,
});
export const expire = (more: Partial<ExpireCommand> = {}): ExpireCommand => ({
  type: "expire",
  walletCode: WALLET,
  actor: { ...OPERATOR, channelId: 8 },
  ...more,
});

export const hold = ({
  points,
  value,
  ...more
}: Partial<Omit<HoldCommand, "value">> & { value?: number | undefined } = {}): HoldCommand => ({
  type: "hold",
  walletCode: WALLET,
  actor: TILL,
  points,
  value: value === undefined ? undefined : moneyOf(value),
  minutes: 30,
  pin: { kind: "absent" },
  ...more,
});
export const capture = (
  holdId: number,
  { value, ...more }: Partial<Omit<CaptureCommand, "value">> & { value?: number | undefined } = {},
): CaptureCommand => ({
  type: "capture",
  walletCode: WALLET,
  actor: TILL,
  holdId,
  value: value === undefined ? undefined : moneyOf(value),
  ...more,
});
export const releaseHold = (holdId: number, more: Partial<ReleaseHoldCommand> = {}): ReleaseHoldCommand => ({
  type: "release_hold",
  walletCode: WALLET,
  actor: TILL,
  holdId,
  ...more,
});

/** A reference, and a hash that stands for the request's content. */
export const key = (
  name: string,
  requestHash = "same content",
): { reference: NonNullable<Command["reference"]> } => ({
  reference: { key: name, requestHash },
});

/** What is kept of one entry, and what it was decided as. */
export interface Written {
  entry: Entry;
  posting: Posting;
}

/**
 * A ledger in memory: decides with the rules, and carries out what they decide as the writer does. Every decision is
 * made on frozen state, so a rule that changes what it was given fails whatever test comes upon it.
 */
export class Book {
  readonly state: LedgerState;
  readonly log: Entry[] = [];
  /** The same entries by their wallet. */
  readonly logOf = new Map<number, Entry[]>();
  now: Date;
  /** What a supervisor let pass, by the name of its reference. */
  readonly approvals: LimitState["approvals"] = new Map();
  private readonly limits:
    | { merchants?: Record<number, Limits>; clients?: LimitState["clients"] }
    | undefined;
  /** Tills of entries without proof, by entry. */
  private readonly unproved = new Map<number, number | null>();
  /** Rewards from this instant on repeat an invoice, as the limits were last read. */
  private invoicesSince = 0;

  constructor(
    options: {
      wallets?: WalletState[];
      programme?: Partial<ProgrammeRules>;
      merchant?: Partial<MerchantRules>;
      segments?: SegmentVersion[];
      promotions?: Partial<PromotionState>;
      now?: string;
      /** Reads what limits are checked against from the log, as the writer does: for limited actors. */
      limits?: { merchants?: Record<number, Limits>; clients?: LimitState["clients"] };
    } = {},
  ) {
    this.limits = options.limits;
    const wallets = options.wallets ?? [aWallet()];
    const segments = options.segments ?? [...new Set(wallets.map((wallet) => wallet.segment))];
    const merchant = deepFreeze<MerchantRules>({
      refundWindowDays: 90,
      returnWindowDays: 90,
      refundSameBranchOnly: false,
      ...options.merchant,
    });
    for (const { profile, segment, pin } of wallets) deepFreeze({ profile, segment, pin });
    this.now = new Date(options.now ?? "2026-01-15T10:00:00Z");
    this.state = {
      promotions: {
        ...noPromotions(),
        totals: new GuardedMap(),
        uses: new GuardedMap(),
        given: new GuardedMap(),
        ...options.promotions,
      },
      programme: deepFreeze(aProgramme(options.programme)),
      merchants: new GuardedMap([
        [1, merchant],
        [2, merchant],
      ]),
      segments: deepFreeze(segments),
      expiredEntries: new Set(),
      segmentVersions: new GuardedMap(segments.map((segment) => [segment.versionId, segment])),
      wallets: new GuardedMap(wallets.map((wallet) => [wallet.walletCode, wallet])),
      elsewhere: [],
      keys: new GuardedMap<string, KeyState>(),
      callers: new GuardedMap<number, Date[]>(),
      limits: null,
      reviews: null,
      coupons: null,
      bills: noBills(),
      paid: new GuardedMap(),
      referrals: {
        settled: new GuardedMap(),
        takenBack: new Set(),
        bonusesOfMonth: new GuardedMap(),
        newcomerPoints: new GuardedMap(),
        visited: new Set(),
      },
    };
  }

  /** What limits are checked against, as the log tells it. */
  readLimits(): LimitState {
    const { timeZone } = this.state.programme;
    const day = formatLocalDate(this.now, timeZone);
    const today = this.log.filter(({ createdAt }) => formatLocalDate(createdAt, timeZone) === day);
    const cancelled = new Set(
      this.log.filter(({ logTypeId }) => logTypeId === 4).map(({ relatedEntryId }) => relatedEntryId),
    );
    const released = new Set(
      this.log.filter(({ logTypeId }) => logTypeId === 10).map(({ relatedEntryId }) => relatedEntryId),
    );
    const paid = (entry: Entry) => moneyAtLeast(entry, entry.factor ?? "1");
    const people: LimitState["people"] = new Map();
    const wallets: LimitState["wallets"] = new Map();
    const invoices: LimitState["invoices"] = new Map();
    for (const userId of new Set([TILL.userId, FOREIGN_TILL.userId, ...today.map(({ userId }) => userId)])) {
      const own = today.filter((entry) => entry.userId === userId);
      people.set(userId, {
        rewardedPoints: own.reduce((sum, { logTypeId, amount }) => sum + (logTypeId === 2 ? amount : 0), 0),
        reversedValue: own.reduce(
          (sum, { logTypeId, amountValue }) => sum + ([3, 4, 11].includes(logTypeId) ? amountValue : 0n),
          0n,
        ),
        unprovedValue: own.reduce((sum, entry) => sum + (this.unproved.has(entry.id) ? paid(entry) : 0n), 0n),
      });
    }
    const branches: LimitState["branches"] = new Map(
      [TILL, OTHER_TILL, FOREIGN_TILL].map(({ branchId }) => [branchId ?? 0, 0n]),
    );
    for (const entry of today)
      if (entry.branchId !== null && this.unproved.has(entry.id))
        branches.set(entry.branchId, (branches.get(entry.branchId) ?? 0n) + paid(entry));
    const onTill = today.filter(({ id }) => this.unproved.get(id) === TILL_ID);
    const tills = new Map([[TILL_ID, onTill.reduce((sum, entry) => sum + paid(entry), 0n)]]);
    for (const { id } of this.state.wallets.values()) {
      const own = today.filter(({ walletId }) => walletId === id);
      const unproved = own.filter(
        (entry) => this.unproved.has(entry.id) && !cancelled.has(entry.id) && !released.has(entry.id),
      );
      wallets.set(id, {
        rewards: own.filter(({ logTypeId }) => logTypeId === 2).length,
        unproved: new Map(unproved.map((entry) => [entry.id, paid(entry)])),
      });
    }
    const since = this.invoicesFrom();
    this.invoicesSince = since;
    for (const merchantId of [1, 2])
      for (const number of INVOICES) {
        const rewards = this.log.filter(
          (entry) =>
            entry.logTypeId === 2 &&
            entry.merchantId === merchantId &&
            entry.invoiceNumber?.toLowerCase() === number.toLowerCase() &&
            entry.createdAt.getTime() >= since &&
            !cancelled.has(entry.id),
        );
        invoices.set(invoiceName(merchantId, number), new Set(rewards.map(({ id }) => id)));
      }
    const merchants = new Map(
      Object.entries(this.limits?.merchants ?? {}).map(([id, own]) => [Number(id), own]),
    );
    const clients = this.limits?.clients ?? new Map();
    const merchantDays = new Map();
    return {
      day,
      merchants,
      clients,
      people,
      merchantDays,
      ...{ branches, tills },
      wallets,
      invoices,
      approvals: this.approvals,
    };
  }

  /** Payments of bills from a day ago are not read by the writer any more. */
  private forgetPaid(): void {
    const since = this.now.getTime() - 86_400_000;
    for (const payments of this.state.paid.values())
      for (const id of payments.keys()) {
        const entry = this.log.find((one) => one.id === id);
        if (entry !== undefined && entry.createdAt.getTime() <= since) payments.delete(id);
      }
  }

  private invoicesFrom(): number {
    return this.now.getTime() - REPEATED_INVOICE_DAYS * 86_400_000;
  }

  /** Whether a reward has become too old to repeat its invoice. The writer, who reads for each batch, leaves it out. */
  private hasInvoiceLeft(): boolean {
    return this.log.some(({ createdAt }) => {
      const at = createdAt.getTime();
      return at >= this.invoicesSince && at < this.invoicesFrom();
    });
  }

  wallet(code = WALLET): WalletState {
    const wallet = this.state.wallets.get(code);
    if (wallet === undefined) throw new Error(`No wallet ${code}`);
    return wallet;
  }

  /** The wallet's lots as a plain object, soonest first. */
  lots(code = WALLET): Record<string, number> {
    return Object.fromEntries([...this.wallet(code).lots].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  /** Changes the programme's rules, as an administrator may at any time. */
  setProgramme(more: Partial<ProgrammeRules>): void {
    this.state.programme = deepFreeze({ ...this.state.programme, ...more });
  }

  at(instant: string): this {
    this.now = new Date(instant);
    return this;
  }

  decide(command: Command): Decision {
    const day = formatLocalDate(this.now, this.state.programme.timeZone);
    // What was posted since the beginning of the day is counted by the rules themselves.
    const isOver = this.state.limits?.day !== day || this.hasInvoiceLeft();
    if (this.limits !== undefined && isOver) this.state.limits = this.readLimits();
    this.forgetPaid();
    // The month turns between commands, and the writer counts it for each batch.
    this.countBonusesOfMonth();
    const wallets = new GuardedMap(this.state.wallets);
    for (const [code, wallet] of this.state.wallets) wallets.set(code, Object.freeze({ ...wallet }));
    const view = Object.freeze({ ...this.state, wallets });
    isLocked = true;
    try {
      return decide(view, deepFreeze(command), this.now);
    } finally {
      isLocked = false;
    }
  }

  /** Decides a command and carries the decision out. */
  run(command: Command): { decision: Decision; written: Written[] } {
    const decision = this.decide(command);
    return { decision, written: this.carryOut(command, decision) };
  }

  /** Does what was decided, as the writer does. */
  carryOut(command: Command, decision: Decision): Written[] {
    deepFreeze(decision);
    if ("pinUpdate" in decision && decision.pinUpdate !== undefined) {
      this.wallet(decision.pinUpdate.walletCode).pin = decision.pinUpdate.pin;
      const { caller } = decision.pinUpdate;
      if (caller !== undefined) this.state.callers.set(caller.userId, caller.wrongAt);
    }
    if (decision.kind === "refused") this.closeKeys(decision);
    if (decision.kind !== "posted") return [];
    const written = decision.postings.flatMap((posting) => this.writeWithFollowers(posting));
    const own = this.ownOf(command, written);
    if (command.reference !== undefined && own !== undefined) {
      const name = keyName(command.actor.userId, spaceOf(command), command.reference.key);
      const { requestHash } = command.reference;
      this.state.keys.set(name, { requestHash, walletId: own.walletId, entryId: own.id });
    }
    return written;
  }

  /** Carries out a command that must be posted; its own entry. */
  post(command: Command): Entry {
    const { decision, written } = this.run(command);
    const own = this.ownOf(command, written);
    if (own === undefined) throw new Error(`Not posted: ${inspect(decision)}`);
    return own;
  }

  /** The refusal that a command must meet: its code and, where its text names any, its parameters. */
  refusal(command: Command): number | [code: number, parameters: object] {
    const { decision } = this.run(command);
    if (decision.kind !== "refused") throw new Error(`Not refused: ${inspect(decision)}`);
    const { code, parameters } = decision.refusal;
    return Object.keys(parameters).length === 0 ? code : [code, parameters];
  }

  /** What was asked of a wallet, in its own log or its pool's: not what was written because of it. */
  private ownOf({ walletCode }: Command, written: readonly Written[]): Entry | undefined {
    const { id } = this.wallet(walletCode);
    const followers = new Set(written.flatMap(({ posting }) => posting.follows ?? []));
    return written.findLast(
      ({ entry, posting }) =>
        (entry.walletId === id || entry.actorWalletId === id) && !followers.has(posting),
    )?.entry;
  }

  private writeWithFollowers(posting: Posting): Written[] {
    const own = this.write(posting);
    const followers = (posting.follows ?? []).map((one) => this.write(one, own.entry));
    applyReferral(this.state, posting, { own: own.entry, follower: followers.at(-1)?.entry });
    return [own, ...followers];
  }

  private countBonusesOfMonth(): void {
    const { referrals, wallets, programme } = this.state;
    const month = formatLocalDate(this.now, programme.timeZone).slice(0, 7);
    for (const { id } of wallets.values()) {
      const standing = [...referrals.settled.values()].filter(
        ({ referrerId, bonus, settledOn }) =>
          referrerId === id && bonus !== null && settledOn.startsWith(month),
      );
      referrals.bonusesOfMonth.set(id, standing.length);
    }
  }

  private write(posting: Posting, before?: Entry): Written {
    const { draft, relatesToOwn } = posting;
    const related = relatesToOwn && before !== undefined ? { relatedEntryId: before.id } : {};
    const entry = deepFreeze<Entry>({ ...draft, ...related, id: this.log.length + 1 });
    apply(this.state, posting, entry);
    keepBill(this.state, { settled: [], returned: [], couponActs: [] }, posting, {
      entry,
      before: this.log.at(-1),
    });
    if (posting.marks?.isUnproved) this.unproved.set(entry.id, posting.marks.tillId);
    this.log.push(entry);
    const own = this.logOf.get(entry.walletId);
    if (own === undefined) this.logOf.set(entry.walletId, [entry]);
    else own.push(entry);
    for (const { entryId } of posting.reversals)
      deepFreeze(this.wallet(posting.walletCode).reversals.get(entryId));
    return { entry, posting };
  }

  private closeKeys({ closeKeys = [] }: Extract<Decision, { kind: "refused" }>): void {
    for (const { userId, operation, key, walletId } of closeKeys) {
      this.state.keys.set(keyName(userId, operation, key), { requestHash: "", walletId, entryId: null });
    }
  }
}
