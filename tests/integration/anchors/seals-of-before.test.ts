import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkState, sealState } from "@/lib/areas/anchors/state";
import { setWalletStatus } from "@/lib/areas/wallets/update-wallet";
import { loadDemoData } from "@/lib/demo/load";
import { digestOf, type Look, markOf, readLastLook, unpackColumns } from "@/lib/log/look";
import { ManualClock } from "@/lib/platform/clock";
import { proveSession } from "@/lib/platform/database/act-rows";
import { portalPool } from "@/lib/platform/database/pg-pools";
import { ledgerPool, prisma } from "@/lib/platform/database/pools";
import { forgetSingletons } from "@/lib/platform/process-singleton";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";

/** A database of the release before: its seals have no notes to go by, and tables that are sealed since have none. */
let database: TestDatabase;
let admin: pg.Pool;
const NOW = new Date("2026-11-21T10:30:00Z");
const HOUR_MS = 3_600_000;
const at = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS);
const seal = (hours: number) => sealState(portalPool(), { now: at(hours), everyMs: HOUR_MS });

beforeAll(async () => {
  database = await createTestDatabase();
  await loadDemoData({ pool: ledgerPool(), prisma: database.prisma, now: NOW });
  admin = new pg.Pool({ connectionString: database.adminUrl, max: 1, onConnect: proveSession });
  admin.on("error", () => undefined);
  expect(await seal(0)).toEqual([]);
  await admin.query(`DELETE FROM state_seal WHERE kind LIKE 'row of %';
    UPDATE _prisma_migrations SET finished_at = finished_at - interval '1 year' WHERE migration_name = '0001_schema_20261127'`);
  const client = await admin.connect();
  const last = await readLastLook(client);
  if (last === null) throw new Error("nothing was sealed");
  const { eventId, isGenuine: _, at: __, madeAt: ___, noteId: ____, provedSince: _____, ...kept } = last;
  const columns = unpackColumns(last)
    .split(",")
    .filter((column) =>
      /^(coupon|coupon_template|merchant|branch|programme|api_client|promotion|permission_set)\./.test(
        column,
      ),
    )
    .join(",");
  await client.query("BEGIN");
  const digest = await digestOf(client);
  await client.query("COMMIT");
  const look: Look = { ...kept, columns, compared: "", isPart: false, digest };
  await client.query("SET session_replication_role = replica");
  await client.query("UPDATE security_event SET details = $2 WHERE id = $1", [
    ...[eventId, JSON.stringify({ ...look, mark: markOf(look) })],
  ]);
  await client.query("DELETE FROM act_row; RESET session_replication_role");
  client.release();
  forgetSingletons("proved since");
}, 120_000);
afterAll(async () => {
  await admin?.end();
  await database?.drop();
});

test("is taken over in steps: what a log tells of is sealed anew, what none tells of is found, and notes count from a day later on", async () => {
  const stranger = new pg.Pool({ connectionString: database.url, max: 1 });
  try {
    const { rows } = await admin.query<{ id: number }>(
      "SELECT id FROM app_user WHERE role = 'programme_operator' LIMIT 1",
    );
    const operator = { userId: rows[0]?.id ?? 0, role: "programme_operator", merchantId: null } as const;
    const programme = { timeZone: () => "Africa/Cairo" };
    const context = { database: prisma(), clock: new ManualClock(NOW), programme } as never;
    const { version } = await database.prisma.walletProfile.findFirstOrThrow({
      where: { wallet: { walletCode: "100003" } },
    });
    await setWalletStatus(context, operator, { walletCode: "100003", version, statusId: 3, reason: "Test" });
    await admin.query(`SET session_replication_role = replica;
      UPDATE wallet SET status_id = 3 WHERE wallet_code = '100002';
      DELETE FROM act_row; RESET session_replication_role`);
    const unexplained = { kind: "wallet", id: "100002", what: "changed" };
    expect((await checkState(portalPool())).findings).toEqual([unexplained]);
    expect(await seal(2)).toEqual([unexplained]);
    const { findings, rows: sealed } = await checkState(portalPool());
    expect(findings).toEqual([unexplained]);
    const kinds = await admin.query("SELECT FROM state_seal WHERE kind = 'row of deal'");
    expect(kinds.rowCount).toBeGreaterThan(0);
    expect(sealed).toBeGreaterThan(0);
    // An instance of the release before still writes for a while.
    await stranger.query("UPDATE deal SET title_en = title_en || '.' WHERE id = (SELECT min(id) FROM deal)");
    expect(await seal(4)).toEqual([]);
    expect((await checkState(portalPool())).findings).toEqual([unexplained]);
    expect(await seal(30)).toEqual([]);
    await stranger.query("UPDATE deal SET title_en = title_en || '.' WHERE id = (SELECT min(id) FROM deal)");
    expect(await seal(32)).toEqual([{ kind: "deal", id: "1", what: "stranger" }]);
  } finally {
    await stranger.end();
  }
});
