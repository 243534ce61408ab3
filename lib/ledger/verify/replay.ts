import { entryHash } from "@/lib/ledger/rules/hash";
import { CHANNEL, type Entry, LOG_TYPE, type LogTypeId, type LotMove } from "@/lib/ledger/rules/types";
import { AsideReplay, type StoredAside } from "@/lib/ledger/with/aside/verify";
import type { Findings, Report } from "./findings";
import { LotReplay } from "./lots";
import type { LogRow, StoredLot, StoredReversal, StoredWallet } from "./read";
import { ReversalReplay } from "./reversals";

const {
  hold,
  redemption,
  reward,
  refund,
  cancellation,
  expiry,
  adjustmentUp,
  adjustmentDown,
  transferOut,
  transferIn,
  rewardReturn,
  release,
} = LOG_TYPE;
const SPENDING: ReadonlySet<LogTypeId> = new Set([redemption, expiry, adjustmentDown, transferOut, hold]);
/** Those that may name another entry. Which one an adjustment names, and who is the referrer, is checked by a statement of its own. */
const RELATED: ReadonlySet<LogTypeId> = new Set([
  refund,
  cancellation,
  adjustmentUp,
  transferIn,
  rewardReturn,
  redemption,
  release,
]);

/**
 * One wallet's log, added up again row by row. Only the form of the hash is shared with the rules' code. After a wrong row it continues
 * from what that row says, so that one changed row is one finding.
 */
export class WalletReplay {
  readonly #lots = new LotReplay();
  readonly #reversals = new ReversalReplay();
  readonly #aside = new AsideReplay();
  #last: Pick<
    Entry,
    "seq" | "id" | "balanceAfter" | "accumulatedAfter" | "redeemedAfter" | "suspendedAfter"
  > = {
    seq: 0,
    id: 0,
    balanceAfter: 0,
    accumulatedAfter: 0,
    redeemedAfter: 0,
    suspendedAfter: 0,
  };
  #lastHash: string | null = null;
  /** Open lots less debt less balance, as far as already reported: always 0 in a sound log. */
  #reportedGap = 0;

  constructor(
    private readonly walletId: number,
    private readonly findings: Findings,
    private readonly segmentVersionIds: ReadonlySet<number>,
  ) {}

  /** Checks the next row of the log. */
  add(row: LogRow): void {
    const { entry } = row;
    const report = this.#reporter(entry.seq);
    this.#checkChain(row, report);
    this.#checkTotals(row, report);
    if (!this.segmentVersionIds.has(entry.segmentVersionId))
      report("segment_version", "one that exists", entry.segmentVersionId);
    if (!RELATED.has(entry.logTypeId) && entry.relatedEntryId !== null)
      report("related_entry", "none", entry.relatedEntryId);
    this.#checkLots(row, report);
    this.#aside.add(entry, report);
    this.#reversals.add(row, report);
    this.#last = entry;
    this.#lastHash = row.hash;
  }

  /** Counts what the log of the wallet's heir gives back of its entries. */
  addFromHeir(row: LogRow): void {
    const { entry, target } = row;
    const report = this.#reporter(entry.seq);
    this.#reversals.addFromHeir(row, report);
    const isUndone =
      entry.logTypeId === cancellation && target !== null && target.walletId !== entry.walletId;
    if (isUndone) this.#lots.undoLapse(target.id, report);
  }

  /** Checks what is kept beside the log against what the log came to. */
  end(
    wallet: StoredWallet | undefined,
    lots: readonly StoredLot[],
    reversals: readonly StoredReversal[],
    aside: StoredAside,
  ): void {
    const report = this.#reporter(null);
    if (wallet !== undefined) this.#checkWallet(wallet, report);
    this.#lots.compare(lots, report);
    this.#reversals.compare(reversals, report);
    this.#aside.compare(aside, report);
  }

