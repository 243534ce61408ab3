import { readDayUse, shareOf } from "@/lib/areas/watch/day-limits";
import { readEndpoints } from "@/lib/areas/watch/endpoints";
import { readUnsigned } from "@/lib/log/waiting";
import { portalPool, reportsPool } from "@/lib/platform/database/pg-pools";
import { lagOf } from "@/lib/platform/database/reports-source";
import { env } from "@/lib/platform/env";
import type { StateReading } from "@/lib/platform/metrics";
import { services } from "@/lib/services";

/** Figures of the service that are read from the database. */
export async function readState(): Promise<StateReading> {
  const [pool, now] = [portalPool(), services().clock.now()];
  const [{ anchoredAt }, endpoints, uses] = await Promise.all([
    readUnsigned(pool),
    readEndpoints(pool),
    readDayUse(pool, now),
  ]);
  const ageOf = (at: Date) => (now.getTime() - at.getTime()) / 1_000;
  const untold = endpoints.flatMap(({ oldest }) => oldest ?? []);
  const isCopied = env().reportsDatabaseUrl !== undefined;
  return {
    anchorAge: anchoredAt && ageOf(anchoredAt),
    oldestWebhook: untold.length === 0 ? null : Math.max(0, ...untold.map(ageOf)),
    webhooksOff: endpoints.filter(({ isOff }) => isOff).length,
    dayLimitShare: uses.length === 0 ? null : Math.max(...uses.map(shareOf)),
    standbyLag: isCopied
      ? await lagOf({ copy: reportsPool(), database: portalPool() }).catch(() => Number.POSITIVE_INFINITY)
      : null,
  };
}
