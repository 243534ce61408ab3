import type pg from "pg";
import { CHANNEL } from "@/lib/ledger/rules/types";
import { createLedger, type Ledger } from "@/lib/ledger/run/ledger";
import { ManualClock } from "@/lib/platform/clock";
import { normalizeMsisdn } from "@/lib/platform/msisdn";
import { type DemoFixture, loadDemoFixture } from "@/tests/support/demo-fixture";

const BRANCH = "01000000001";
const CLIENT = "pis_test_demo";
const AGED_WALLETS = 4;
/** The merchants of the histories' clients; the first has two supervisors, who can disagree. */
const SUPERVISED_MERCHANTS = [1, 1, 2];
/** Older than a redemption can be given back, and than anything can be cancelled. */
const LONG_AGO_DAYS = 100;
const LATELY_DAYS = 12;
const DAY_MS = 86_400_000;

/**
 * Puts the fixed facts of the demo data into an empty, migrated database, supervisors who can let limits be passed, and some
 * wallets with old entries, so that what came too late can be tried. The clients' rates are lifted: tills of a history ask more than any limit.
 */
export async function furnish(pool: pg.Pool): Promise<void> {
  const clock = new ManualClock(new Date());
  const ledger = createLedger({ pool, clock });
  const fixture = await loadDemoFixture(pool, ledger);
  await pool.query(
    "UPDATE api_client SET rate_per_second = NULL, rate_burst = NULL WHERE rate_per_second <> 5",
  );
  for (const [index, merchantId] of SUPERVISED_MERCHANTS.entries()) {
    const name = `supervisor${index}`;
    await pool.query(
      `INSERT INTO app_user (kind, name, email, username, role, merchant_id)
       VALUES ('portal', $1, $2, $3, 'supervisor', $4)`,
      [name, `${name}@example.test`, name, merchantId],
    );
  }
  const codes = Array.from({ length: AGED_WALLETS }, (_, index) => `AGED${index}`);
  for (const [index, code] of codes.entries())
    await fixture.createWallet({ walletCode: code, contactMsisdn: `0115000000${index}` });
  const actor = await actorOf(pool, fixture);
  for (const days of [LONG_AGO_DAYS, LATELY_DAYS]) {
    clock.set(new Date(Date.now() - days * DAY_MS));
    for (const code of codes) await buy(ledger, code, actor);
  }
}

async function actorOf(pool: pg.Pool, { clientIds, branchIds }: DemoFixture) {
  const { rows } = await pool.query<{ userId: number }>(
    'SELECT user_id AS "userId" FROM api_client WHERE id = $1',
    [clientIds.get(CLIENT)],
  );
  return {
    userId: rows[0]?.userId ?? 0,
    channelId: CHANNEL.posApi,
    merchantId: 1,
    branchId: branchIds.get(BRANCH) ?? 0,
    branchMsisdn: normalizeMsisdn(BRANCH),
  };
}

/** A bill that earned and two that were paid with points. */
async function buy(
  ledger: Ledger,
  walletCode: string,
  actor: Awaited<ReturnType<typeof actorOf>>,
): Promise<void> {
  await ledger.post({ type: "reward", walletCode, value: 500_25n, actor });
  for (const value of [40_00n, 69_50n])
    await ledger.post({ type: "redeem", walletCode, value, pin: { kind: "absent" }, actor });
}
