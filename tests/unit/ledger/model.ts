import { COMMANDS } from "@/lib/ledger/rules/command-facts";
import type { Command } from "@/lib/ledger/rules/commands";
import type { LedgerState } from "@/lib/ledger/rules/ledger-state";
import { dayOf, daysAfter, over } from "./model/arithmetic";
import { CouponModel } from "./model/coupons";
import { type Effect, type Line, Refusals } from "./model/lines";
import { PinModel } from "./model/pin";
import { emptyPurse, move, type Purse } from "./model/purse";
import { ReferralModel } from "./model/referrals";
import { effectsOf, isOf, openHolds, pendingOf, releaseOf, ripeOf, TILL_KINDS } from "./model/rules";
import type { View } from "./model/view";

interface Following {
  purses: Map<string, Purse>;
  lines: Line[];
  write(effect: Effect, by: { merchantId: number | null; branchId: number | null }): void;
  /** What is to be written first in a wallet. */
  dueOf(code: string, purse: Purse): Effect | undefined;
}

export type Expected =
  | { kind: "posted"; lines: Line[] }
  | { kind: "refused"; codes: number[]; remaining?: number | undefined; remainingMoney?: bigint | undefined }
  | { kind: "replayed"; id: number }
  | { kind: "nothing" }
  | { kind: "stale" };

const STATUSES: Partial<Record<Command["type"], number[]>> = { reward: [1, 2], redeem: [1], hold: [1] };
const STATUS_CODES = [0, 1202, 1202, 1203, 1202, 1204, 1206];

/**
 * What docs/rules.md says of wallets, written a second time and another way: whole numbers and fractions only, a log that
 * is searched instead of counters that run, PINs that remember every attempt. Where rules.md only says that something
 * is refused, the model gives every code that fits and leaves their order to the tests that name it.
 */
export class Model {
  readonly purses = new Map<string, Purse>();
  readonly lines: Line[] = [];
  private readonly keys = new Map<string, { hash: string; id: number | null; wallet: string }>();
  private readonly pins = new Map<string, PinModel>();
  readonly coupons: CouponModel;
  private readonly referrals: ReferralModel;

  /** @param world Read for settings and people (status, consent, mobile), which no movement changes; never for points. */
  constructor(private readonly world: LedgerState) {
    for (const { walletCode, segment } of world.wallets.values()) {
      this.purses.set(walletCode, emptyPurse(segment));
    }
    this.coupons = new CouponModel(world, world.coupons !== null);
    this.referrals = new ReferralModel(world);
  }

  setPin(wallet: string, version: number): void {
    this.pins.set(wallet, new PinModel(version));
  }

  setSegment(wallet: string, segment: Purse["segment"], isChosen: boolean): void {
    const purse = this.purses.get(wallet);
    if (purse === undefined) return;
    purse.segment = segment;
    if (isChosen) purse.chosen = { segment, after: this.lines.length };
  }

  /** The move of segment of a bill that was undone whole goes back: what is left is what the other bills since the last choice lead to. */
  private moveDown(purse: Purse, effect: Effect, lines: readonly Line[]): void {
    const { chosen, segment: present, earned } = purse;
    if (chosen === undefined) return;
    const isWhole = (moved: Line) => isUndone(billOf(moved, lines));
    const isUndone = (line: Line) =>
      line.undoneBy !== null ||
      (line.id === effect.of && (effect.type === 4 || returnedOf(line, lines, effect) === line.amount)) ||
      (line.amount > 0 && returnedOf(line, lines) === line.amount);
    const bill = lines.find(({ id }) => id === effect.of);
    if (bill?.type !== 2 || !isUndone(bill)) return;
    const moves = lines.filter(
      ({ wallet, id, movedTo }) => wallet === effect.wallet && id > chosen.after && movedTo,
    );
    if (moves.length === 0) return;
    const standing = moves.flatMap((line) => (isWhole(line) ? [] : (line.movedTo ?? [])));
    const reached = this.world.segments.filter(({ value }) => value <= earned && value <= present.value);
    const best = [chosen.segment, ...standing, ...reached].reduce((most, one) =>
      one.value > most.value ? one : most,
    );
    if (best.segmentId === present.segmentId) return;
    purse.segment = this.world.segments.find(({ segmentId }) => segmentId === best.segmentId) ?? best;
  }

