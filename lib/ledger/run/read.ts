import type { QueryConfig } from "pg";
import { type Command, keyName } from "@/lib/ledger/rules/commands";
import {
  addEntry,
  type EntryBundleRow,
  type KeyRow,
  keyOf,
  readEntries,
  readKeys,
  readReplayed,
} from "@/lib/ledger/rules/entry-rows";
import type { LedgerState } from "@/lib/ledger/rules/ledger-state";
import {
  type Questions,
  type Reader,
  Reading,
  type Rules,
  readInRounds,
  walletsById,
} from "@/lib/ledger/rules/reading";
import { connectionOf, type RoundTrip } from "@/lib/ledger/rules/round-trip";
import { companionsOf, logsOf, replayedEntries, stateOf } from "@/lib/ledger/rules/state";
import { readCompanions, readWallets, type WalletRow } from "@/lib/ledger/rules/wallet-rows";
import { asideReader } from "@/lib/ledger/with/aside/store";
import { settledReader } from "@/lib/ledger/with/bills/settled-store";
import { billsReader } from "@/lib/ledger/with/bills/store";
import { couponsReader } from "@/lib/ledger/with/coupons/store";
import { familiesReader } from "@/lib/ledger/with/families/store";
import { limitLocks, limitsReader } from "@/lib/ledger/with/limits/store";
import { callersReader } from "@/lib/ledger/with/pin/store";
import { type PromotionRow, promotionsReader, readPromotions } from "@/lib/ledger/with/promotions/store";
import { referralsReader } from "@/lib/ledger/with/referrals/store";
import { reviewsReader } from "@/lib/ledger/with/reviews/store";
import { wholeNumber } from "@/lib/platform/database/sender";
import { lockWallets, walletCodes, wantedEntries, wantedKeys } from "./lock";
import { RULES_MARK, type RulesRow, readRules, rulesOf } from "./read-rules";

/** Rules as a connection last read them: still the same, under the lock, as long as their mark is. */
const rulesRead = new WeakMap<object, Rules>();

const TAKE_IDS = "ARRAY(SELECT nextval('entry_id_seq') FROM generate_series(1, $1::int))::text AS ids";
const READ_MARK = `SELECT ${RULES_MARK}, ${TAKE_IDS}`;

/** Takes `count` new entry ids. Sent after the lock, so that ids rise within each wallet. */
export async function takeEntryIds(roundTrip: RoundTrip, count: number): Promise<number[]> {
  const [taken] = await roundTrip([{ name: "take_entry_ids", text: `SELECT ${TAKE_IDS}`, values: [count] }]);
  return idsOf(taken?.rows[0].ids);
}

interface MarkRow {
  /** null: there is no programme. */
  mark: string | null;
  ids: string;
}

/** "{7,8,9}" */
function idsOf(text: string): number[] {
  return text === "{}" ? [] : text.slice(1, -1).split(",").map(wholeNumber);
}

function* walletLocks(reading: Reading): Questions {
  if (!reading.locks) return;
  const [rows]: [{ id: number }[]] = yield () => [lockWallets(reading.commands)];
  for (const { id } of rows) reading.locked.add(id);
}

