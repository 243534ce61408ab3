import * as foundation from "@/lib/admin/foundation";
import { systemClock } from "@/lib/clock";
import { ledgerPool, prisma } from "@/lib/db/pools";
import { loadDemoData } from "@/lib/demo/load";
import { log } from "@/lib/log";

export { closePools } from "@/lib/db/pools";

/** Loads the demo data where there is nothing yet. False when somebody's own data is there, which stays as it is. */
export async function ensureDemoData(): Promise<boolean> {
  const outcome = await loadDemoData({ pool: ledgerPool(), prisma: prisma(), now: systemClock.now() });
  if (outcome.kind !== "present") log().info(outcome, "Demo data");
  return outcome.kind !== "refused";
}

/** Makes what nothing works without where it is missing. */
export async function ensureFoundation(): Promise<void> {
  await foundation.ensureFoundation(prisma());
}
