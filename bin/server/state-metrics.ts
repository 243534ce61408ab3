import { portalPool, reportsPool } from "@/lib/platform/database/pg-pools";
import { lagOf } from "@/lib/platform/database/reports-source";
import { env } from "@/lib/platform/env";
import type { StateReading } from "@/lib/platform/metrics";

const STATE = `
SELECT (SELECT extract(epoch FROM now() - a.created_at)::float8 FROM anchor a ORDER BY a.number DESC LIMIT 1) AS "anchorAge",
       (SELECT extract(epoch FROM now() - min(d.created_at))::float8
          FROM webhook_delivery d JOIN webhook_endpoint e ON e.id = d.endpoint_id AND e.state = 'active' WHERE d.state = 'pending') AS "oldestWebhook"`;

/** Figures of the service that are read from the database. */
export async function readState(): Promise<StateReading> {
  const { rows } = await portalPool().query<Omit<StateReading, "standbyLag">>(STATE);
  const { anchorAge = null, oldestWebhook = null } = rows[0] ?? {};
  const isCopied = env().reportsDatabaseUrl !== undefined;
  const standbyLag = isCopied
    ? await lagOf({ copy: reportsPool(), database: portalPool() }).catch(() => Number.POSITIVE_INFINITY)
    : null;
  return { anchorAge, oldestWebhook, standbyLag };
}
