import type { QueryConfig } from "pg";
import {
  type AsideRow,
  addAsideOf,
  addAsideRows,
  asideJson,
  type HoldRow,
  type PendingRow,
  readAside,
} from "@/lib/ledger/with/aside/store";
import { billsOf, type PaidRow, paidBillsOf, readPaid } from "@/lib/ledger/with/bills/store";
import {
  type CouponRow,
  couponsStateOf,
  REWARDING,
  readCouponsOf,
  readTemplates,
  readUndone,
  type TemplateRow,
  templateOf,
} from "@/lib/ledger/with/coupons/store";
import type { CouponTemplate } from "@/lib/ledger/with/coupons/words";
import {
  type FamilyRow,
  familyColumns,
  familyOf,
  readSpent,
  type SpentRow,
  spentOf,
  WALLETS_OF_ENTRIES,
} from "@/lib/ledger/with/families/store";
import {
  type LimitRow,
  limitStateOf,
  lockLimited,
  readLimits,
  readUncounted,
  type UncountedRow,
} from "@/lib/ledger/with/limits/store";
import {
  type PromotionRow,
  promotionsOf,
  readCounters,
  readPromotions,
  recordedParts,
} from "@/lib/ledger/with/promotions/store";
import { noPromotions } from "@/lib/ledger/with/promotions/words";
import {
  bonusWalletsOf,
  type MonthRow,
  readMonth,
  readSettled,
  referralBookOf,
  type SettledRow,
  undoingCodes,
} from "@/lib/ledger/with/referrals/store";
import { noReferrals } from "@/lib/ledger/with/referrals/words";
import { type ReviewRow, readReviews, reviewStateOf } from "@/lib/ledger/with/reviews/store";
import { wholeNumber } from "@/lib/platform/database/sender";
import {
  type Command,
  type KeyState,
  keyName,
  type LedgerState,
  type MerchantRules,
  OPERATION_OF_COMMAND,
  operationsMeant,
  type PinState,
  type ProgrammeRules,
  type WalletState,
} from "./commands";
import { profileColumns } from "./profile";
import { connectionOf, type RoundTrip } from "./round-trip";
import {
  type EntryRow,
  entryJson,
  entryOf,
  isExpiredReward,
  type PinTallies,
  pinTalliesOf,
  type ReversalRow,
  reversalJson,
  reversalOf,
  type SegmentVersionRow,
  segmentVersionJson,
  segmentVersionOf,
  type WalletColumns,
  walletColumnsOf,
} from "./rows";
import type { SegmentVersion } from "./types";

// Every lookup is a lateral one with LIMIT 1, so that a plan made while a table was still empty stays an index lookup.

/** With the wallets whose points theirs are, or may come to be: those that a movement of a wallet can move as well. */
const lockStatement = (companions: string) => `
SELECT w.id FROM wallet w
 WHERE w.id = ANY (ARRAY(SELECT unnest(ARRAY[n.id, n.pool_wallet_id, n.open_referrer_id,
                                        (SELECT r.pool_wallet_id FROM wallet r WHERE r.id = n.open_referrer_id),
                                        (SELECT r.merged_into_wallet_id FROM wallet r WHERE r.id = n.open_referrer_id)])
                           FROM wallet n WHERE n.wallet_code = ANY ($1::text[])${companions}))
 ORDER BY w.id FOR NO KEY UPDATE`;
const LOCK_WALLETS = lockStatement("");
/** With the wallets of the entries that are given back or undone, whichever of them named one, and those that hold bonuses which go with it. */
const LOCK_WALLETS_OF_ENTRIES = lockStatement(`
                          UNION ALL ${WALLETS_OF_ENTRIES}
                          UNION ALL SELECT b.* FROM wallet n CROSS JOIN LATERAL (${bonusWalletsOf("n")}) b WHERE n.wallet_code = ANY ($6::text[])`);

const walletsOf = (wanted: string) => `
SELECT w.id AS id, w.wallet_code, w.contact_msisdn, w.status_id, w.is_opted_in, w.opted_in_at, w.redemption_enabled,
       w.merged_into_wallet_id AS merged_into_wallet_id, w.sandbox_id, w.pool_wallet_id, w.open_referrer_id, ${familyColumns("w")}, w.wallet_type, w.erased_at IS NOT NULL AS is_erased, coalesce(p.version, 0) AS version, w.segment_id, w.segment_chosen_at_points, w.last_seq, w.balance AS balance,
       w.accumulated AS accumulated, w.redeemed AS redeemed, w.suspended AS suspended, w.last_hash,
       ${profileColumns("p")},
       pin.version AS pin_version, pin.failed_in_row AS pin_failed_in_row, pin.failed_at AS pin_failed_at, pin.locked_until AS pin_locked_until, pin.merchants AS pin_merchants,
       (SELECT string_agg(l.expires_on::text || ' ' || l.points, ',') FROM lot l WHERE l.wallet_id = w.id AND l.points > 0) AS lots
  FROM ${wanted} w
  LEFT JOIN LATERAL (SELECT * FROM wallet_profile x WHERE x.wallet_id = w.id LIMIT 1) p ON true
  LEFT JOIN LATERAL (SELECT * FROM wallet_pin x WHERE x.wallet_id = w.id LIMIT 1) pin ON true`;
