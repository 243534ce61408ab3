import type pg from "pg";
import { issueStep } from "@/lib/areas/coupons/issue-runner";
import { findCoupon } from "@/lib/ledger/with/coupons/lookup";
import { systemClock } from "@/lib/platform/clock";
import { DEFAULT_TIME_ZONE } from "@/lib/platform/time";
import { quantile } from "./figures";
import { inEmptyDatabase } from "./service";

const ADD_ISSUE = `
WITH template AS (INSERT INTO coupon_template (offer_number, state, title_en, title_ar, discount_type, valid_days)
                  VALUES (900000, 'live', 'Measured', 'مقيس', 3, 30) RETURNING id)
INSERT INTO coupon_issue (template_id, state, unnamed, created_by, created_at) SELECT id, 'running', $1, 1, now() FROM template RETURNING id`;

/** Issues a file of coupons of one template, as the service does beside its work, looks some of them up by number, and says how long it took. */
export function runCoupons({ coupons, lookups }: { coupons: number; lookups: number }): Promise<string> {
  return inEmptyDatabase(async (pool) => {
    const { rows } = await pool.query<{ id: number }>(ADD_ISSUE, [coupons]);
    const issueSeconds = (await issue(pool, Number(rows[0]?.id))) / 1000;
    const numbers = await pool.query<{ number: string }>(
      "SELECT number FROM coupon ORDER BY random() LIMIT $1",
      [lookups],
    );
    const lookupMs: number[] = [];
    for (const { number } of numbers.rows) {
      const beganAt = performance.now();
      const found = await findCoupon(pool, number);
      lookupMs.push(performance.now() - beganAt);
      if (found?.number !== number) throw new Error("A coupon that was issued is not found");
    }
    const at = (part: number) => `${quantile(lookupMs, part).toFixed(2)} ms`;
    return `${coupons} coupons of one template issued in ${issueSeconds.toFixed(1)} s; ${lookups} looked up by number, one after the other: p50 ${at(0.5)}, p99 ${at(0.99)}`;
  });
}

/** How long all of them took to issue, in ms. */
async function issue(pool: pg.Pool, issueId: number): Promise<number> {
  const client = await pool.connect();
  const beganAt = performance.now();
  try {
    while (await issueStep(client, issueId, { clock: systemClock, timeZone: () => DEFAULT_TIME_ZONE }));
    return performance.now() - beganAt;
  } finally {
    client.release();
  }
}