/** Reads the addressed wallets, and their companions; takes ids after the locks, so that ids rise within each wallet. */
const walletsReader = ({ idCount, alsoRead, connection }: ReadOptions & { connection: object }): Reader =>
  function* (reading) {
    const { commands, now, locks, known } = reading;
    const codes = [...new Set([...walletCodes(commands), ...alsoRead])];
    const [[taken], found]: [[MarkRow], WalletRow[]] = yield () => [
      { name: "read_mark", text: READ_MARK, values: [idCount] },
      readWallets(codes),
    ];
    reading.ids = idsOf(taken.ids);
    // A wallet that stopped being a companion was read without a lock.
    reading.wallets = locks ? found.filter(({ id }) => reading.locked.has(id)) : found;
    const isKnown = known?.mark === taken.mark;
    const [rulesRows, promotions, others]: [RulesRow[], PromotionRow[], WalletRow[]] = yield () => {
      const companions = companionsOf(reading.wallets, reading.alsoConcerned);
      reading.requireLocked(companions);
      const logs = logsOf(reading.wallets, reading.keys, reading.entries);
      reading.replayed = replayedEntries(reading.keys, reading.wallets, logs);
      reading.others = [...new Set([...companions, ...logs])];
      return [
        isKnown ? null : readRules,
        isKnown ? null : readPromotions(now),
        readCompanions(reading.others),
      ];
    };
    // The wallet that gets a referrer's bonus.
    const referrers = reading.wallets.map(({ open_referrer_id }) => open_referrer_id);
    reading.requireLocked(
      others
        .filter(({ id }) => referrers.includes(id))
        .flatMap((row) => [row.pool_wallet_id, row.merged_into_wallet_id])
        .filter((id) => id !== null),
    );
    const rules = isKnown ? known : rulesOf(rulesRows[0] as RulesRow, promotions);
    rulesRead.set(connection, rules);
    const mayMove = ({ id }: WalletRow) => !locks || reading.locked.has(id);
    const wallets = [...reading.wallets, ...others.filter(mayMove)];
    reading.begin(rules, stateOf(rules, { wallets, elsewhere: others.filter((row) => !mayMove(row)) }));
  };

/** Reads references that were used before, and the entries that commands name or that are answered again. */
function* recordsReader(reading: Reading): Questions {
  const { commands } = reading;
  [reading.keys, reading.entries] = (yield () => [
    readKeys(wantedKeys(commands)),
    readEntries(wantedEntries(commands)),
  ]) as [KeyRow[], EntryBundleRow[]];
  const [replayed, also]: [EntryBundleRow[], EntryBundleRow[]] = yield () => [
    readReplayed(reading.replayed),
    readEntries(reading.alsoEntries),
  ];
  const { state } = reading;
  for (const row of reading.keys) state.keys.set(keyName(row.user_id, row.operation, row.key), keyOf(row));
  const wallets = walletsById(state);
  for (const row of [...replayed, ...reading.entries, ...also]) addEntry(state, wallets, row);
}

/** The readers of all capabilities, in the order in which batches lock (docs/ARCHITECTURE.md). */
const readersOf = (options: ReadOptions & { connection: object }): readonly Reader[] => [
  walletLocks,
  limitLocks,
  walletsReader(options),
  callersReader,
  familiesReader,
  asideReader,
  recordsReader,
  limitsReader,
  settledReader,
  couponsReader,
  referralsReader,
  reviewsReader,
  billsReader,
  // Looks at the entries that were read.
  promotionsReader,
];

interface ReadOptions {
  idCount: number;
  /** Codes of wallets that are probably companions: they need no second round trip then. */
  alsoRead: readonly string[];
}

/**
 * Everything the rules may look at for these commands, and `idCount` new entry ids, in a transaction that `begin` begins. All of it
 * in one round trip, and a second one only where a reference was seen before, the rules have changed since this connection
 * last read them, a wallet has companions or suspended points, or a limited person does the first thing of a day; one more where a promotion
 * is counted that may act, or is undone. `now` says which day it is. `locks`:
 * all that the commands touch is locked first, so that they are decided in turn.
 *
 * @throws CompanionsChangedError
 */
export async function readState(
  roundTrip: RoundTrip,
  commands: readonly Command[],
  {
    begin,
    idCount = 0,
    now = new Date(0),
    locks = false,
    alsoRead = [],
  }: Partial<ReadOptions> & { begin?: QueryConfig; now?: Date; locks?: boolean } = {},
): Promise<{ state: LedgerState; ids: number[] }> {
  const connection = connectionOf(roundTrip);
  const reading = new Reading(commands, now, locks, rulesRead.get(connection));
  const readers = readersOf({ idCount, alsoRead, connection });
  await readInRounds(roundTrip, reading, { readers, begin: begin === undefined ? [] : [begin] });
  return reading;
}