const READ_WALLETS = walletsOf(
  "unnest($1::text[]) AS wanted (code) CROSS JOIN LATERAL (SELECT * FROM wallet x WHERE x.wallet_code = wanted.code LIMIT 1)",
);
/** With their own pools, and what they were merged into: a bonus goes there. */
const READ_COMPANIONS = walletsOf(
  `(SELECT DISTINCT unnest(ARRAY[c.id, c.pool_wallet_id, c.merged_into_wallet_id]) AS id
      FROM unnest($1::bigint[]) AS companion (id) CROSS JOIN LATERAL (SELECT * FROM wallet x WHERE x.id = companion.id LIMIT 1) c) AS wanted
     CROSS JOIN LATERAL (SELECT * FROM wallet x WHERE x.id = wanted.id LIMIT 1)`,
);

/**
 * Which versions of the rows the rules are made of are in force: where a row is, and which transaction wrote it. Whoever changes
 * one of them, by whatever way, changes this.
 */
const RULES_MARK = `
       (SELECT p.xmin::text || p.ctid::text FROM programme p WHERE p.id = 1)
       || (SELECT coalesce(string_agg(s.xmin::text || s.ctid::text, ' ' ORDER BY s.id), '') FROM segment_version s WHERE s.is_current) AS mark`;

const READ_RULES = `
SELECT ${RULES_MARK}, (SELECT to_jsonb(p) FROM programme p WHERE p.id = 1) AS programme,
       (SELECT json_agg(${segmentVersionJson("s")} ORDER BY s.value) FROM segment_version s WHERE s.is_current) AS segments, ${REWARDING} AS rewarding,
       (SELECT json_object_agg(m.id, m.ripening_days) FROM merchant m WHERE m.ripening_days IS NOT NULL) AS ripening_days`;

const TAKE_IDS = "ARRAY(SELECT nextval('entry_id_seq') FROM generate_series(1, $1::int))::text AS ids";
const READ_MARK = `SELECT ${RULES_MARK}, ${TAKE_IDS}`;

const READ_KEYS = `
SELECT k.user_id, k.operation, k.key, k.wallet_id, k.entry_id, k.request_hash
  FROM unnest($1::int[], $2::smallint[], $3::text[]) AS wanted (user_id, operation, key)
 CROSS JOIN LATERAL (SELECT * FROM idempotency_key x WHERE x.user_id = wanted.user_id AND x.operation = wanted.operation AND x.key = wanted.key LIMIT 1) k`;

const ENTRIES_WITH_REVERSALS = `
  FROM unnest($1::bigint[]) AS wanted (entry_id)
 CROSS JOIN LATERAL (SELECT * FROM entry x WHERE x.id = wanted.entry_id LIMIT 1) e
  LEFT JOIN LATERAL (SELECT * FROM entry x WHERE e.log_type_id IN (1, 3, 4, 10, 11) AND x.id = e.related_entry_id AND x.wallet_id = e.wallet_id LIMIT 1) o ON true
  LEFT JOIN LATERAL (SELECT * FROM entry x WHERE o.log_type_id = 1 AND x.id = o.related_entry_id LIMIT 1) oh ON true
  LEFT JOIN LATERAL (SELECT * FROM reversal x WHERE x.wallet_id = e.wallet_id AND x.entry_id = e.id LIMIT 1) er ON true
  LEFT JOIN LATERAL (SELECT * FROM reversal x WHERE x.wallet_id = o.wallet_id AND x.entry_id = o.id LIMIT 1) ori ON true
  LEFT JOIN LATERAL (SELECT * FROM merchant x WHERE x.id = e.merchant_id LIMIT 1) m ON true`;
const MERCHANT_RULES = `CASE WHEN m.id IS NOT NULL THEN json_build_object('refundWindowDays', m.refund_window_days,
         'returnWindowDays', m.return_window_days, 'refundSameBranchOnly', m.refund_same_branch_only) END`;
const ENTRY_COLUMNS = `${entryJson("e")} AS entry, ${entryJson("o")} AS origin, ${entryJson("oh")} AS hold_of_origin, ${reversalJson("er")} AS entry_reversal,
       ${reversalJson("ori")} AS origin_reversal, ${MERCHANT_RULES} AS merchant`;

const READ_ENTRIES = `SELECT ${ENTRY_COLUMNS} ${ENTRIES_WITH_REVERSALS}`;

