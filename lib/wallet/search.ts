import { isKnownTo } from "@/lib/ledger/rules/known-customers";
import { addReach } from "@/lib/ledger/rules/reach";
import { WALLET_STATUS } from "@/lib/ledger/rules/types";
import { Conditions, likeText } from "@/lib/platform/conditions";
import { msisdnBeginning, normalizeMsisdn } from "@/lib/platform/msisdn";
import { type Database, readRows } from "@/lib/platform/rows";
import { type Moment, readWallets, selectWallets, type Wallet } from "./read";

/** Absent: every wallet. */
export interface WalletFilter {
  /** Only these: 100 at most. */
  ids?: readonly number[] | undefined;
  /** The beginning of a code, a whole mobile number, or the beginnings of words of a name. */
  text?: string | undefined;
  statusId?: number | undefined;
  segmentId?: number | undefined;
  /** Only customers who take part, or who have not joined. */
  isOptedIn?: boolean | undefined;
  /** Only wallets that have moved points at this merchant, or were enrolled by one of its people. */
  merchantId?: number | undefined;
  /** The same of those that a part of a code or a name finds: a stranger is found by the whole code or number. */
  partsOf?: number | undefined;
}

/** Fewer characters of a code or a name than this would find half the programme. */
export const SEARCH_LENGTH_MIN = 2;

/** Wallets that match, newest first, page by page. The caller decides who may see which of their fields. */
export async function searchWallets(
  database: Database,
  filter: WalletFilter,
  { at, cursor, limit }: { at: Moment; cursor?: string | undefined; limit: number },
): Promise<{ wallets: Wallet[]; nextCursor: string | null }> {
  const where = conditionsOf(filter);
  if (cursor !== undefined) where.add("w.id < ?", cursor);
  const found = await selectWallets(database, { where, order: "newest first", limit: limit + 1 }, at);
  const wallets = found.slice(0, limit);
  return { wallets, nextCursor: found.length > limit ? String(wallets.at(-1)?.id) : null };
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

/** Wallets that may leave the service: of customers who are not erased and have not withdrawn their consent. */
function exported(filter: WalletFilter): Conditions {
  const where = conditionsOf(filter);
  where.add(
    "w.erased_at IS NULL AND NOT EXISTS (SELECT FROM wallet_profile x WHERE x.wallet_id = w.id AND x.withdrawn_at IS NOT NULL)",
  );
  return where;
}

/** Counts the wallets of {@link exportWallets}. */
export async function countExported(
  database: Database,
  filter: WalletFilter,
  { sandbox }: Pick<Moment, "sandbox">,
): Promise<number> {
  const where = exported(filter);
  addReach(where, "w", sandbox);
  const text = `SELECT count(*)::integer AS count FROM wallet w WHERE ${where.sql}`;
  const [row] = await readRows<{ count: number }>(database, text, where.values);
  return row?.count ?? 0;
}

/** All wallets that match, the oldest first, read part by part as fast as they are taken. */
export async function* exportWallets(
  database: Database,
  filter: WalletFilter,
  at: Moment,
): AsyncGenerator<Wallet> {
  if (filter.ids !== undefined) {
    yield* await selectWallets(database, { where: exported(filter), limit: PART_SIZE }, at);
    return;
  }
  let after = 0;
  for (;;) {
    const [part] = await readRows<{ id: number | null }>(database, PART_END, [after]);
    const until = part?.id ?? null;
    if (until === null) return;
    const where = exported(filter);
    where.add("w.id > ?", after);
    where.add("w.id <= ?", until);
    yield* await selectWallets(database, { where, limit: PART_SIZE }, at);
    after = until;
  }
}

const PART_END = `
SELECT max(x.id) AS id FROM (SELECT w.id FROM wallet w WHERE w.id > $1 ORDER BY w.id LIMIT ${PART_SIZE}) x`;

function conditionsOf({
  ids,
  text,
  statusId,
  segmentId,
  isOptedIn,
  merchantId,
  partsOf,
}: WalletFilter): Conditions {
  const where = new Conditions();
  if (ids !== undefined) where.add("w.id = ANY(?::bigint[])", ids);
  if (statusId !== undefined) where.add("w.status_id = ?", statusId);
  if (segmentId !== undefined) where.add("w.segment_id = ?", segmentId);
  if (isOptedIn !== undefined) where.add(isOptedIn ? "w.is_opted_in" : "NOT w.is_opted_in");
  if (merchantId !== undefined) where.add(isKnownTo("w", where.bind(merchantId)));
  if (text !== undefined) addText(where, text, partsOf);
  return where;
}

/** Adds a condition for each meaning of the text, each by an index of its own. */
function addText(where: Conditions, text: string, partsOf: number | undefined): void {
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
