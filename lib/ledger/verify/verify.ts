import type { ClientBase, Pool } from "pg";
import {
  readHolds,
  readPending,
  type StoredAside,
  type StoredHold,
  type StoredPending,
} from "@/lib/ledger/with/aside/verify";
import { checkBills } from "@/lib/ledger/with/bills/verify";
import { checkCoupons } from "@/lib/ledger/with/coupons/verify";
import { checkFamilies } from "@/lib/ledger/with/families/verify";
import { checkLimits } from "@/lib/ledger/with/limits/verify";
import { checkPromotions } from "@/lib/ledger/with/promotions/verify";
import { checkReferrals } from "@/lib/ledger/with/referrals/verify";
import { setProgrammeCurrency } from "@/lib/platform/currency";
import { inTransaction } from "@/lib/platform/transaction";
import { type Finding, type FindingKind, Findings } from "./findings";
import { checkKeys, checkReversedEntries, checkTransfers } from "./joins";
import {
  type LogRow,
  readFromHeirs,
  readLogs,
  readLots,
  readReversals,
  readWallets,
  rowsOf,
  type StoredLot,
  type StoredReversal,
  type StoredWallet,
} from "./read";
import { WalletReplay } from "./replay";

export { FINDING_KINDS, type Finding, type FindingKind } from "./findings";

export interface VerifyOptions {
  /** Findings to keep; all are counted. */
  findingsMax?: number;
  /** Wallets whose lots and reversals are held in memory at once. */
  walletsPerPage?: number;
  /** Rows of the log that are held in memory at once. */
  entriesPerPage?: number;
  onProgress?: (progress: { wallets: number; entries: number; findings: number }) => void;
}

export interface VerifyReport {
  /** Nothing is wrong. */
  isSound: boolean;
  wallets: number;
  entries: number;
  keys: number;
  findingCount: number;
  findingCountByKind: Partial<Record<FindingKind, number>>;
  /** The first of them, by wallet and position. */
  findings: Finding[];
}

/**
 * Adds up every wallet's log again, row by row from nothing, and compares it with everything that is kept beside it: numbering, hash chain,
 * running totals, lots, refunds, returns and cancellations, what is to ripen and holds, transfers, references, the wallets' own rows, what
 * limits and promotions are counted by, what referrals came to. Faults are reported, never thrown and never mended.
 *
 * The check sees one moment's state whatever goes on meanwhile, changes nothing and locks nothing, so it can run beside a live service.
 * Memory is bounded by a page of wallets and of entries, and by what became of the entries of one wallet.
 */
export async function verify(pool: Pool, options: VerifyOptions = {}): Promise<VerifyReport> {
  return inTransaction(pool, (client) => inspect(client, options), { mode: "snapshot", timeLimitMs: 0 });
}

const SMALLEST_BIGINT = "-9223372036854775808";
const LARGEST_BIGINT = "9223372036854775807";

async function inspect(client: ClientBase, options: VerifyOptions): Promise<VerifyReport> {
  const { findingsMax = 100, walletsPerPage = 500, entriesPerPage = 2_000, onProgress } = options;
  const findings = new Findings(findingsMax);
  const [programme] = await rowsOf<{ currency: string }>(client, "SELECT currency FROM programme");
  if (programme !== undefined) setProgrammeCurrency(programme.currency);
  const versions = await rowsOf<{ id: number }>(client, "SELECT id FROM segment_version");
  const segmentVersionIds = new Set(versions.map(({ id }) => id));
  const count = { wallets: 0, entries: 0 };
  const tell = () => onProgress?.({ ...count, findings: findings.count });

  let from = SMALLEST_BIGINT;
  while (from !== LARGEST_BIGINT) {
    const wallets = await readWallets(client, from, walletsPerPage);
    // The last range has no end, so that rows of wallets that do not exist are seen too.
    const to = wallets.length < walletsPerPage ? LARGEST_BIGINT : String(wallets.at(-1)?.id);
    const lots = await readLots(client, from, to);
    const reversals = await readReversals(client, from, to);
    const aside = { pending: await readPending(client, from, to), holds: await readHolds(client, from, to) };
    const fromHeirs = await readFromHeirs(client, from, to);
    const page = new Page(findings, segmentVersionIds, { wallets, lots, reversals, aside, fromHeirs });
    const logs = readLogs(client, { fromWalletId: from, toWalletId: to, pageSize: entriesPerPage });
    for await (const rows of logs) {
      for (const row of rows) page.add(row);
      count.entries += rows.length;
      tell();
    }
    page.end();
    count.wallets += wallets.length;
    tell();
    from = to;
  }
  await checkReversedEntries(client, findings);
  await checkTransfers(client, findings);
  const keys = await checkKeys(client, findings);
  await checkLimits(client, findings);
  await checkPromotions(client, findings);
  await checkFamilies(client, findings);
  await checkCoupons(client, findings);
  await checkBills(client, findings);
  await checkReferrals(client, findings);
  return {
    isSound: findings.count === 0,
    ...count,
    keys,
    findingCount: findings.count,
    findingCountByKind: findings.countByKind,
    findings: findings.first,
  };
}