  /** What must come of a command; the model has then moved on. */
  run(command: Command, now: Date): Expected {
    const { reference, actor, walletCode: wallet } = command;
    const name = `${actor.userId}/${COMMANDS[command.type].references}/${reference?.key}`;
    const seen = reference === undefined ? undefined : this.keys.get(name);
    if (seen?.id === null) return { kind: "refused", codes: [1416] };
    if (seen !== undefined) {
      return seen.hash === reference?.requestHash
        ? { kind: "replayed", id: seen.id }
        : { kind: "refused", codes: [1501] };
    }
    try {
      const isMerged = this.world.wallets.get(wallet)?.statusId === 6;
      if (!isMerged) this.admit(command);
      const pool = this.logOf(command);
      if (isMerged) this.admit(command, pool !== wallet);
      if (pool !== wallet) {
        const { contactMsisdn: _, ...rest } = command;
        this.admit({ ...rest, walletCode: pool });
      }
      if (this.isStalePin(command, pool, now)) return { kind: "stale" };
      const isOff = this.world.wallets.get(wallet)?.redemptionEnabled === false;
      if (pool !== wallet && (command.type === "redeem" || command.type === "hold") && isOff)
        throw new Refusals([1306]);
      const lines = this.carryOut({ ...this.onTheRest(command, now), walletCode: pool }, wallet, now);
      const own = lines.findLast((line) => isOf(wallet, line) && !line.isFollower);
      if (own === undefined) return { kind: "nothing" };
      if (reference !== undefined)
        this.keys.set(name, { hash: reference.requestHash, id: own.id, wallet: own.wallet });
      return { kind: "posted", lines };
    } catch (refusals) {
      if (!(refusals instanceof Refusals)) throw refusals;
      this.closeKeys(command, refusals);
      return { kind: "refused", ...refusals };
    }
  }

  /** The wallet in whose log a command writes: a child's is its parent's, and what is given back goes to where it was taken. */
  private logOf(command: Command): string {
    const { walletCode, actor } = command;
    const parent = this.world.wallets.get(walletCode)?.poolWalletId;
    const pool = [...this.world.wallets.values()].find(({ id }) => id === parent)?.walletCode ?? walletCode;
    if (command.type === "reward" || command.type === "redeem" || command.type === "hold") return pool;
    const logOfLine = (id: number | null | undefined) => {
      const line = id == null ? undefined : this.lines[id - 1];
      if (line === undefined) return [];
      const heir = this.heirOf(line.wallet);
      return isOf(walletCode, line) || heir === walletCode ? [heir] : [];
    };
    if (command.type === "refund" || command.type === "return")
      return logOfLine(command.entryId)[0] ?? walletCode;
    if (command.type === "capture" || command.type === "release_hold") {
      const hasEnded = this.lines.some(
        ({ type, of }) => of === command.holdId && (type === 1 || type === 10),
      );
      return (hasEnded ? undefined : logOfLine(command.holdId)[0]) ?? walletCode;
    }
    if (command.type !== "cancel") return walletCode;
    const { target } = command;
    if ("entryId" in target) return logOfLine(target.entryId)[0] ?? walletCode;
    const operations = target.operation === undefined ? TILL_KINDS : [target.operation];
    const logs = operations.flatMap((one) =>
      logOfLine(this.keys.get(`${actor.userId}/${one}/${target.originalKey}`)?.id),
    );
    const [log = walletCode, ...others] = new Set(logs);
    if (others.length > 0) throw new Refusals([1417]);
    return log;
  }

