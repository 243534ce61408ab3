import { isKnownTo } from "@/lib/ledger/rules/known-customers";
import { addReach } from "@/lib/ledger/rules/reach";
import { WALLET_STATUS } from "@/lib/ledger/rules/types";
import { Conditions, likeText } from "@/lib/platform/conditions";
import { msisdnBeginning, normalizeMsisdn } from "@/lib/platform/msisdn";
import { type Database, readRows } from "@/lib/platform/rows";
import { formatLocalDate, plusDays } from "@/lib/platform/time";
import { type Moment, readWallets, selectWallets, type Wallet } from "./read";
import { addCame, addVisit, type Came, type Visit } from "./visits";

/** Absent: every wallet. */
export interface WalletFilter {
  /** Only these: 100 at most. */
  ids?: readonly number[] | undefined;
  /** The beginning of a code, a whole mobile number, or the beginnings of words of a name. */
  text?: string | undefined;
  /** Wallets that the text means as well. */
  meant?: readonly number[] | undefined;
  statusId?: number | undefined;
  segmentId?: number | undefined;
  /** Only customers who take part, or who have not joined. */
  isOptedIn?: boolean | undefined;
  /** The last day on which the customer earned or redeemed at the merchant of `visitsOf`. */
  visit?: Visit | undefined;
  /** The birthday is today or on one of the days after it, so many in all. */
  birthdayDays?: number | undefined;
  /** Points that have not lapsed by the last night's sweep. */
  pointsMin?: number | undefined;
  pointsMax?: number | undefined;
  /** Visits and bills at the merchant of `visitsOf`. */
  came?: Came | undefined;
  /** Where visits count; null: anywhere. Absent with a filter by visits: anywhere. */
  visitsOf?: number | null | undefined;
  /** Only of customers whom this merchant knows. */
  merchantId?: number | undefined;
  /** The same of those that a part of a code or a name finds: a stranger is found by the whole code or number. */
  partsOf?: number | undefined;
}

/** Longest away first, or most points first; absent: newest first. */
export type WalletOrder = "lastVisit" | "points";

/** Fewer characters of a code or a name than this would find half the programme. */
export const SEARCH_LENGTH_MIN = 2;

/** SQL of each order: its key, the rows that it is read from besides `w`, and the direction of key and id. */
const ORDERS = {
  newest: { key: "w.id", from: "", direction: "DESC" },
  points: { key: "w.balance", from: "", direction: "DESC" },
  lastVisit: {
    key: "(s.last_day - date '2000-01-01')",
    from: "JOIN report_wallet s ON s.wallet_id = w.id AND s.merchant_id = ",
    direction: "ASC",
  },
} as const;

/** Customers who never came have no last visit to go by. */
const orderOf = ({ visit }: WalletFilter, order: WalletOrder | undefined) =>
  ORDERS[order === "lastVisit" && visit?.kind === "never" ? "newest" : (order ?? "newest")];

/** A wallet as a search finds it. */
export type FoundBySearch = Wallet & {
  /** ISO day of the last visit to the merchant of `visitsOf`. */
  lastDay: string | null;
};

/** Wallets that match, page by page. The caller decides who may see which of their fields. */
export async function searchWallets(
  database: Database,
  filter: WalletFilter,
  {
    at,
    order,
    cursor,
    limit,
  }: { at: Moment; order?: WalletOrder | undefined; cursor?: string | undefined; limit: number },
): Promise<{ wallets: FoundBySearch[]; nextCursor: string | null }> {
  const { sql, values } = searchQuery(filter, { at, order, cursor, limit });
  const rows = await readRows<FoundRow>(database, sql, values);
  const page = rows.slice(0, limit);
  const wallets = await readWallets(
    database,
    page.map(({ id }) => id),
    at,
  );
  const last = page.at(-1);
  return {
    wallets: page.flatMap(({ id, lastDay }) => {
      const wallet = wallets.get(id);
      return wallet === undefined ? [] : [{ ...wallet, lastDay }];
    }),
    nextCursor: rows.length > limit && last !== undefined ? `${last.key}.${last.id}` : null,
  };
}

interface FoundRow {
  id: number;
  key: number;
  lastDay: string | null;
}

