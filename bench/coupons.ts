import { rmSync } from "node:fs";
import pg from "pg";
import { issueStep } from "@/lib/areas/coupons/issue-runner";
import { ensureFoundation } from "@/lib/areas/programme/foundation";
import { findCoupon } from "@/lib/ledger/coupon-lookup";
import { systemClock } from "@/lib/platform/clock";
import { startEmbedded } from "@/lib/platform/database/embedded";
import { migrate } from "@/lib/platform/database/migrate";
import { createPrismaClient } from "@/lib/platform/database/pools";
import { DEFAULT_TIME_ZONE } from "@/lib/platform/time";
import { createDataFolder } from "./service";

export interface CouponsOptions {
  coupons: number;
  lookups: number;
}

export interface CouponsReport extends CouponsOptions {
  issueSeconds: number;
  /** Of one look-up after the other, in ms, in ascending order. */
  lookupMs: number[];
}

const ADD_ISSUE = `
WITH template AS (INSERT INTO coupon_template (offer_number, state, title_en, title_ar, discount_type, valid_days)
                  VALUES (900000, 'live', 'Measured', 'مقيس', 3, 30) RETURNING id)
INSERT INTO coupon_issue (template_id, state, unnamed, created_by, created_at) SELECT id, 'running', $1, 1, now() FROM template RETURNING id`;

/** Issues a file of coupons of one template, as the service does beside its work, and looks some of them up by number. */
export async function runCoupons({ coupons, lookups }: CouponsOptions): Promise<CouponsReport> {
  process.env.LOG_LEVEL ??= "warn";
  const dataDir = createDataFolder();
  const database = await startEmbedded({ dataDir, whenHeld: "refuse" });
  const pool = new pg.Pool({ connectionString: database.migrationUrl, max: 2 });
  try {
    await migrate(database.migrationUrl);
    await ensureFoundation(createPrismaClient(pool));
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
    return { coupons, lookups, issueSeconds, lookupMs: lookupMs.sort((one, other) => one - other) };
  } finally {
    await pool.end();
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
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

/** The report in words. */
export function describeCoupons({ coupons, lookups, issueSeconds, lookupMs }: CouponsReport): string {
  const at = (part: number) => (lookupMs[Math.floor((lookupMs.length - 1) * part)] ?? Number.NaN).toFixed(2);
  return [
    `${coupons} coupons of one template issued in ${issueSeconds.toFixed(1)} s`,
    `${lookups} looked up by number, one after the other: ${at(0.5)} ms in the middle, ${at(0.99)} ms the 99th of a hundred`,
  ].join("\n");
}