  /** The wallet that has the points of one since its merges. */
  private heirOf(code: string): string {
    const into = this.world.wallets.get(code)?.mergedIntoWalletId ?? null;
    const next = [...this.world.wallets.values()].find(({ id }) => id === into)?.walletCode;
    return next === undefined ? code : this.heirOf(next);
  }

  private admit(
    {
      type,
      walletCode,
      contactMsisdn,
      refuseUnlessReplay,
    }: Pick<Command, "type" | "walletCode" | "contactMsisdn" | "refuseUnlessReplay">,
    isOfBefore = false,
  ): void {
    if (refuseUnlessReplay !== undefined) throw new Refusals([refuseUnlessReplay.code]);
    const person = this.world.wallets.get(walletCode);
    if (person === undefined) throw new Refusals([1201]);
    if (contactMsisdn !== undefined && contactMsisdn !== person.contactMsisdn) throw new Refusals([1201]);
    if (isOfBefore) return;
    this.refuseStatus(type, person.statusId);
    const isCustomers = ["reward", "redeem", "refund", "cancel", "return", "hold"].includes(type);
    if (isCustomers && !person.isOptedIn) throw new Refusals([1205]);
  }

  private refuseStatus(type: Command["type"], status: number): void {
    const allowed = STATUSES[type] ?? [1, 2, 3];
    if (!allowed.includes(status)) throw new Refusals([STATUS_CODES[status] ?? 0]);
  }

  /** Whether the PIN was judged against one that is no longer the wallet's. A wrong or missing one is refused. */
  private isStalePin(command: Command, pool: string, now: Date): boolean {
    const pin = this.pins.get(command.walletCode);
    if ((command.type !== "redeem" && command.type !== "hold") || pin === undefined) return false;
    const offer = command.type === "redeem" ? command.couponOffer : undefined;
    const points =
      command.type === "hold" ? command.points : offer === undefined ? undefined : this.coupons.costOf(offer);
    const asked =
      points === undefined
        ? (command.value ?? 0n)
        : over(points, this.purses.get(pool)?.segment.redeemFactor ?? "1");
    const { pinPolicy, pinAboveValue } = this.world.programme;
    // Nothing is asked for an offer that does not exist.
    const least = pinPolicy === "above" ? BigInt(pinAboveValue ?? 0) * 100n : 0n;
    const isAskedFor = pinPolicy !== "never" && asked > least;
    if (!isAskedFor && command.pin.kind !== "checked") return false;
    if (pin.isLocked(now, command.actor.merchantId)) throw new Refusals([1312]);
    if (command.pin.kind === "assumed") throw new Error("No movement assumes a PIN");
    if (command.pin.kind === "absent") throw new Refusals([1310]);
    if (command.pin.pinVersion !== pin.version) return true;
    pin.attempt(command.pin.correct, now, command.actor.merchantId);
    if (!command.pin.correct) throw new Refusals([1311]);
    return false;
  }

