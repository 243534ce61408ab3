import * as foundation from "@/lib/areas/programme/foundation";
import { endDemoAccess } from "@/lib/demo/end-access";
import { loadDemoData } from "@/lib/demo/load";
import { systemClock } from "@/lib/platform/clock";
import { ledgerPool, prisma } from "@/lib/platform/database/pools";
import { log } from "@/lib/platform/log";

export { closePools } from "@/lib/platform/database/pools";

/** Loads the demo data where there is nothing yet. False when somebody's own data is there, which stays as it is. */
export async function ensureDemoData(): Promise<boolean> {
  const outcome = await loadDemoData({ pool: ledgerPool(), prisma: prisma(), now: systemClock.now() });
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
  await foundation.ensureFoundation(prisma());
}
