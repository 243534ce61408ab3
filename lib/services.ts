import { ApiClients } from "@/lib/auth/api-clients";
import { createPinReader, type PinReader } from "@/lib/auth/pin";
import { RateLimits } from "@/lib/auth/rate-limits";
import { type Clock, systemClock } from "@/lib/clock";
import { onConfigChange } from "@/lib/db/notify";
import { ledgerPool, portalPool } from "@/lib/db/pg-pools";
import { DealCatalogue } from "@/lib/deals/live-deals";
import { env } from "@/lib/env";
import { isExpiredReward } from "@/lib/ledger/lapsed";
import { createLedger, type Ledger } from "@/lib/ledger/ledger";
import type { Entry } from "@/lib/ledger/types";
import { ledgerObserver } from "@/lib/metrics";
import { processSingleton } from "@/lib/process-singleton";
import { ProgrammeSettings } from "@/lib/programme/settings";
import { Traffic } from "@/lib/traffic/traffic";

/** Everything a request works with: put together once per process. */
export interface Services {
  clock: Clock;
  ledger: Ledger;
  pins: PinReader;
  clients: ApiClients;
  rateLimits: RateLimits;
  deals: DealCatalogue;
  programme: ProgrammeSettings;
  /** What API clients ask and are answered. */
  traffic: Traffic;
  /** Where callers reach the service, without a slash at the end; undefined = wherever the request came to. */
  publicUrl: string | undefined;
  /** Whether all points of a reward have lapsed. */
  isExpired(entry: Entry): Promise<boolean>;
}

/** The services of this process. The first call connects them to the database that the settings name. */
export function services(): Services {
  return processSingleton("services", () => createServices());
}

/** New services over the process's connections: what a restart begins with. Tests bring a clock of their own. */
export function createServices({ clock = systemClock }: { clock?: Clock } = {}): Services {
  const pool = portalPool();
  const clients = new ApiClients(pool, clock);
  const deals = new DealCatalogue(pool, clock);
  const programme = new ProgrammeSettings(pool);
  onConfigChange(() => {
    clients.forget();
    deals.forget();
    void programme.refresh();
  });
  return {
    clock,
    clients,
    deals,
    programme,
    traffic: new Traffic(pool, clock),
    ledger: createLedger({ pool: ledgerPool(), clock, observer: ledgerObserver }),
    pins: createPinReader({ pool, clock }),
    rateLimits: new RateLimits({ workerCount: env().workerCount }),
    publicUrl: env().publicUrl,
    isExpired: (entry) => isExpiredReward(pool, entry),
  };
}