  /** All of it or nothing: the purses are copies until the last rule is kept. */
  private carryOut(command: Command, addressed: string, now: Date): Line[] {
    const today = dayOf(now, this.world.programme.timeZone);
    const purses = new Map<string, Purse>();
    const touched = [command.walletCode];
    if (command.type === "transfer") touched.push(command.toWalletCode);
    for (const code of touched) {
      const purse = this.purses.get(code);
      const person = this.world.wallets.get(code);
      if (purse === undefined || person === undefined) throw new Refusals([1201]);
      this.refuseStatus(command.type, person.statusId);
      if (!purses.has(code)) purses.set(code, { ...purse, lots: new Map(purse.lots) });
    }
    const purse = purses.get(command.walletCode);
    if (purse === undefined) throw new Refusals([1201]);
    const lines: Line[] = [];
    const write = (effect: Effect, by: { merchantId: number | null; branchId: number | null }) => {
      const into = purses.get(effect.wallet);
      const before = into?.segment;
      if (into !== undefined) {
        into.chosen ??= { segment: into.segment, after: 0 };
        this.settle(into, effect);
        if (effect.type === 4 || effect.type === 11) this.moveDown(into, effect, [...this.lines, ...lines]);
      }
      lines.push({
        ...effect,
        // Nothing turned round is still nothing.
        delta: effect.delta + 0,
        suspended: (effect.suspended ?? 0) + 0,
        id: this.lines.length + lines.length + 1,
        amount:
          effect.type === 1
            ? 0 - effect.delta - (effect.suspended ?? 0)
            : Math.max(Math.abs(effect.delta), Math.abs(effect.suspended ?? 0)),
        merchant: by.merchantId,
        branch: by.branchId,
        user: command.actor.userId,
        at: now,
        invoice: command.invoiceNumber,
        actor: by === command.actor && addressed !== command.walletCode ? addressed : null,
        isUnproved: false,
        movedTo:
          ([2, 9].includes(effect.type) || effect.restores !== undefined) && into?.segment !== before
            ? into?.segment
            : undefined,
        redeemFactor: into?.segment.redeemFactor ?? "1",
        day: today,
        undoneBy: null,
        isFollower: false,
      });
    };
    const all = () => [...this.lines, ...lines];
    const endedReferrals = this.referrals.ended();
    const dueOf = (code: string, purse: Purse, isMerged = false) => {
      const { world, keys, coupons } = this;
      const heirOf = (code: string) => this.heirOf(code);
      const seen = { world, lines: all(), keys, purses, purse, welcome: 0, coupons, heirOf, endedReferrals };
      return nextDue(code, { ...seen, today, now, addressed }, isMerged);
    };
    for (const [code, touchedPurse] of purses) {
      const isMerged =
        command.type === "transfer" && command.points === undefined && code === command.walletCode;
      for (;;) {
        const effect = dueOf(code, touchedPurse, isMerged);
        if (effect === undefined) break;
        write(effect, { merchantId: null, branchId: null });
      }
    }
    const asked = { ...command, walletCode: addressed };
    const welcome = this.referrals.welcome(asked);
    const { world, keys, coupons } = this;
    const heirOf = (code: string) => this.heirOf(code);
    const view = {
      world,
      lines: all(),
      keys,
      purses,
      purse,
      today,
      now,
      addressed,
      coupons,
      heirOf,
      endedReferrals,
    };
    for (const effect of effectsOf(command, { ...view, welcome })) write(effect, command.actor);
    const own = lines.at(-1);
    this.refuseBeyondAllowance(addressed, own, now);
    this.limit(command, addressed, own);
    if (own !== undefined) this.follow(asked, own, { purses, lines, write, dueOf });
    for (const [code, changed] of purses) this.purses.set(code, changed);
    for (const { type, of, id } of lines) {
      const undone = type === 4 && of !== undefined ? this.lines[of - 1] : undefined;
      if (undone !== undefined) undone.undoneBy = id;
    }
    this.lines.push(...lines);
    for (const { type, of } of lines) {
      const bill = type === 11 && of !== undefined ? this.lines[of - 1] : undefined;
      if (bill === undefined || bill.amount === 0 || returnedOf(bill, this.lines) !== bill.amount) continue;
      // A bill that comes back later moves its wallet anew.
      for (const moved of this.lines) if (billOf(moved, this.lines) === bill) moved.movedTo = undefined;
    }
    return lines;
  }