/** The statement of {@link searchWallets}, so that a test can ask the planner about it. */
export function searchQuery(
  filter: WalletFilter,
  {
    at,
    order,
    cursor,
    limit,
  }: { at: Moment; order?: WalletOrder | undefined; cursor?: string | undefined; limit: number },
): { sql: string; values: unknown[] } {
  const where = conditionsOf(filter, at);
  addReach(where, "w", at.sandbox);
  const { key, from, direction } = orderOf(filter, order);
  const visitsOf = `${where.bind(filter.visitsOf ?? 0)}::integer`;
  if (cursor !== undefined) {
    const [at = "", id = ""] = cursor.split(".");
    const values = [at, id].map((part) => `${where.bind(part)}::bigint`);
    where.add(`(${key}, w.id) ${direction === "ASC" ? ">" : "<"} (${values.join(", ")})`);
  }
  // The last visits of the page alone: the rows of a search are chosen before.
  const sql = `
SELECT f.id, f.key::float8 AS key, (SELECT r.last_day::text FROM report_wallet r WHERE r.merchant_id = ${visitsOf} AND r.wallet_id = f.id) AS "lastDay"
  FROM (SELECT w.id, ${key} AS key FROM wallet w ${from && `${from}${visitsOf}`} WHERE ${where.sql}
         ORDER BY ${key} ${direction}, w.id ${direction} LIMIT ${where.bind(limit + 1)}) f
 ORDER BY f.key ${direction}, f.id ${direction}`;
  return { sql, values: where.values };
}

/** Counts the wallets of {@link searchWallets}, at most `max`. */
export function countWallets(
  database: Database,
  filter: WalletFilter,
  { at, max }: { at: Moment; max: number },
): Promise<number> {
  return count(database, conditionsOf(filter, at), { at, max });
}

async function count(
  database: Database,
  where: Conditions,
  { at, max = null }: { at: Moment; max?: number | null },
): Promise<number> {
  addReach(where, "w", at.sandbox);
  const text = `SELECT count(*)::integer AS count FROM (SELECT FROM wallet w WHERE ${where.sql} LIMIT ${max}) x`;
  const [row] = await readRows<{ count: number }>(database, text, where.values);
  return row?.count ?? 0;
}

/** Conditions of open wallets `w` that match. */
export function openConditions(filter: WalletFilter, at: Moment): Conditions {
  const where = conditionsOf(filter, at);
  where.add("w.status_id <= ?", WALLET_STATUS.suspended);
  addReach(where, "w", at.sandbox);
  return where;
}

/** SQL: the codes of open wallets that match, numbered from 1 in the order of their ids, at most `limit`. */
export function openCodesQuery(
  filter: WalletFilter,
  { at, limit }: { at: Moment; limit: number },
): { sql: string; values: unknown[] } {
  const where = openConditions(filter, at);
  const sql = `
SELECT w.wallet_code, row_number() OVER (ORDER BY w.id)::int AS line FROM wallet w WHERE ${where.sql} ORDER BY w.id LIMIT ${limit}`;
  return { sql, values: where.values };
}

/** A part of what is known of a customer: the last or the first digits of a mobile number, or the beginnings of words of a name. */
export type CustomerPart = { digits: string } | { name: string };

/** Merchant of the searcher, and the number of matches wanted. A null merchant, the programme's operators, knows all customers. */
interface PartSearch {
  merchantId: number | null;
  limit: number;
}

/**
 * Wallets of customers of whom a part is known, at most `limit`, the oldest of them first. Merged ones are left out, and customers whom the
 * merchant does not know: a stranger is found by the whole number or code alone (rules.md §16).
 */
export async function findWalletsByPart(
  database: Database,
  part: CustomerPart,
  at: Moment,
  search: PartSearch,
): Promise<Wallet[]> {
  const { sql, values } = walletsByPartQuery(part, at, search);
  const rows = await readRows<{ id: number }>(database, sql, values);
  const wallets = await readWallets(
    database,
    rows.map(({ id }) => id),
    at,
  );
  return [...wallets.values()].sort((one, other) => one.id - other.id);
}

