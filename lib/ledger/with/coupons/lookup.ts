import { type Database, readRows } from "@/lib/platform/rows";
import { type CouponRow, couponOf, type TemplateRow, templateJson, templateOf } from "./store";
import { factsOfUse, USE_FACTS, type UseFactsRow } from "./use-facts";
import type { Coupon, CouponTemplate, UseFacts } from "./words";

/** A coupon as it is kept, with its own number in the table and whose it is. */
export interface KeptCoupon extends Coupon {
  id: number;
  isTest: boolean;
  issuedAt: Date;
  usedAt: Date | null;
  /** At whose till it was used. */
  usedBranchId: number | null;
}

type KeptRow = CouponRow & {
  id: number;
  is_test: boolean;
  issued_at: Date;
  used_at: Date | null;
  used_branch_id: number | null;
};

const COLUMNS = `
SELECT c.id, c.number, c.wallet_id, c.state, c.valid_from::text, c.valid_until::text, c.issued_by_entry_id, c.voided_by_entry_id,
       c.is_test, c.issued_at, c.used_at, c.used_branch_id, ${templateJson("t", "m")} AS template`;
const FROM = `
  FROM coupon c JOIN coupon_template t ON t.id = c.template_id LEFT JOIN merchant m ON m.id = t.merchant_id`;

function keptOf(row: KeptRow): KeptCoupon {
  return {
    ...couponOf(row),
    id: Number(row.id),
    isTest: row.is_test,
    issuedAt: row.issued_at,
    usedAt: row.used_at,
    usedBranchId: row.used_branch_id,
  };
}

/** The coupon of a number; null: there is none. With `locks` nobody changes it until the transaction ends. */
export async function findCoupon(
  database: Database,
  number: string,
  { locks = false }: { locks?: boolean } = {},
): Promise<KeptCoupon | null> {
  const lock = locks ? "FOR NO KEY UPDATE OF c" : "";
  const rows = await readRows<KeptRow>(database, `${COLUMNS} ${FROM} WHERE c.number = $1 ${lock}`, [number]);
  return rows[0] === undefined ? null : keptOf(rows[0]);
}

const USE = `SELECT c.id, ${USE_FACTS} FROM coupon c WHERE c.id = $1`;

/** The facts of a locked coupon's last use. An act that undoes an entry locks its coupon first. */
export async function readUse(database: Database, couponId: number): Promise<UseFacts> {
  const [row] = await readRows<UseFactsRow>(database, USE, [couponId]);
  if (row === undefined) throw new Error(`Coupon ${couponId} is gone`);
  return factsOfUse(row);
}

/** A customer may keep coupons for years: no more than these are shown at once. */
const SHOWN_MAX = 200;

/**
 * A wallet's coupons that a merchant takes (null: those of all merchants): the ones that are still to be used first, then the
 * latest.
 */
export async function couponsOfWallet(
  database: Database,
  walletId: number,
  merchantId: number | null,
): Promise<KeptCoupon[]> {
  const rows = await readRows<KeptRow>(
    database,
    `${COLUMNS} ${FROM} WHERE c.wallet_id = $1 AND ($2::int IS NULL OR t.merchant_id IS NULL OR t.merchant_id = $2)
      ORDER BY c.state <> 'issued', c.valid_until NULLS LAST, c.id DESC LIMIT ${SHOWN_MAX}`,
    [walletId, merchantId],
  );
  return rows.map(keptOf);
}

/** Coupons that customers of a merchant can buy for points on a day (an ISO date of the programme's zone), the cheapest first. */
export async function couponCatalogue(
  database: Database,
  merchantId: number | null,
  today: string,
): Promise<CouponTemplate[]> {
  const rows = await readRows<{ template: TemplateRow }>(
    database,
    `SELECT ${templateJson("t", "m")} AS template FROM coupon_template t LEFT JOIN merchant m ON m.id = t.merchant_id
      WHERE t.state = 'live' AND t.cost_points IS NOT NULL AND (t.merchant_id IS NULL OR t.merchant_id = $1)
        AND (t.valid_until IS NULL OR t.valid_until >= $2::date) AND (t.stock_left IS NULL OR t.stock_left > 0)
      ORDER BY t.cost_points, t.id`,
    [merchantId, today],
  );
  return rows.map(({ template }) => templateOf(template));
}

/** A coupon as readers show it. */
export interface ToldCoupon {
  id: number;
  number: string;
  offerNumber: number;
  titleEn: string;
  titleAr: string;
  walletId: number | null;
  validUntil: string | null;
  issuedByEntryId: number | null;
  voidedByEntryId: number | null;
}

const TOLD = `
SELECT c.id, c.number, t.offer_number AS "offerNumber", t.title_en AS "titleEn", t.title_ar AS "titleAr", c.wallet_id AS "walletId", c.valid_until::text AS "validUntil",
       c.issued_by_entry_id AS "issuedByEntryId", c.voided_by_entry_id AS "voidedByEntryId"
  FROM (SELECT i.* FROM unnest($1::bigint[]) AS e (id) CROSS JOIN LATERAL (SELECT * FROM coupon x WHERE x.issued_by_entry_id = e.id LIMIT 1) i
         UNION SELECT v.* FROM unnest($1::bigint[]) AS e (id) CROSS JOIN LATERAL (SELECT * FROM coupon x WHERE x.voided_by_entry_id = e.id LIMIT 1) v
         UNION SELECT o.* FROM coupon o WHERE o.id = ANY ($2::bigint[])) c
  JOIN coupon_template t ON t.id = c.template_id`;

/** The coupons that entries issued or ended, and those of these ids. */
export function readToldCoupons(
  database: Database,
  { entryIds, ids }: { entryIds: readonly number[]; ids: readonly number[] },
): Promise<ToldCoupon[]> {
  if (entryIds.length + ids.length === 0) return Promise.resolve([]);
  return readRows<ToldCoupon>(database, TOLD, [entryIds, ids]);
}