  /** What a line brings, or takes back, of whoever brought its customer (rules.md §23), what is due there first. */
  private follow(command: Command, own: Line, { purses, lines, write, dueOf }: Following): void {
    const nobody = { merchantId: null, branchId: null };
    const before = lines.length;
    const kept = new Map(purses);
    // As it is once what is due is written: which is written only where something follows.
    const purseOf = (code: string): Purse | undefined => {
      const purse = purses.get(code) ?? this.purses.get(code);
      if (purse === undefined) return undefined;
      const copy = { ...purse, lots: new Map(purse.lots) };
      purses.set(code, copy);
      for (let due = dueOf(code, copy); due !== undefined; due = dueOf(code, copy)) write(due, nobody);
      return copy;
    };
    const effect = this.referrals.follow(command, own, { lines: this.lines, purseOf });
    if (effect !== null) write(effect, nobody);
    else {
      lines.length = before;
      purses.clear();
      for (const [code, purse] of kept) purses.set(code, purse);
    }
    for (const line of lines.slice(before)) line.isFollower = true;
    this.referrals.note(command, own, { follower: lines.slice(before).at(-1), lines: this.lines });
  }

  /** A bill less what was paid of it with points within the day before, and not given back (rules.md §1). */
  private onTheRest(command: Command, now: Date): Command {
    const { earnedOn } = this.world.programme;
    const { merchantId } = command.actor;
    const name = command.invoiceNumber?.toLowerCase();
    if (command.type !== "reward" || earnedOn === "bill" || name === undefined || merchantId === null)
      return command;
    const isPayment = ({ type, merchant, invoice, issues, undoneBy, at }: Line) =>
      type === 1 &&
      merchant === merchantId &&
      invoice?.toLowerCase() === name &&
      issues === undefined &&
      undoneBy === null &&
      now.getTime() - at.getTime() < 86_400_000;
    const refundsOf = (payment: Line) =>
      this.lines.filter(({ type, of, undoneBy }) => type === 3 && of === payment.id && undoneBy === null);
    const paid = this.lines
      .filter(isPayment)
      .flatMap((payment) => [payment.value, ...refundsOf(payment).map(({ value }) => -value)])
      .reduce((sum, value) => sum + value, 0n);
    return { ...command, value: paid > command.value ? 0n : command.value - paid };
  }

  /** What a child spends or holds of its pool's points stays within its allowance of the month; a capture was held before (rules.md §20). */
  private refuseBeyondAllowance(addressed: string, line: Line | undefined, now: Date): void {
    const allowance = this.world.wallets.get(addressed)?.family?.allowance?.points;
    if (allowance === undefined || line?.actor !== addressed) return;
    const isSpending = line.type === 12 || (line.type === 1 && line.of === undefined);
    if (isSpending && this.spentBy(addressed, now) + line.amount > allowance) throw new Refusals([1702]);
  }

  /** Points of its pool that a child has spent in the month, or holds, looked for in the log. */
  spentBy(code: string, now: Date): number {
    const { wallets, programme } = this.world;
    const pool = [...wallets.values()].find(({ id }) => id === wallets.get(code)?.poolWalletId)?.walletCode;
    const month = dayOf(now, programme.timeZone).slice(0, 7);
    const remaining = ({ id, amount, undoneBy }: Line) =>
      this.lines
        .filter((line) => line.type === 3 && line.of === id && line.undoneBy === null)
        .reduce((left, refund) => left - refund.amount, undoneBy === null ? amount : 0);
    return this.lines
      .filter((line) => line.actor === code && line.wallet === pool && line.day.startsWith(month))
      .reduce((sum, line) => {
        if (line.type === 1 && line.of === undefined) return sum + remaining(line);
        if (line.type !== 12) return sum;
        const end = this.lines.find(({ of, type }) => of === line.id && (type === 1 || type === 10));
        if (end !== undefined) return sum + (end.type === 1 ? remaining(end) : 0);
        return sum + (line.until !== undefined && line.until > now ? line.amount : 0);
      }, 0);
  }