/** With the version of the segment that each was made at: what is answered again is answered with its rates. */
const READ_REPLAYED = `
SELECT ${ENTRY_COLUMNS}, ${segmentVersionJson("sv")} AS segment_version, ${isExpiredReward({ entry: "e", lot: "l", reversal: "er" })} AS is_expired,
       CASE WHEN e.log_type_id = 11 THEN (SELECT o.amount - sum(x.amount)::bigint FROM entry x
                                           WHERE x.related_entry_id = o.id AND x.log_type_id = 11 AND x.id <= e.id) END AS remaining_points,
       ${asideJson("e")} AS aside,
       CASE WHEN e.log_type_id = 2 THEN (SELECT x.points FROM entry_part x WHERE x.entry_id = e.id AND x.kind = 'referral' LIMIT 1) END AS referral_points
       ${ENTRIES_WITH_REVERSALS}
  JOIN LATERAL (SELECT * FROM segment_version x WHERE x.id = e.segment_version_id LIMIT 1) sv ON true
  LEFT JOIN LATERAL (SELECT * FROM lot x WHERE e.log_type_id = 2 AND x.wallet_id = e.wallet_id AND x.expires_on = e.expires_on LIMIT 1) l ON true`;

/** After the wallets, and in the order of their ids, so that batches wait for each other instead of deadlocking. */
const LOCK_CALLERS =
  "SELECT user_id, wrong_at FROM pin_caller WHERE user_id = ANY ($1::int[]) ORDER BY user_id FOR UPDATE";

/** Those whose typed PINs are about to be judged; null: nobody typed one. */
function lockCallers(commands: readonly Command[]): QueryConfig | null {
  const typed = commands.flatMap((command) =>
    (command.type === "redeem" || command.type === "hold") && command.pin.kind === "checked"
      ? [command.actor.userId]
      : [],
  );
  return typed.length === 0
    ? null
    : { name: "lock_callers", text: LOCK_CALLERS, values: [[...new Set(typed)]] };
}

/** Commands that name an entry, which may be in another wallet's log. */
const NAMING: ReadonlySet<Command["type"]> = new Set([
  "refund",
  "return",
  "cancel",
  "capture",
  "release_hold",
]);

/** Locks the wallets that the commands touch, and their companions, in the order of their ids, whatever the order of the commands. */
function lockWallets(commands: readonly Command[]): QueryConfig {
  const naming = commands.filter(({ type }) => NAMING.has(type));
  if (naming.length === 0)
    return { name: "lock_wallets", text: LOCK_WALLETS, values: [walletCodes(commands)] };
  return {
    name: "lock_wallets_of_entries",
    text: LOCK_WALLETS_OF_ENTRIES,
    values: [walletCodes(commands), wantedEntries(naming), ...keysNamed(naming), undoingCodes(naming)],
  };
}

/** Takes `count` new entry ids. Sent after the lock, so that ids rise within each wallet. */
export async function takeEntryIds(roundTrip: RoundTrip, count: number): Promise<number[]> {
  const [taken] = await roundTrip([{ name: "take_entry_ids", text: `SELECT ${TAKE_IDS}`, values: [count] }]);
  return idsOf(taken?.rows[0].ids);
}

/** A wallet's companions, the rule of a promotion that is counted, or what earns points, changed while they were waited for: nothing was done, and the next attempt locks the right ones. */
export class CompanionsChangedError extends Error {
  constructor() {
    super("The companions of a wallet, a promotion, or what earns points, changed before they were locked");
    this.name = "CompanionsChangedError";
  }
}

