import type { Command } from "@/lib/ledger/rules/commands";
import type { LedgerState } from "@/lib/ledger/rules/ledger-state";
import { monthEnd, over } from "./arithmetic";
import type { Effect, Line } from "./lines";
import { incoming, outgoing, type Purse } from "./purse";

/** What became of who was brought: decided by a line, which a later one may have undone. */
interface Brought {
  by: string;
  decidedBy: number | null;
  bonus: number | null;
  isTakenBack: boolean;
}

/** Referrals by rules.md §23, counted from the log every time. */
export class ReferralModel {
  private readonly brought = new Map<string, Brought>();

  constructor(private readonly world: LedgerState) {
    const codeOf = new Map([...world.wallets.values()].map(({ id, walletCode }) => [id, walletCode]));
    for (const { walletCode, openReferrerId } of world.wallets.values()) {
      const by = openReferrerId === null ? undefined : codeOf.get(openReferrerId);
      if (by !== undefined)
        this.brought.set(walletCode, { by, decidedBy: null, bonus: null, isTakenBack: false });
    }
  }

  private waiting(command: Command): Brought | null {
    const { programme } = this.world;
    const one = this.brought.get(command.walletCode);
    if (command.type !== "reward" || one === undefined || one.decidedBy !== null) return null;
    if (programme.referralBonus + programme.referralNewcomerBonus === 0) return null;
    const isPaid = command.value === 0n;
    return !isPaid && command.value >= BigInt(programme.referralLeastValue) * 100n ? one : null;
  }

  /** Points for the newcomer, before they are cut to what fits. */
  welcome(command: Command): number {
    return this.waiting(command) === null ? 0 : this.world.programme.referralNewcomerBonus;
  }

  /** The line in the referrer's log that goes with a command's own, if any. */
  follow(
    command: Command,
    own: Line,
    { lines, purseOf }: { lines: readonly Line[]; purseOf: (code: string) => Purse | undefined },
  ): Effect | null {
    const waiting = this.waiting(command);
    if (waiting !== null) return this.bonus(waiting, own, lines, purseOf);
    const undone = this.undoneBy(own, lines);
    const bonus = undone?.bonus == null ? undefined : lines[undone.bonus - 1];
    if (bonus === undefined) return null;
    const purse = purseOf(bonus.wallet);
    if (purse === undefined) return null;
    const parts = outgoing(purse, bonus.delta, bonus.parts);
    const { wallet, value, factor, delta } = bonus;
    return { wallet, type: 4, delta: -delta, parts, value, factor, of: bonus.id };
  }

  private bonus(
    { by }: Brought,
    own: Line,
    lines: readonly Line[],
    purseOf: (code: string) => Purse | undefined,
  ): Effect | null {
    const { referralBonus, referralPerMonthMax, pointsPerEntryMax, balanceMax, pointsValidityMonths } =
      this.world.programme;
    const got = [...this.brought.values()].filter(
      (one) =>
        one.by === by &&
        one.bonus !== null &&
        !one.isTakenBack &&
        lines[one.bonus - 1]?.day.slice(0, 7) === own.day.slice(0, 7),
    );
    if (referralBonus === 0 || got.length >= (referralPerMonthMax ?? Number.POSITIVE_INFINITY)) return null;
    const merged = this.world.wallets.get(by)?.mergedIntoWalletId ?? null;
    const to = [...this.world.wallets.values()].find(({ id }) => id === merged)?.walletCode ?? by;
    const person = this.world.wallets.get(to);
    if (to === own.wallet || person === undefined || person.statusId > 2 || !person.isOptedIn) return null;
    const before = purseOf(to);
    if (before === undefined) return null;
    const points = Math.min(referralBonus, pointsPerEntryMax, balanceMax - before.balance - before.suspended);
    if (points <= 0) return null;
    const day = pointsValidityMonths === 0 ? "infinity" : monthEnd(own.day, pointsValidityMonths);
    const { redeemFactor: factor } = before.segment;
    const parts = incoming(before, [{ day, points }]);
    return { wallet: to, type: 6, delta: points, parts, value: over(points, factor), factor, of: own.id };
  }

  /** Who was brought and has lost it with this line: the reward is cancelled, or nothing of it remains. */
  private undoneBy(own: Line, lines: readonly Line[]): Brought | undefined {
    if (own.type !== 4 && own.type !== 11) return undefined;
    const one = [...this.brought.values()].find(
      ({ decidedBy, isTakenBack }) => decidedBy !== null && decidedBy === own.of && !isTakenBack,
    );
    if (one === undefined || own.type === 4) return one;
    const reward = lines[(own.of ?? 0) - 1];
    const returned = lines.filter(
      ({ type, of, undoneBy }) => type === 11 && of === own.of && undoneBy === null,
    );
    const back = returned.reduce((sum, { amount }) => sum + amount, own.amount);
    return back === reward?.amount ? one : undefined;
  }

  /** Rewards whose referral was taken back. */
  ended(): Set<number> {
    return new Set(
      [...this.brought.values()].flatMap(({ isTakenBack, decidedBy }) =>
        isTakenBack && decidedBy !== null ? decidedBy : [],
      ),
    );
  }

  /** After the line and what follows it are certain. */
  note(
    command: Command,
    own: Line,
    { follower, lines }: { follower: Line | undefined; lines: readonly Line[] },
  ): void {
    const waiting = this.waiting(command);
    if (waiting !== null) {
      waiting.decidedBy = own.id;
      waiting.bonus = follower?.type === 6 ? follower.id : null;
      return;
    }
    const undone = this.undoneBy(own, lines);
    if (undone !== undefined) undone.isTakenBack = true;
  }
}