  /** The limits of who has some (rules.md §15): every sum is looked for in the log. */
  private limit({ actor, walletCode, ...command }: Command, addressed: string, line: Line | undefined): void {
    if (actor.limitedBy === undefined || line === undefined) return;
    const { programme, reviews, wallets } = this.world;
    const isServed = [1, 2, 3, 4, 11, 12].includes(line.type) && command.type !== "capture";
    const isOwn =
      isServed &&
      programme.reviewOwnNumber &&
      reviews?.ownNumbers.get(actor.userId)?.has(wallets.get(addressed)?.contactMsisdn ?? "");
    const mayBeLet = programme.approvesBeyondLimits && command.reference !== undefined;
    const beyond = new Refusals([mayBeLet ? (isOwn ? 1703 : 1704) : 1702]);
    const pin = this.pins.get(addressed);
    const check = command.type === "redeem" || command.type === "hold" ? command.pin : undefined;
    const isProved = check?.kind === "checked" && check.correct && check.pinVersion === pin?.version;
    line.isUnproved = command.type !== "capture" && [1, 12].includes(line.type) && !isProved;
    const today = this.lines.filter(({ day }) => day === line.day);
    const rewards = today.filter(({ type }) => type === 2);
    const mine = (lines: readonly Line[]) =>
      lines.filter(({ user, isFollower }) => user === line.user && !isFollower);
    // Of a bill of 0.01 that takes a whole point the point counts.
    const counted = (one: Line) => {
      const worth = over(one.amount, one.redeemFactor);
      return one.value + (worth > one.value ? worth - one.value : 0n);
    };
    const value = (lines: readonly Line[]) => lines.reduce((sum, one) => sum + counted(one), counted(line));
    const isOver = (max: number | null, sum: bigint) => max !== null && sum > BigInt(max) * 100n;
    const unproved = today.filter(
      (one) =>
        one.wallet === walletCode &&
        one.isUnproved &&
        one.undoneBy === null &&
        !this.lines.some(({ type, of }) => type === 10 && of === one.id),
    );
    if (line.isUnproved && isOver(programme.unprovedValueMax, value(unproved))) throw new Refusals([1307]);
    // A person's day keeps what was undone.
    const onTill = today.filter(({ isUnproved }) => isUnproved);
    const withPerson = mine(onTill);
    if (line.isUnproved && isOver(programme.personUnprovedValueMax, value(withPerson)))
      throw new Refusals([1307]);
    const atBranch = onTill.filter(({ branch }) => branch === line.branch);
    if (line.isUnproved && isOver(programme.branchUnprovedValueMax, value(atBranch)))
      throw new Refusals([1307]);
    if (line.isUnproved && isOver(programme.tillUnprovedValueMax, value(onTill))) throw new Refusals([1307]);
    if (line.type === 2) {
      const isSameInvoice = this.lines.some(
        ({ type, merchant, invoice, at, undoneBy }) =>
          type === 2 &&
          undoneBy === null &&
          merchant === line.merchant &&
          invoice !== undefined &&
          invoice.toLowerCase() === line.invoice?.toLowerCase() &&
          line.at.getTime() - at.getTime() <= 90 * 86_400_000,
      );
      if (isSameInvoice && programme.repeatedInvoices === "refused") throw new Refusals([1702]);
      const points = mine(rewards).reduce((sum, { amount }) => sum + amount, line.amount);
      const here = rewards.filter(({ wallet }) => wallet === walletCode).length + 1;
      const isBeyond =
        isOver(programme.rewardValueMax, line.value) ||
        points > (programme.personRewardPointsMax ?? points) ||
        here > (programme.walletRewardsMax ?? here);
      if (isBeyond) throw beyond;
    }
    const reversed = mine(today).filter(({ type }) => [3, 4, 11].includes(type));
    if ([3, 4, 11].includes(line.type) && isOver(programme.personReversedValueMax, value(reversed)))
      throw beyond;
    // What somebody has to look at first (rules.md §15).
    if (isOwn) throw new Refusals([1703]);
  }