/**
 * Everything the rules may look at for these commands, and `idCount` new entry ids, in a transaction that `begin` begins. All of it
 * in one round trip, and a second one only where a reference was seen before, the rules have changed since this connection
 * last read them, a wallet has companions or suspended points, or a limited person does the first thing of a day; one more where a promotion
 * is counted that may act, or is undone. `now` says which day it is. `locks`:
 * all that the commands touch is locked first, so that they are decided in turn.
 *
 * Throws {@link CompanionsChangedError}.
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
  }: {
    begin?: QueryConfig;
    idCount?: number;
    now?: Date;
    locks?: boolean;
    /** Codes of wallets that are probably companions: they need no second round trip then. */
    alsoRead?: readonly string[];
  } = {},
): Promise<{ state: LedgerState; ids: number[] }> {
  const first = begin === undefined ? [] : [begin];
  const remembered = rulesRead.get(connectionOf(roundTrip));
  // By the rules as this connection last read them: where they have changed since, it is read again.
  const review = readReviews(remembered?.programme, commands, now);
  const [
    locked,
    ,
    marks,
    foundRows,
    keys,
    entries,
    callers,
    limitRows,
    undone,
    templates,
    settled,
    reviewRows,
    paidRows,
  ] = (await rowsOf(roundTrip, first, [
    locks ? lockWallets(commands) : null,
    locks ? lockLimited(commands, billsOf(remembered?.programme, commands)) : null,
    { name: "read_mark", text: READ_MARK, values: [idCount] },
    {
      name: "read_wallets",
      text: READ_WALLETS,
      values: [[...new Set([...walletCodes(commands), ...alsoRead])]],
    },
    readKeys(commands),
    readEntries("read_entries", READ_ENTRIES, wantedEntries(commands)),
    locks ? lockCallers(commands) : null,
    readLimits(commands, now),
    readUndone(commands, locks),
    readTemplates(commands, locks),
    readSettled(commands),
    review,
    readPaid(remembered?.programme, commands, now),
  ])) as [
    LockedRow[],
    unknown,
    [MarkRow],
    WalletRow[],
    KeyRow[],
    EntryBundleRow[],
    CallerRow[],
    LimitRow[],
    CouponRow[],
    { template: TemplateRow }[],
    SettledRow[],
    ReviewRow[],
    PaidRow[],
  ];
  const [{ mark, ids }] = marks;
  const isLocked = (id: number) => locked.some((row) => row.id === id);
  // What is no companion any more was read without being locked.
  const walletRows = locks ? foundRows.filter(({ id }) => isLocked(id)) : foundRows;
  const requireLocked = (wanted: readonly number[]) => {
    if (locks && !wanted.every(isLocked)) throw new CompanionsChangedError();
  };
  const companions = companionsOf(walletRows, settled);
  requireLocked(companions);
  const logs = logsOf(walletRows, keys, entries);
  const others = [...new Set([...companions, ...logs])];
  const isRemembered = remembered?.mark === mark;
  // Of companions it is not known yet whether they have any.
  const withAside = walletRows.filter(({ suspended }) => suspended > 0).map(({ id }) => id);
  const again = replayedEntries(keys, walletRows, logs);
  const bonuses = settled.flatMap(({ bonus_entry_id }) => bonus_entry_id ?? []);
  const referrers = walletRows.map(({ open_referrer_id }) => open_referrer_id);
  const second = (await rowsOf(
    roundTrip,
    [],
    [
      isRemembered ? null : { name: "read_rules", text: READ_RULES },
      isRemembered ? null : readPromotions(now),
      readCompanions(others),
      readEntries("read_replayed", READ_REPLAYED, again),
      readUncounted(commands, limitRows[0], now),
      readSpent(walletRows, now),
      ...readAside([...withAside, ...others]),
      readCouponsOf(again),
      readEntries("read_entries", READ_ENTRIES, bonuses),
      readMonth(referrers, now),
    ],
  )) as [
    [RulesRow],
    PromotionRow[],
    WalletRow[],
    EntryBundleRow[],
    UncountedRow[],
    SpentRow[],
    PendingRow[],
    HoldRow[],
    CouponRow[],
    EntryBundleRow[],
    MonthRow[],
  ];
  const [read, promotionRows, otherRows, replayed, uncounted] = second;
  const [, , , , , spent, pending, holds, coupons, bonusEntries, months] = second;
  // Where the bonus of whoever brought a newcomer goes.
  requireLocked(
    otherRows
      .filter(({ id }) => referrers.includes(id))
      .flatMap((row) => [row.pool_wallet_id, row.merged_into_wallet_id])
      .filter((id) => id !== null),
  );
  const rules = isRemembered ? remembered : rulesOf(read[0], promotionRows);
  rulesRead.set(connectionOf(roundTrip), rules);
  // Bills that were neither locked nor read: from these rules on payments of them count.
  const isLeftOut =
    remembered?.programme.earnedOn !== rules.programme.earnedOn &&
    billsOf(rules.programme, commands).length > 0;
  if (isLeftOut && locks) throw new CompanionsChangedError();
  const limits = limitStateOf(commands, limitRows[0], uncounted);
  const mayMove = (row: WalletRow) => !locks || isLocked(row.id);
  const state = stateOf(
    rules,
    { wallets: [...walletRows, ...otherRows.filter(mayMove)], spent: spentOf(spent) },
    limits,
  );
  state.reviews = reviewStateOf(
    isRemembered ? reviewRows[0] : await readReviewsAnew(roundTrip, rules, { commands, now }),
  );
  state.paid = paidBillsOf(
    rules.programme,
    commands,
    isLeftOut ? await readPaidAnew(roundTrip, rules, { commands, now }) : paidRows,
  );
  state.elsewhere = otherRows.filter((row) => !mayMove(row)).map((row) => stateOfWallet(rules, row));
  state.coupons = couponsStateOf(rules.rewarding, templates, [...undone, ...coupons]);
  state.referrals = referralBookOf(settled, months);
  for (const row of keys) state.keys.set(keyName(row.user_id, row.operation, row.key), keyOf(row));
  const wallets = walletsById(state);
  for (const { user_id, wrong_at } of callers) state.callers.set(user_id, wrong_at);
  addAsideRows(wallets, pending, holds);
  for (const row of [...replayed, ...entries, ...bonusEntries]) addEntry(state, wallets, row);
  if (!(await readCounters(roundTrip, { commands, state, now, locks }))) throw new CompanionsChangedError();
  return { state, ids: idsOf(ids) };
}

