import { OLDEST_UNTOLD } from "@/lib/log/waiting";
import { type Database, readRows } from "@/lib/platform/rows";

/** An endpoint of webhooks that is switched off because of failures, or is told of events late. */
export interface EndpointTrouble {
  id: number;
  /** The host of its address: the path may be secret. */
  host: string;
  isOff: boolean;
  /** Of an active one: the time of the oldest event that it has yet to be told of. */
  oldest: Date | null;
  since: Date | null;
}

// The age of an event is that of the fact it tells: events wait in the log too, before deliveries are made of them.
const READ = `
WITH log AS MATERIALIZED (${OLDEST_UNTOLD})
SELECT e.id, e.url, e.state <> 'active' AS "isOff", e.disabled_at AS since,
       CASE WHEN e.state = 'active' THEN least(CASE WHEN e.merchant_id IS NOT NULL THEN log.at END, (
         SELECT (d.payload::json ->> 'timestamp')::timestamptz FROM webhook_delivery d WHERE d.endpoint_id = e.id AND d.state = 'pending' ORDER BY d.id LIMIT 1)) END AS oldest
  FROM webhook_endpoint e LEFT JOIN merchant m ON m.id = e.merchant_id LEFT JOIN log ON true
 WHERE (m.is_active OR e.merchant_id IS NULL) AND e.client_id IS NULL AND (e.state = 'active' OR (e.state = 'disabled' AND e.disabled_reason IN ('failing', 'gone')))
 ORDER BY e.id`;

export async function readEndpoints(database: Database): Promise<EndpointTrouble[]> {
  const rows = await readRows<Omit<EndpointTrouble, "host"> & { url: string }>(database, READ);
  return rows.map(({ url, ...endpoint }) => ({ ...endpoint, host: new URL(url).host }));
}
