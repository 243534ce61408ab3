import type pg from "pg";
import { newCouponNumber } from "@/lib/ledger/with/coupons/number";

/** Templates and coupons that tests need, put straight into the database. Every default suits most tests. */

let numbers = 7_000;

type Column = string | number | boolean | null | Date | readonly number[];

async function insert(
  pool: pg.Pool,
  table: string,
  row: Readonly<Record<string, Column | undefined>>,
): Promise<number> {
  const columns = Object.entries(row).filter(([, value]) => value !== undefined);
  const names = columns.map(([name]) => name).join(", ");
  const places = columns.map((_, index) => `$${index + 1}`).join(", ");
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO ${table} (${names}) VALUES (${places}) RETURNING id`,
    columns.map(([, value]) => value),
  );
  return Number(rows[0]?.id);
}

export interface TestTemplate {
  id: number;
  offerNumber: number;
}

/** A live template of a free item for 300 points that every merchant takes. */
export async function createTemplate(
  pool: pg.Pool,
  options: Readonly<Record<string, Column | undefined>> = {},
): Promise<TestTemplate> {
  numbers += 1;
  const stock = options.stock_max === undefined ? {} : { stock_left: options.stock_max };
  const id = await insert(pool, "coupon_template", {
    ...{ offer_number: numbers, state: "live", title_en: "A free coffee", title_ar: "قهوة مجانية" },
    ...{ discount_type: 3, cost_points: 300, valid_days: 30 },
    ...stock,
    ...options,
  });
  // What rewards issue by is remembered with the programme's row.
  await pool.query("UPDATE programme SET id = id");
  return { id, offerNumber: numbers };
}

/** What a coupon that is void has besides. */
export const VOID = { state: "void", voided_at: new Date("2026-01-02T00:00:00Z"), voided_by_user_id: 1 };

/** The number of an issued coupon of a wallet. */
export async function createCoupon(
  pool: pg.Pool,
  template: TestTemplate,
  walletId: number | null,
  options: Readonly<Record<string, Column | undefined>> = {},
): Promise<string> {
  const number = newCouponNumber();
  await insert(pool, "coupon", {
    ...{ template_id: template.id, number, wallet_id: walletId },
    ...{ issued_at: new Date("2026-01-01T00:00:00Z"), issued_by_user_id: 1 },
    ...options,
  });
  return number;
}

/** How a coupon is kept: its state, and what is left of its template's stock. */
export async function couponRow(
  pool: pg.Pool,
  number: string,
): Promise<{ state: string; wallet_id: number | null; stock_left: number | null; uses: number }> {
  const { rows } = await pool.query(
    `SELECT c.state, c.wallet_id::int, t.stock_left, (SELECT count(*)::int FROM coupon_event e WHERE e.coupon_id = c.id AND e.kind = 'used') AS uses
       FROM coupon c JOIN coupon_template t ON t.id = c.template_id WHERE c.number = $1`,
    [number],
  );
  return rows[0];
}