/** The same by rules that this connection did not know when it began. */
async function readReviewsAnew(
  roundTrip: RoundTrip,
  { programme }: Rules,
  { commands, now }: { commands: readonly Command[]; now: Date },
): Promise<ReviewRow | undefined> {
  const [rows] = (await rowsOf(roundTrip, [], [readReviews(programme, commands, now)])) as [ReviewRow[]];
  return rows[0];
}

/** The same of what was paid of bills. */
async function readPaidAnew(
  roundTrip: RoundTrip,
  { programme }: Rules,
  { commands, now }: { commands: readonly Command[]; now: Date },
): Promise<PaidRow[]> {
  const [rows] = (await rowsOf(roundTrip, [], [readPaid(programme, commands, now)])) as [PaidRow[]];
  return rows;
}

/** The wallets that movements of these can move as well, as far as they are not among them, by their ids. */
function companionsOf(wallets: readonly WalletRow[], settled: readonly SettledRow[]): number[] {
  const isAlone = (row: WalletRow) => row.pool_wallet_id === null && row.open_referrer_id === null;
  if (settled.length === 0 && wallets.every(isAlone)) return [];
  const known = new Set(wallets.map(({ id }) => id));
  const referrers = new Set(wallets.map(({ open_referrer_id }) => open_referrer_id));
  const wanted = [
    ...wallets.flatMap(({ pool_wallet_id, open_referrer_id }) => [pool_wallet_id, open_referrer_id]),
    ...wallets.map(({ id, merged_into_wallet_id }) => (referrers.has(id) ? merged_into_wallet_id : null)),
    ...settled.map(({ bonus_wallet_id }) => bonus_wallet_id),
  ];
  return [...new Set(wanted.filter((id) => id !== null && !known.has(id)))] as number[];
}

/** Wallets in whose logs are what commands of a child name: entries that it made in a pool, and what its references are of. */
function logsOf(
  wallets: readonly WalletRow[],
  keys: readonly KeyRow[],
  entries: readonly EntryBundleRow[],
): number[] {
  const known = new Set(wallets.map(({ id }) => id));
  const made = entries
    .map(({ entry }) => entryOf(entry))
    .filter(({ actorWalletId }) => known.has(actorWalletId ?? 0));
  const logs = [
    ...made.map(({ walletId }) => walletId),
    ...keys.filter(({ entry_id }) => entry_id !== null).map(({ wallet_id }) => wallet_id),
  ];
  return logs.filter((id) => !known.has(id));
}

function walletsById({ wallets, elsewhere }: LedgerState): Map<number, WalletState> {
  return new Map([...wallets.values(), ...elsewhere].map((wallet) => [wallet.id, wallet]));
}

/**
 * A wallet with entries of its log as they were first answered: those named, and those behind references that were used for it.
 * All of it in two round trips, three where a child's are in another wallet's log, the first beginning with `first`.
 */
export async function readRecorded(
  roundTrip: RoundTrip,
  {
    walletCode,
    keys: wanted,
    entryIds,
    now,
  }: {
    walletCode: string;
    keys: readonly { userId: number; operation: number; key: string }[];
    entryIds: readonly number[];
    now: Date;
  },
  first: readonly QueryConfig[],
): Promise<LedgerState> {
  const wantedKeys = [
    wanted.map(({ userId }) => userId),
    wanted.map(({ operation }) => operation),
    wanted.map(({ key }) => key),
  ];
  const [[rules], walletRows, keys] = (await rowsOf(roundTrip, first, [
    { name: "read_rules", text: READ_RULES },
    { name: "read_wallets", text: READ_WALLETS, values: [[walletCode]] },
    wanted.length === 0 ? null : { name: "read_keys", text: READ_KEYS, values: wantedKeys },
  ])) as [[RulesRow], WalletRow[], KeyRow[]];
  const ids = [...entryIds, ...replayedEntries(keys, walletRows, logsOf(walletRows, keys, []))];
  const [entries, companionRows, spent, coupons] = (await rowsOf(
    roundTrip,
    [],
    [
      readEntries("read_replayed", READ_REPLAYED, ids),
      readCompanions(companionsOf(walletRows, [])),
      readSpent(walletRows, now),
      readCouponsOf(ids),
    ],
  )) as [EntryBundleRow[], WalletRow[], SpentRow[], CouponRow[]];
  const known = [...walletRows, ...companionRows];
  const logs = logsOf(walletRows, [], entries).filter((id) => !known.some((row) => row.id === id));
  const [logRows] = (await rowsOf(roundTrip, [], [readCompanions(logs)])) as [WalletRow[]];
  const present = rulesOf(rules, []);
  const state = stateOf(present, { wallets: known, spent: spentOf(spent) }, null);
  state.elsewhere = logRows.map((row) => stateOfWallet(present, row));
  state.coupons = couponsStateOf([], [], coupons);
  for (const row of keys) state.keys.set(keyName(row.user_id, row.operation, row.key), keyOf(row));
  const wallets = walletsById(state);
  for (const row of entries) addEntry(state, wallets, row);
  await recordedParts(roundTrip, state);
  return state;
}