  private settle(purse: Purse, effect: Effect): void {
    const { type, delta, suspended = 0, earned, redeemed = 0, parts, restores } = effect;
    purse.balance += delta;
    purse.suspended += suspended;
    purse.earned += earned ?? 0;
    purse.redeemed += redeemed;
    move(purse.lots, parts);
    // A wallet that earns, or takes over earned points, may move up.
    if (earned === undefined || (![2, 9].includes(type) && restores === undefined)) return;
    for (const segment of this.world.segments) {
      if (segment.value > purse.segment.value && segment.value <= purse.earned) purse.segment = segment;
    }
  }

  /** A cancel of what never arrived makes sure that it never will. */
  private closeKeys({ type, actor, walletCode: wallet, ...command }: Command, { codes }: Refusals): void {
    if (type !== "cancel" || !codes.includes(1401) || !("target" in command)) return;
    if ("entryId" in command.target) return;
    const { originalKey, operation } = command.target;
    const operations = operation === undefined ? [...TILL_KINDS, 13, 14] : [operation];
    const names = operations.map((one) => `${actor.userId}/${one}/${originalKey}`);
    if (names.some((name) => (this.keys.get(name)?.id ?? null) !== null)) return;
    const own = command.reference?.key === originalKey ? `${actor.userId}/4/${originalKey}` : null;
    for (const name of names)
      if (name !== own && !this.keys.has(name)) this.keys.set(name, { hash: "", id: null, wallet });
  }
}

/** The line that a move of segment is of: of a return that was undone, its reward. */
function billOf(line: Line, lines: readonly Line[]): Line {
  return (line.restores === undefined ? undefined : lines[line.restores - 1]) ?? line;
}

/** Points of a reward that returns took back, with those of the one at hand. */
function returnedOf({ id }: Line, lines: readonly Line[], effect?: Effect): number {
  const before = lines
    .filter(({ type, of, undoneBy }) => type === 11 && of === id && undoneBy === null)
    .reduce((sum, { amount }) => sum + amount, 0);
  const now = effect === undefined ? 0 : Math.max(-effect.delta, 0) + Math.max(-(effect.suspended ?? 0), 0);
  return before + now;
}

/**
 * What the calendar does to a wallet next: the earliest of all that is due, of one day first what ripens, then what lapses, then what
 * is no longer held. A wallet that is merged keeps nothing aside.
 */
function nextDue(wallet: string, view: View, isMerged: boolean): Effect | undefined {
  const { purse, lines, today, now, world } = view;
  const { redeemFactor: factor } = purse.segment;
  const due: { at: [day: string, rank: number, detail: string]; effect: () => Effect }[] = [];
  for (const line of lines) {
    if (line.wallet !== wallet || line.ripens === undefined || pendingOf(line, lines) === 0) continue;
    if (line.ripens.on <= today || isMerged)
      due.push({ at: [line.ripens.on, 0, padded(line.id)], effect: () => ripeOf(line, view) });
  }
  for (const [day, points] of purse.lots) {
    if (day === "infinity" || day >= today) continue;
    const parts = [{ day, points: -points }];
    const effect = { wallet, type: 5, delta: -points, parts, value: over(points, factor), factor };
    due.push({ at: [daysAfter(day, 1), 1, day], effect: () => effect });
  }
  for (const line of openHolds(wallet, lines)) {
    const until = line.until ?? now;
    if (until > now && !isMerged) continue;
    const day = dayOf(new Date(Math.min(until.getTime(), now.getTime())), world.programme.timeZone);
    const detail = `${padded(until.getTime())} ${padded(line.id)}`;
    due.push({ at: [day, 2, detail], effect: () => releaseOf(line, { ...view, today: day }) });
  }
  due.sort(({ at: one }, { at: other }) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
  return due[0]?.effect();
}

const padded = (number: number): string => String(number).padStart(20, "0");
