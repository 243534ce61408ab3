import { type AdminActor, requirePermission } from "@/lib/portal/acts/actor";
import type { AdminContext } from "@/lib/portal/acts/context";
import { readAloneDays } from "@/lib/portal/acts/points-alone";
import { type Decider, decidableAskers, readSecondPersons } from "@/lib/portal/acts/second-persons";

/**
 * How many points the actor's next file may give without another person, of how many in 24 hours, who starts a larger one, and whose larger
 * one the actor may start now.
 */
export async function readAlone(
  { database, clock }: AdminContext,
  actor: AdminActor,
): Promise<{ above: number; left: number; starters: Decider[]; uploaders: Decider[] }> {
  requirePermission(actor, "wallet.import");
  const { userId, merchantId } = actor;
  const now = clock.now();
  const [dayOf, [starters = []]] = await Promise.all([
    readAloneDays(database, [userId], now),
    readSecondPersons(database, "wallet.import", [{ merchantId, askedBy: userId }], now),
  ]);
  const askers = await decidableAskers(database, userId, { askers: starters.map(({ id }) => id), now });
  const uploaders = starters.filter(({ id }) => askers.includes(id));
  const { above, before } = dayOf(userId);
  return { above, left: Math.max(0, above - before), starters, uploaders };
}