/** What the rules were when a connection last read them: still the same, under the lock, as long as their mark is. */
const rulesRead = new WeakMap<object, Rules>();

/** Sends `first` and then the queries, and returns the rows of each query: none for one that is not asked. */
async function rowsOf(
  roundTrip: RoundTrip,
  first: readonly QueryConfig[],
  queries: readonly (QueryConfig | null)[],
): Promise<unknown[][]> {
  const asked = queries.filter((query) => query !== null);
  if (asked.length === 0) return queries.map(() => []);
  const results = (await roundTrip([...first, ...asked])).slice(first.length);
  let next = 0;
  return queries.map((query) => (query === null ? [] : (results[next++]?.rows ?? [])));
}

interface LockedRow {
  id: number;
}

interface CallerRow {
  user_id: number;
  wrong_at: Date[];
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

function readKeys(commands: readonly Command[]): QueryConfig | null {
  const values = wantedKeys(commands);
  return values === null ? null : { name: "read_keys", text: READ_KEYS, values };
}

function readCompanions(ids: readonly number[]): QueryConfig | null {
  return ids.length === 0 ? null : { name: "read_companions", text: READ_COMPANIONS, values: [ids] };
}

function readEntries(name: string, text: string, ids: readonly number[]): QueryConfig | null {
  return ids.length === 0 ? null : { name, text, values: [ids] };
}

/** The entries behind references that were seen before, as far as they are in the logs at hand. */
function replayedEntries(
  keys: readonly KeyRow[],
  wallets: readonly WalletRow[],
  logs: readonly number[],
): number[] {
  return keys.flatMap(({ wallet_id, entry_id }) =>
    entry_id !== null && (wallets.some(({ id }) => id === wallet_id) || logs.includes(wallet_id))
      ? [entry_id]
      : [],
  );
}

function walletCodes(commands: readonly Command[]): string[] {
  const codes = new Set<string>();
  for (const command of commands) {
    codes.add(command.walletCode);
    if (command.type === "transfer") codes.add(command.toWalletCode);
  }
  return [...codes];
}

/** References to look up, as parallel arrays: the commands' own, and those that a cancel names. */
function wantedKeys(commands: readonly Command[]): [number[], number[], string[]] | null {
  const [userIds, operations, keys] = keysNamed(commands);
  for (const command of commands) {
    const { actor, reference } = command;
    if (reference === undefined) continue;
    userIds.push(actor.userId);
    operations.push(OPERATION_OF_COMMAND[command.type]);
    keys.push(reference.key);
  }
  return keys.length === 0 ? null : [userIds, operations, keys];
}

/** The references that cancellations name, as parallel arrays. */
function keysNamed(commands: readonly Command[]): [number[], number[], string[]] {
  const userIds: number[] = [];
  const operations: number[] = [];
  const keys: string[] = [];
  for (const command of commands) {
    if (command.type !== "cancel" || command.target.originalKey === undefined) continue;
    for (const operation of operationsMeant(command)) {
      userIds.push(command.actor.userId);
      operations.push(operation);
      keys.push(command.target.originalKey);
    }
  }
  return [userIds, operations, keys];
}

/** The entries that refunds, returns, cancellations, captures and releases name. */
function wantedEntries(commands: readonly Command[]): number[] {
  return commands.flatMap((command) => {
    if (command.type === "refund" || command.type === "return") return [command.entryId];
    if (command.type === "capture" || command.type === "release_hold") return [command.holdId];
    return command.type === "cancel" && "entryId" in command.target ? [command.target.entryId] : [];
  });
}

interface Rules {
  mark: string | null;
  programme: ProgrammeRules;
  segments: SegmentVersion[];
  bySegment: ReadonlyMap<number, SegmentVersion>;
  promotions: Pick<LedgerState["promotions"], "all" | "stack">;
  /** What rewards issue coupons by. */
  rewarding: readonly CouponTemplate[];
}

interface RulesRow {
  mark: string | null;
  programme: {
    time_zone: string;
    points_validity_months: number;
    refund_grace_days: number;
    ripening_days: number;
    cancel_window_business_days: number;
    weekend_days: number[];
    cancelled_reward_policy: ProgrammeRules["cancelledRewardPolicy"];
    earned_on: ProgrammeRules["earnedOn"];
    used_coupon_policy: ProgrammeRules["usedCouponPolicy"];
    pin_policy: ProgrammeRules["pinPolicy"];
    pin_above_value: number | null;
    pin_wrong_per_person_max: number;
    pin_wrong_per_client_max: number;
    points_per_entry_max: number;
    balance_max: number;
    reward_value_max: number | null;
    person_reward_points_max: number | null;
    person_reversed_value_max: number | null;
    wallet_rewards_max: number | null;
    unproved_value_max: number | null;
    repeated_invoices: ProgrammeRules["repeatedInvoices"];
    approves_beyond_limits: boolean;
    review_own_number: boolean;
    review_rewards_max: number | null;
    review_rewards_minutes: number;
    review_redemption_minutes: number | null;
    review_hours_from: number | null;
    review_hours_until: number | null;
    promotions_stack: boolean;
    referral_bonus: number;
    referral_newcomer_bonus: number;
    referral_least_value: number;
    referral_per_month_max: number | null;
  } | null;
  segments: SegmentVersionRow[] | null;
  /** Of merchants that have days of their own, by their ids. */
  ripening_days: Record<string, number> | null;
  rewarding: TemplateRow[];
}

interface WalletRow extends WalletColumns, FamilyRow {
  sandbox_id: number | null;
  pool_wallet_id: number | null;
  open_referrer_id: number | null;
  version: number;
  segment_id: number;
  segment_chosen_at_points: number | null;
  last_hash: Buffer | null;
  /** null: the wallet has no PIN. */
  pin_version: number | null;
  pin_failed_in_row: number | null;
  pin_failed_at: Date[] | null;
  pin_locked_until: Date | null;
  pin_merchants: PinTallies | null;
  /** "2028-11-30 50,infinity 7" */
  lots: string | null;
}

interface EntryBundleRow {
  entry: EntryRow;
  origin: EntryRow | null;
  /** Of a redemption that captured one. */
  hold_of_origin: EntryRow | null;
  entry_reversal: ReversalRow | null;
  origin_reversal: ReversalRow | null;
  /** Of the entry's merchant, whose rules bind its refunds and returns; null: it has none. */
  merchant: MerchantRules | null;
  /** Of an entry that is answered again. */
  segment_version?: SegmentVersionRow;
  is_expired?: boolean;
  /** Of a return that is answered again: what remained of its reward after it. */
  remaining_points?: number | null;
  /** Of an entry that is answered again and set points aside. */
  aside?: AsideRow | null;
  /** Of a reward that is answered again: what a referral added to it. */
  referral_points?: number | null;
}

interface KeyRow {
  user_id: number;
  operation: number;
  key: string;
  wallet_id: number;
  entry_id: number | null;
  request_hash: Buffer;
}

function rulesOf(
  { mark, programme, segments, ripening_days: byMerchant, rewarding }: RulesRow,
  promotions: readonly PromotionRow[],
): Rules {
  if (programme === null) throw new Error("The programme is not set up: the table programme is empty");
  const versions = (segments ?? []).map(segmentVersionOf);
  return {
    mark,
    segments: versions,
    promotions: { all: promotionsOf(promotions), stack: programme.promotions_stack },
    rewarding: rewarding.map(templateOf),
    bySegment: new Map(versions.map((version) => [version.segmentId, version])),
    programme: {
      timeZone: programme.time_zone,
      pointsValidityMonths: programme.points_validity_months,
      refundGraceDays: programme.refund_grace_days,
      ripeningDays: programme.ripening_days,
      ripeningDaysByMerchant: new Map(
        Object.entries(byMerchant ?? {}).map(([merchantId, days]) => [Number(merchantId), days]),
      ),
      cancelWindowBusinessDays: programme.cancel_window_business_days,
      weekendDays: programme.weekend_days,
      cancelledRewardPolicy: programme.cancelled_reward_policy,
      earnedOn: programme.earned_on,
      usedCouponPolicy: programme.used_coupon_policy,
      pinPolicy: programme.pin_policy,
      pinAboveValue: programme.pin_above_value,
      pinWrongPerPersonMax: programme.pin_wrong_per_person_max,
      pinWrongPerClientMax: programme.pin_wrong_per_client_max,
      pointsPerEntryMax: programme.points_per_entry_max,
      balanceMax: programme.balance_max,
      rewardValueMax: programme.reward_value_max,
      personRewardPointsMax: programme.person_reward_points_max,
      personReversedValueMax: programme.person_reversed_value_max,
      walletRewardsMax: programme.wallet_rewards_max,
      unprovedValueMax: programme.unproved_value_max,
      repeatedInvoices: programme.repeated_invoices,
      approvesBeyondLimits: programme.approves_beyond_limits,
      reviewOwnNumber: programme.review_own_number,
      reviewRewardsMax: programme.review_rewards_max,
      reviewRewardsMinutes: programme.review_rewards_minutes,
      reviewRedemptionMinutes: programme.review_redemption_minutes,
      reviewHoursFrom: programme.review_hours_from,
      reviewHoursUntil: programme.review_hours_until,
      referralBonus: programme.referral_bonus,
      referralNewcomerBonus: programme.referral_newcomer_bonus,
      referralLeastValue: programme.referral_least_value,
      referralPerMonthMax: programme.referral_per_month_max,
    },
  };
}

function stateOf(
  rules: Rules,
  { wallets, spent }: { wallets: readonly WalletRow[]; spent: ReadonlyMap<number, number> },
  limits: LedgerState["limits"],
): LedgerState {
  const { programme, segments, promotions } = rules;
  return {
    limits,
    reviews: null,
    promotions: { ...noPromotions(), ...promotions },
    coupons: null,
    paid: new Map(),
    referrals: noReferrals(),
    programme,
    segments,
    merchants: new Map(),
    segmentVersions: new Map(segments.map((version) => [version.versionId, version])),
    wallets: new Map(wallets.map((row) => [row.wallet_code, stateOfWallet(rules, row, spent.get(row.id))])),
    elsewhere: [],
    expiredEntries: new Set(),
    keys: new Map(),
    callers: new Map(),
  };
}

function stateOfWallet({ bySegment }: Rules, row: WalletRow, spent = 0): WalletState {
  const segment = bySegment.get(row.segment_id);
  if (segment === undefined) throw new Error(`Segment ${row.segment_id} has no current version`);
  return {
    segment,
    family: familyOf(row, spent),
    segmentChosenAtPoints: row.segment_chosen_at_points,
    sandboxId: row.sandbox_id,
    poolWalletId: row.pool_wallet_id,
    openReferrerId: row.open_referrer_id,
    version: row.version,
    lastSeq: row.last_seq,
    lastHash: row.last_hash === null ? null : row.last_hash.toString("base64"),
    lots: lotsOf(row.lots),
    pending: new Map(),
    holds: new Map(),
    pin: pinOf(row),
    entries: new Map(),
    reversals: new Map(),
    remainders: new Map(),
    marks: new Map(),
    ...walletColumnsOf(row),
  };
}

function lotsOf(text: string | null): Map<string, number> {
  const lots = new Map<string, number>();
  if (text === null) return lots;
  for (const lot of text.split(",")) {
    const space = lot.indexOf(" ");
    lots.set(lot.slice(0, space), wholeNumber(lot.slice(space + 1)));
  }
  return lots;
}

function pinOf(row: WalletRow): PinState | null {
  if (row.pin_version === null) return null;
  return {
    version: row.pin_version,
    failedInRow: row.pin_failed_in_row ?? 0,
    failedAt: row.pin_failed_at ?? [],
    lockedUntil: row.pin_locked_until,
    merchants: pinTalliesOf(row.pin_merchants),
  };
}

function keyOf(row: KeyRow): KeyState {
  return {
    requestHash: row.request_hash.toString("base64"),
    walletId: row.wallet_id,
    entryId: row.entry_id,
  };
}

/** What a command names may be in a wallet that none of them is for: it is not looked at. */
function addEntry(state: LedgerState, wallets: ReadonlyMap<number, WalletState>, row: EntryBundleRow): void {
  const entry = entryOf(row.entry);
  const wallet = wallets.get(entry.walletId);
  if (wallet === undefined) return;
  for (const read of [row.entry, row.origin, row.hold_of_origin]) {
    if (read === null) continue;
    const known = entryOf(read);
    wallet.entries.set(known.id, known);
  }
  for (const reversal of [row.entry_reversal, row.origin_reversal]) {
    if (reversal !== null) wallet.reversals.set(reversal.entry_id, reversalOf(reversal));
  }
  if (row.segment_version !== undefined)
    state.segmentVersions.set(entry.segmentVersionId, segmentVersionOf(row.segment_version));
  addAsideOf(wallet, entry, row.aside ?? null);
  if (row.is_expired) state.expiredEntries.add(entry.id);
  if (row.remaining_points !== undefined && row.remaining_points !== null)
    wallet.remainders.set(entry.id, row.remaining_points);
  if (row.referral_points !== undefined && row.referral_points !== null)
    state.referrals.newcomerPoints.set(entry.id, row.referral_points);
  if (entry.merchantId !== null && row.merchant !== null) state.merchants.set(entry.merchantId, row.merchant);
}