/** A range of wallets with what is kept beside their logs. The logs themselves come row by row, wallet after wallet. */
class Page {
  readonly #wallets: Map<number, StoredWallet>;
  readonly #lots: Map<number, StoredLot[]>;
  readonly #reversals: Map<number, StoredReversal[]>;
  readonly #pendingPoints: Map<number, StoredPending[]>;
  readonly #holds: Map<number, StoredHold[]>;
  readonly #fromHeirs: ReadonlyMap<number, readonly LogRow[]>;
  /** Wallets that have something stored and were not compared yet. */
  readonly #pending: Set<number>;
  #current: { walletId: number; replay: WalletReplay } | undefined;

  constructor(
    private readonly findings: Findings,
    private readonly segmentVersionIds: ReadonlySet<number>,
    {
      wallets,
      lots,
      reversals,
      aside,
      fromHeirs,
    }: {
      wallets: readonly StoredWallet[];
      lots: readonly StoredLot[];
      reversals: readonly StoredReversal[];
      aside: StoredAside;
      fromHeirs: ReadonlyMap<number, readonly LogRow[]>;
    },
  ) {
    this.#fromHeirs = fromHeirs;
    this.#wallets = new Map(wallets.map((wallet) => [wallet.id, wallet]));
    this.#lots = byWallet(lots);
    this.#reversals = byWallet(reversals);
    this.#pendingPoints = byWallet(aside.pending);
    this.#holds = byWallet(aside.holds);
    this.#pending = new Set([...this.#wallets.keys(), ...this.#lots.keys(), ...this.#reversals.keys()]);
    for (const walletId of [...this.#pendingPoints.keys(), ...this.#holds.keys()])
      this.#pending.add(walletId);
  }

  add(row: LogRow): void {
    const { walletId } = row.entry;
    if (this.#current?.walletId !== walletId) {
      this.#finishCurrent();
      this.#current = { walletId, replay: this.#replay(walletId) };
    }
    this.#current.replay.add(row);
  }

  /** After the last row: compares the last wallet, and those that have no log. */
  end(): void {
    this.#finishCurrent();
    for (const walletId of [...this.#pending]) this.#finish(walletId, this.#replay(walletId));
  }

  #replay(walletId: number): WalletReplay {
    return new WalletReplay(walletId, this.findings, this.segmentVersionIds);
  }

  #finishCurrent(): void {
    if (this.#current !== undefined) this.#finish(this.#current.walletId, this.#current.replay);
    this.#current = undefined;
  }

  #finish(walletId: number, replay: WalletReplay): void {
    this.#pending.delete(walletId);
    const wallet = this.#wallets.get(walletId);
    if (wallet === undefined) {
      const what = "unknown_wallet";
      this.findings.add({ walletId, seq: null, what, expected: "a wallet", found: "rows of none" });
    }
    for (const row of this.#fromHeirs.get(walletId) ?? []) replay.addFromHeir(row);
    replay.end(wallet, this.#lots.get(walletId) ?? [], this.#reversals.get(walletId) ?? [], {
      pending: this.#pendingPoints.get(walletId) ?? [],
      holds: this.#holds.get(walletId) ?? [],
    });
  }
}

function byWallet<Row extends { wallet_id: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const grouped = new Map<number, Row[]>();
  for (const row of rows) {
    const group = grouped.get(row.wallet_id);
    if (group === undefined) grouped.set(row.wallet_id, [row]);
    else group.push(row);
  }
  return grouped;
}
