import pg from "pg";
import * as foundation from "@/lib/areas/programme/foundation";
import { endDemoAccess } from "@/lib/demo/end-access";
import { loadDemoData } from "@/lib/demo/load";
import { systemClock } from "@/lib/platform/clock";
import { poolConfig } from "@/lib/platform/database/connection";
import { ledgerPool, prisma } from "@/lib/platform/database/pools";
import { log } from "@/lib/platform/log";

export { closePools } from "@/lib/platform/database/pools";

/** One for the load, one that guards it, and one for what it reads meanwhile. */
const DEMO_POOL_SIZE_MAX = 3;

/** Loads the demo data where there is nothing yet. False when a person's own data is there, which stays as it is. */
export async function ensureDemoData(): Promise<boolean> {
  // A load that breaks off is taken up again. Its last commit waits for the disk, and all earlier ones with it.
  const pool = new pg.Pool(poolConfig("demo", DEMO_POOL_SIZE_MAX, { plansOnce: true, waitsForDisk: false }));
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  const outcome = await loadDemoData({ pool, prisma: prisma(), now: systemClock.now() }).finally(() =>
    pool.end(),
  );
  if (outcome.kind !== "present") log().info(outcome, "Demo data");
  return outcome.kind !== "refused";
}

/** Ends the access of the demo data, which everybody knows, where it is not wanted. */
export async function endDemo(): Promise<void> {
  const { userIds, clientIds } = await endDemoAccess(ledgerPool(), {
    database: prisma(),
    clock: systemClock,
  });
  log().warn(
    { accounts: userIds.length, clients: clientIds.length },
    "DEMO_DATA is off: the demo's accounts and API clients were ended",
  );
}

/** Makes what nothing works without where it is missing. */
export async function ensureFoundation(): Promise<void> {
  await foundation.ensureFoundation(prisma(), foundation.FIRST_BEGINNING);
}