  #reporter(seq: number | null): Report {
    return (what, expected, found) => {
      this.findings.add({ walletId: this.walletId, seq, what, expected: say(expected), found: say(found) });
    };
  }

  #checkChain({ entry, hash }: LogRow, report: Report): void {
    if (entry.seq !== this.#last.seq + 1) report("numbering", this.#last.seq + 1, entry.seq);
    if (entry.id <= this.#last.id) report("id_order", `more than ${this.#last.id}`, entry.id);
    const expected = entryHash(this.#lastHash, entry);
    if (hash !== expected) report("hash", expected, hash);
  }

  #checkTotals({ entry, hundredths, target }: LogRow, report: Report): void {
    const last = this.#last;
    const amount =
      entry.logTypeId === redemption
        ? 0 - entry.pointsDelta - entry.suspendedDelta
        : Math.max(Math.abs(entry.pointsDelta), Math.abs(entry.suspendedDelta));
    if (entry.amount !== amount) report("amount", amount, entry.amount);
    if (hundredths < 0 || (hundredths > 99 && hundredths < 1001) || hundredths > 1999)
      report("hundredths", "0 to 99, or 1001 to 1999", hundredths);
    const balance = last.balanceAfter + entry.pointsDelta;
    if (entry.balanceAfter !== balance) report("balance", balance, entry.balanceAfter);
    const suspended = last.suspendedAfter + entry.suspendedDelta;
    if (entry.suspendedAfter !== suspended) report("suspended", suspended, entry.suspendedAfter);
    if (SPENDING.has(entry.logTypeId) && entry.pointsDelta < 0 && entry.balanceAfter < 0)
      report("below_zero", "at least 0", entry.balanceAfter);

    const lifetime = lifetimeDeltas(entry, target?.logTypeId ?? null, last);
    const accumulated = last.accumulatedAfter + lifetime.accumulated;
    if (entry.accumulatedAfter !== accumulated) report("accumulated", accumulated, entry.accumulatedAfter);
    const redeemed = last.redeemedAfter + lifetime.redeemed;
    if (entry.redeemedAfter !== redeemed) report("redeemed", redeemed, entry.redeemedAfter);
  }

  #checkLots({ entry, hasMoves }: LogRow, report: Report): void {
    if (!hasMoves) report("lot_moves", "a list of moves", "something else");
    const sum = entry.lotMoves.reduce((total, { points }) => total + points, 0);
    if (hasMoves && sum !== entry.pointsDelta) report("lot_moves_sum", entry.pointsDelta, sum);
    checkPlaceOfMoves(entry, report);
    this.#lots.add(entry, report);
    const gap = this.#lots.open - this.#lots.debt - entry.balanceAfter;
    if (gap !== this.#reportedGap) {
      report("lots_and_balance", entry.balanceAfter, `${this.#lots.open} in lots, ${this.#lots.debt} owed`);
      this.#reportedGap = gap;
    }
  }

  #checkWallet(wallet: StoredWallet, report: Report): void {
    const last = this.#last;
    const expected = [
      last.seq,
      last.balanceAfter,
      last.accumulatedAfter,
      last.redeemedAfter,
      last.suspendedAfter,
      this.#lastHash,
    ];
    const found = [
      wallet.last_seq,
      wallet.balance,
      wallet.accumulated,
      wallet.redeemed,
      wallet.suspended,
      wallet.last_hash?.toString("base64") ?? null,
    ];
    if (say(expected) !== say(found)) report("wallet_row", expected, found);
  }
}

/** An entry's changes of the lifetime totals. A merge takes them along, so there the entry itself says how much. */
function lifetimeDeltas(
  entry: Entry,
  cancelledTypeId: LogTypeId | null,
  last: Pick<Entry, "accumulatedAfter" | "redeemedAfter">,
): { accumulated: number; redeemed: number } {
  // Pending points count as earned, captured points as redeemed.
  const points = entry.pointsDelta + entry.suspendedDelta;
  switch (entry.logTypeId === cancellation ? cancelledTypeId : entry.logTypeId) {
    case reward:
    case rewardReturn:
      return { accumulated: points, redeemed: 0 };
    case redemption:
    case refund:
      return { accumulated: 0, redeemed: -points };
    case transferOut: {
      const isMerge = last.accumulatedAfter > 0 || last.redeemedAfter > 0;
      const takesAll = isMerge && entry.accumulatedAfter === 0 && entry.redeemedAfter === 0;
      return takesAll
        ? { accumulated: -last.accumulatedAfter, redeemed: -last.redeemedAfter }
        : { accumulated: 0, redeemed: 0 };
    }
    case transferIn:
      // Compared with the transfer out, in the other wallet, by a statement of its own.
      return {
        accumulated: entry.accumulatedAfter - last.accumulatedAfter,
        redeemed: entry.redeemedAfter - last.redeemedAfter,
      };
    case adjustmentUp: {
      // A file of customers brings points that were earned before the programme: all of them count, or none.
      const isEarnedBefore =
        entry.channelId === CHANNEL.import && entry.accumulatedAfter === last.accumulatedAfter + points;
      return { accumulated: isEarnedBefore ? points : 0, redeemed: 0 };
    }
    default:
      return { accumulated: 0, redeemed: 0 };
  }
}

/** Rewards go to the lot they name, expiries empty the lot they name, nothing else names one. */
function checkPlaceOfMoves(entry: Entry, report: Report): void {
  const { logTypeId, expiresOn, lotMoves } = entry;
  const named = logTypeId === expiry || (logTypeId === reward && entry.amount > 0);
  if ((expiresOn !== null) !== named) report("lot_moves", named ? "a lot named" : "no lot named", expiresOn);
  const isElsewhere = ({ lot }: LotMove) => lot !== expiresOn && (logTypeId === expiry || lot !== null);
  // A pending reward names the lot that its points go to when they ripen.
  if (named && lotMoves.some(isElsewhere)) {
    report(
      "lot_moves",
      `only lot ${expiresOn}`,
      lotMoves.map(({ lot }) => lot),
    );
  }
}

function say(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
