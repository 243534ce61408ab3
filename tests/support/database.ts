import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { inject, vi } from "vitest";
import { registerProof } from "@/lib/platform/database/act-rows";
import { stopListening } from "@/lib/platform/database/notify";
import { closePools, createPrismaClient, type PrismaClient } from "@/lib/platform/database/pools";
import { completeEnv } from "@/lib/platform/env";
import { refuseUnlessTestServer } from "@/tests/support/test-server";
import { provenPool, TESTS_SECRET } from "./proven-pool";

const TEMPLATE_DATABASE = "points_template";

/** A database of a test file's own, migrated and empty. */
export interface TestDatabase {
  /** As the service's own role, which its pools in this process have as well. Sessions of `pool` and `owner` are the service's; others are strangers. */
  url: string;
  /** As the owner of the tables, for looking and tampering: of a database that is not migrated `url` is the same. */
  ownerUrl: string;
  /** The same database as the server's superuser, for what the service itself may not do. */
  adminUrl: string;
  /** Plain connections of the service's role, apart from the service's own pools: what the service may not do fails in tests too. */
  pool: pg.Pool;
  prisma: PrismaClient;
  /** Connections of the tables' owner, for setting up and tampering alone; nothing of `lib` is to be given them. */
  owner: pg.Pool;
  ownerPrisma: PrismaClient;
  /** Closes everything that uses the database in this process and removes it. */
  drop(): Promise<void>;
}

export const newDatabaseName = () => `test_${randomBytes(6).toString("hex")}`;

/**
 * Makes a database for the calling test file, in place of the one with its name, and points the service's own pools (ledgerPool, prisma …) of this process at
 * it. Call it in `beforeAll` and `drop()` in `afterAll`.
 */
export async function createTestDatabase({
  isMigrated = true,
  name = newDatabaseName(),
}: {
  isMigrated?: boolean;
  name?: string;
} = {}): Promise<TestDatabase> {
  const serverAdminUrl = inject("testServerAdminUrl");
  await refuseUnlessTestServer(serverAdminUrl);
  await asAdmin(serverAdminUrl, async (admin) => {
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await copyTemplate(admin, name, isMigrated ? TEMPLATE_DATABASE : "template1");
  });
  const ownerUrl = withDatabase(inject("testServerUrl"), name);
  const url = isMigrated ? withDatabase(inject("testServiceUrl"), name) : ownerUrl;
  completeEnv({ databaseUrl: url, sessionSecret: TESTS_SECRET });
  const [pool, owner] = [url, ownerUrl].map((one) =>
    provenPool(one, { max: 60, connectionTimeoutMillis: 10_000 }),
  ) as [pg.Pool, pg.Pool];
  const prisma = createPrismaClient(pool);
  const ownerPrisma = createPrismaClient(owner);
  if (isMigrated) await registerProof(pool);
  return {
    url,
    ownerUrl,
    adminUrl: withDatabase(serverAdminUrl, name),
    ...{ pool, prisma, owner, ownerPrisma },
    drop: async () => {
      await stopListening();
      await closePools();
      await Promise.all([prisma.$disconnect(), ownerPrisma.$disconnect()]);
      await Promise.all([pool.end(), owner.end()]);
      await asAdmin(serverAdminUrl, (admin) => admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    },
  };
}

/** Waits until so many sessions of the database have waited for a lock for longer than a client with `query_timeout: 200` waits. */
export async function untilHeldUp(pool: pg.Pool, sessions = 1): Promise<void> {
  await vi.waitFor(async () => {
    const { rowCount } = await pool.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
          AND query_start < clock_timestamp() - interval '400 ms'`,
    );
    if ((rowCount ?? 0) < sessions) throw new Error(`${rowCount} sessions are held up`);
  }, 15_000);
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

async function asAdmin(url: string, work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await admin.connect();
  await work(admin).finally(() => admin.end());
}

/** A session that has just ended may still count as using the template for a moment. */
async function copyTemplate(admin: pg.Client, name: string, template: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await admin.query(`CREATE DATABASE ${name} OWNER points TEMPLATE ${template} STRATEGY file_copy`);
      return;
    } catch (error) {
      const isInUse = (error as { code?: string }).code === "55006";
      if (!isInUse || attempt >= 100) throw error;
      await delay(50);
    }
  }
}
