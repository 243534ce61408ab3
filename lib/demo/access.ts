import type { ClientBase } from "pg";
import { hashClientSecret } from "@/lib/areas/clients/api-client";
import { CLIENTS, STAFF } from "./catalogue/people";
import { DEMO_JOB } from "./presence";

/** Accounts and API clients of the demo data that can be used. */
export interface DemoAccess {
  userIds: number[];
  clientIds: number[];
}

/**
 * Demo data that gives access to the service now. A client counts by any ClientId of the demo that it was ever given. Asked without Prisma,
 * which takes longer to load than the rest of a start.
 */
export async function findDemoAccess(session: Pick<ClientBase, "query">): Promise<DemoAccess> {
  const hashes = CLIENTS.flatMap(({ secret, nextSecret }) => [secret, nextSecret ?? secret]).map(
    hashClientSecret,
  );
  const { rows } = await session.query<DemoAccess>(
    `SELECT ARRAY(SELECT id FROM app_user WHERE is_loaded AND username = ANY ($2::text[]) AND is_active ORDER BY id) AS "userIds",
            ARRAY(SELECT c.id FROM api_client c
                   WHERE is_loaded AND c.revoked_at IS NULL
                     AND EXISTS (SELECT FROM api_client_secret s WHERE s.client_id = c.id AND s.secret_hash = ANY ($3::bytea[]))
                   ORDER BY c.id) AS "clientIds"
       FROM (SELECT EXISTS (SELECT FROM job_run WHERE name = $1) AS is_loaded) demo`,
    [DEMO_JOB, STAFF.map(({ username }) => username), hashes],
  );
  return rows[0] ?? { userIds: [], clientIds: [] };
}