/** The statement of {@link findWalletsByPart}, so that a test can ask the planner about it. */
export function walletsByPartQuery(
  part: CustomerPart,
  { sandbox }: Pick<Moment, "sandbox">,
  { merchantId, limit }: PartSearch,
): { sql: string; values: unknown[] } {
  const where = new Conditions();
  where.add("w.status_id <> ?", WALLET_STATUS.merged);
  addReach(where, "w", sandbox);
  if (merchantId !== null) where.add(isKnownTo("w", where.bind(merchantId)));
  const sql = "name" in part ? idsByName(where, part.name, limit) : idsByDigits(where, part.digits, limit);
  return { sql, values: where.values };
}

/** Those that end with the digits, then those that begin with them, each in the order of its index: no more is read than taken. */
function idsByDigits(where: Conditions, digits: string, limit: number): string {
  const last = [...digits.replace("+", "")].reverse().join("");
  const ends = `reverse(w.contact_msisdn) LIKE ${where.bind(`${last}%`)}`;
  const byEnd = `
SELECT w.id FROM wallet w WHERE ${ends} AND ${where.sql} ORDER BY reverse(w.contact_msisdn) USING ~<~ LIMIT ${limit}`;
  const first = msisdnBeginning(digits);
  if (first === null) return byEnd;
  const begins = `w.contact_msisdn LIKE ${where.bind(`${first}%`)} AND NOT ${ends}`;
  return `(${byEnd}) UNION ALL (
SELECT w.id FROM wallet w WHERE ${begins} AND ${where.sql} ORDER BY w.contact_msisdn USING ~<~ LIMIT ${limit}) LIMIT ${limit}`;
}

/**
 * The name is looked up on its own, whatever the limit: a plan for a few rows out of many would read the whole table where there
 * are none.
 */
function idsByName(where: Conditions, name: string, limit: number): string {
  return `
  WITH named AS MATERIALIZED (${walletsNamed(where, name)})
SELECT named.id
  FROM named CROSS JOIN LATERAL (SELECT x.id, x.wallet_code, x.status_id, x.sandbox_id FROM wallet x WHERE x.id = named.id LIMIT 1) w
 WHERE ${where.sql}
 LIMIT ${limit}`;
}

/** Wallets that are looked at together: enough to be quick, few enough that no statement takes long when hardly any matches. */
const PART_SIZE = 2_000;
/** The same with visits of a period, which are summed anew for each part. */
const CAME_PART_SIZE = 20_000;

/** Wallets that may leave the service: of customers who are not erased and have not withdrawn their consent. */
function exported(filter: WalletFilter, at: Moment): Conditions {
  const where = conditionsOf(filter, at);
  where.add(
    "w.erased_at IS NULL AND NOT EXISTS (SELECT FROM wallet_profile x WHERE x.wallet_id = w.id AND x.withdrawn_at IS NOT NULL)",
  );
  return where;
}

/** Counts the wallets of {@link exportWallets}. */
export function countExported(database: Database, filter: WalletFilter, at: Moment): Promise<number> {
  return count(database, exported(filter, at), { at });
}

/** All wallets that match, the oldest first, read part by part as fast as they are taken. */
export async function* exportWallets(
  database: Database,
  filter: WalletFilter,
  at: Moment,
): AsyncGenerator<Wallet> {
  if (filter.ids !== undefined) {
    yield* await selectWallets(database, { where: exported(filter, at), limit: PART_SIZE }, at);
    return;
  }
  const limit = filter.came === undefined ? PART_SIZE : CAME_PART_SIZE;
  let after = 0;
  for (;;) {
    const [part] = await readRows<{ id: number | null }>(database, PART_END, [after, limit]);
    const until = part?.id ?? null;
    if (until === null) return;
    const where = exported(filter, at);
    where.add("w.id > ?", after);
    where.add("w.id <= ?", until);
    yield* await selectWallets(database, { where, limit }, at);
    after = until;
  }
}

const PART_END = `
SELECT max(x.id) AS id FROM (SELECT w.id FROM wallet w WHERE w.id > $1 ORDER BY w.id LIMIT $2) x`;

/** SQL of each bound of a filter by a number. */
const BOUNDS = { pointsMin: "w.balance >= ?", pointsMax: "w.balance <= ?" } as const;

