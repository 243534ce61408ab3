import type { Pool } from "pg";
import { sender } from "@/lib/db/sender";
import type { WalletStatusId } from "@/lib/ledger/types";
import { normalizeMsisdn } from "@/lib/programme/msisdn";

/** What to look for; absent: everything. */
export interface WalletFilter {
  /** The beginning of a code, a whole mobile number, or the beginnings of words of a name. */
  text?: string | undefined;
  statusId?: number | undefined;
  segmentId?: number | undefined;
  /** Only wallets that have moved points at this merchant, or were enrolled by one of its people. */
  merchantId?: number | undefined;
}

export interface FoundWallet {
  id: number;
  walletCode: string;
  /** E.164. */
  contactMsisdn: string;
  name: string | null;
  statusId: WalletStatusId;
  segmentId: number;
  /** Spendable points, those that have lapsed already taken off. */
  balance: number;
  createdAt: Date;
}

/** A wallet with all that is known of its customer, for a file of many. */
export interface ExportedWallet extends FoundWallet {
  suspended: number;
  accumulated: number;
  redeemed: number;
  isOptedIn: boolean;
  email: string | null;
  address: string | null;
  gender: string | null;
  /** ISO date. */
  birthDate: string | null;
  nid: string | null;
  consentAt: Date | null;
}

/** Fewer characters of a code or a name than this would find half the programme. */
export const SEARCH_LENGTH_MIN = 2;

/**
 * Wallets that match, the newest first, page by page. `today` (ISO date in the programme's zone) tells which points have
 * lapsed. Who may see what of them is the caller's to decide.
 */
export async function searchWallets(
  pool: Pool,
  filter: WalletFilter,
  { today, cursor, limit }: { today: string; cursor?: string | undefined; limit: number },
): Promise<{ wallets: FoundWallet[]; nextCursor: string | null }> {
  const values: unknown[] = [today];
  const conditions = conditionsOf(filter, values);
  if (cursor !== undefined) conditions.push(`w.id < ${bind(values, cursor)}`);
  const { rows } = await sender(pool)({
    text: `SELECT ${FOUND} ${FROM} WHERE ${all(conditions)} ORDER BY w.id DESC LIMIT ${bind(values, limit + 1)}`,
    values,
  });
  const shown = (rows as FoundWallet[]).slice(0, limit);
  return { wallets: shown, nextCursor: rows.length > limit ? String(shown.at(-1)?.id) : null };
}

/** Wallets that are looked at together: enough to be quick, few enough that no statement takes long when hardly any matches. */
const PART_SIZE = 2_000;

/** All wallets that match, the oldest first, read part by part as fast as they are taken. */
export async function* exportWallets(
  pool: Pool,
  filter: WalletFilter,
  { today }: { today: string },
): AsyncGenerator<ExportedWallet> {
  const send = sender(pool);
  let after = 0;
  for (;;) {
    const part = await send({ text: PART_END, values: [after] });
    const until: number | null = part.rows[0]?.id ?? null;
    if (until === null) return;
    const values: unknown[] = [today];
    const within = [`w.id > ${bind(values, after)}`, `w.id <= ${bind(values, until)}`];
    const conditions = [...within, ...conditionsOf(filter, values)];
    const { rows } = await send({
      text: `SELECT ${FOUND}, ${MORE} ${FROM} WHERE ${all(conditions)} ORDER BY w.id`,
      values,
    });
    yield* rows as ExportedWallet[];
    after = until;
  }
}

const PART_END = `
SELECT max(x.id) AS id FROM (SELECT w.id FROM wallet w WHERE w.id > $1 ORDER BY w.id LIMIT ${PART_SIZE}) x`;

const FOUND = `
w.id, w.wallet_code AS "walletCode", w.contact_msisdn AS "contactMsisdn", p.name, w.status_id AS "statusId",
w.segment_id AS "segmentId", w.created_at AS "createdAt",
(w.balance - coalesce((SELECT sum(l.points) FROM lot l WHERE l.wallet_id = w.id AND l.points > 0 AND l.expires_on < $1::date), 0))::bigint AS balance`;
const MORE = `
w.suspended, w.accumulated, w.redeemed, w.is_opted_in AS "isOptedIn", p.email, p.address, p.gender,
p.birth_date::text AS "birthDate", p.nid, p.consent_at AS "consentAt"`;
const FROM = "FROM wallet w LEFT JOIN wallet_profile p ON p.wallet_id = w.id";

function conditionsOf({ text, statusId, segmentId, merchantId }: WalletFilter, values: unknown[]): string[] {
  const conditions: string[] = [];
  if (statusId !== undefined) conditions.push(`w.status_id = ${bind(values, statusId)}`);
  if (segmentId !== undefined) conditions.push(`w.segment_id = ${bind(values, segmentId)}`);
  if (merchantId !== undefined) conditions.push(atMerchant(bind(values, merchantId)));
  if (text !== undefined) conditions.push(meant(text, values));
  return conditions;
}

function atMerchant(merchantId: string): string {
  return `(EXISTS (SELECT 1 FROM entry e WHERE e.wallet_id = w.id AND e.merchant_id = ${merchantId})
           OR EXISTS (SELECT 1 FROM app_user u WHERE u.id = p.consent_by AND u.merchant_id = ${merchantId}))`;
}

/** What the text may mean, each asked of an index of its own. */
function meant(text: string, values: unknown[]): string {
  const parts: string[] = [];
  const msisdn = normalizeMsisdn(text);
  if (msisdn !== null)
    parts.push(`SELECT x.id FROM wallet x WHERE x.contact_msisdn = ${bind(values, msisdn)}`);
  if (text.length >= SEARCH_LENGTH_MIN && !/\s/u.test(text)) {
    const prefix = `${text.replace(/[\\%_]/g, "\\$&")}%`;
    parts.push(`SELECT x.id FROM wallet x WHERE x.wallet_code LIKE ${bind(values, prefix)}`);
  }
  const words = text.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== "");
  if (words.some((word) => /\p{L}/u.test(word) && word.length >= SEARCH_LENGTH_MIN))
    parts.push(`
SELECT x.wallet_id FROM wallet_profile x
 WHERE to_tsvector('simple', folded_name(x.name)) @@ (
         SELECT to_tsquery('simple', string_agg('''' || folded_name(word) || ''':*', ' & '))
           FROM unnest(${bind(values, words)}::text[]) AS word WHERE folded_name(word) <> '')`);
  return parts.length === 0 ? "false" : `w.id IN (${parts.join(" UNION ")})`;
}

function bind(values: unknown[], value: unknown): string {
  values.push(value);
  return `$${values.length}`;
}

function all(conditions: readonly string[]): string {
  return conditions.length === 0 ? "true" : conditions.join(" AND ");
}