function conditionsOf(filter: WalletFilter, at: Moment): Conditions {
  const { ids, text, statusId, segmentId, isOptedIn, birthdayDays, merchantId } = filter;
  const where = new Conditions();
  if (ids !== undefined) where.add("w.id = ANY(?::bigint[])", ids);
  if (statusId !== undefined) where.add("w.status_id = ?", statusId);
  if (segmentId !== undefined) where.add("w.segment_id = ?", segmentId);
  if (isOptedIn !== undefined) where.add(isOptedIn ? "w.is_opted_in" : "NOT w.is_opted_in");
  for (const name of ["pointsMin", "pointsMax"] as const)
    if (filter[name] !== undefined) where.add(BOUNDS[name], filter[name]);
  if (filter.visit !== undefined) addVisit(where, filter.visit, filter.visitsOf ?? 0, at);
  if (filter.came !== undefined) addCame(where, filter.came, { ...at, merchantId: filter.visitsOf ?? null });
  if (birthdayDays !== undefined) where.add(BORN_ON, birthdaysOf(at, birthdayDays));
  if (merchantId !== undefined) where.add(isKnownTo("w", where.bind(merchantId)));
  if (text !== undefined) addText(where, text, filter);
  return where;
}

/** As `wallet_profile_birthday_idx` has it: month and day in one number. Nothing is read of a customer who has withdrawn their consent. */
const BORN_ON = `EXISTS (SELECT FROM wallet_profile b WHERE b.wallet_id = w.id AND b.withdrawn_at IS NULL
   AND (extract(month FROM b.birth_date) * 100 + extract(day FROM b.birth_date)) = ANY (?::numeric[]))`;

/** Months and days of the next `days` days. A customer born on 29 February has a birthday on the 28th of a year without that day. */
function birthdaysOf({ now, timeZone }: Moment, days: number): number[] {
  const today = formatLocalDate(now, timeZone);
  return Array.from({ length: days }, (_, ahead) => plusDays(today, ahead)).flatMap((day) => {
    const number = Number(day.slice(5, 7)) * 100 + Number(day.slice(8, 10));
    return number === 228 && plusDays(day, 1).endsWith("-03-01") ? [228, 229] : [number];
  });
}

/** Adds a condition for each meaning of the text, each by an index of its own. */
function addText(
  where: Conditions,
  text: string,
  { partsOf, meant = [] }: Pick<WalletFilter, "partsOf" | "meant">,
): void {
  const parts: string[] = [];
  const wholes = [`SELECT x.id FROM wallet x WHERE x.wallet_code = ${where.bind(text)}`];
  const msisdn = normalizeMsisdn(text);
  if (msisdn !== null)
    wholes.push(`SELECT x.id FROM wallet x WHERE x.contact_msisdn = ${where.bind(msisdn)}`);
  if (text.length >= SEARCH_LENGTH_MIN && !/\s/u.test(text))
    parts.push(`SELECT x.id FROM wallet x WHERE x.wallet_code LIKE ${where.bind(`${likeText(text)}%`)}`);
  const words = wordsOf(text);
  if (words.some((word) => /\p{L}/u.test(word) && word.length >= SEARCH_LENGTH_MIN))
    parts.push(walletsNamed(where, text));
  if (parts.length > 0) {
    const known = partsOf === undefined ? "" : ` WHERE ${isKnownTo("p", where.bind(partsOf))}`;
    wholes.push(`SELECT p.id FROM wallet p JOIN (${parts.join(" UNION ")}) f ON f.id = p.id${known}`);
  }
  if (meant.length > 0) wholes.push(`SELECT unnest(${where.bind(meant)}::bigint[])`);
  where.add(`w.id IN (${wholes.join(" UNION ")})`);
}

function wordsOf(name: string): string[] {
  return name.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== "");
}

/** Each word is the beginning of a word of the name, in whatever order; words may be written together or apart, with the article or without. */
function walletsNamed(where: Conditions, name: string): string {
  return `
SELECT x.wallet_id AS id FROM wallet_profile x
 WHERE x.withdrawn_at IS NULL AND name_keys(x.name) @@ name_query(${where.bind(name)}::text)`;
}
