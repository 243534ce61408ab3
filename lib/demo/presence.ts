import type { ClientBase } from "pg";
import { ANY_WALLET } from "@/lib/wallet/rows";

/** Row of `job_run` that tells a finished load of the demo data from one that was interrupted. */
export const DEMO_JOB = "demo-data";

/** All of the demo data is there; none of it, but a person's own data; nothing, or what an interrupted load has left. */
export type DemoPresence = "present" | "refused" | "missing";

/** How a migrated database stands to the demo data, asked without Prisma, which takes longer to load than the rest of a start. */
export async function findDemoPresence(database: Pick<ClientBase, "query">): Promise<DemoPresence> {
  const { rows } = await database.query<{ presence: DemoPresence }>(
    `SELECT CASE
              WHEN EXISTS (SELECT FROM job_run WHERE name = $1)
                THEN CASE WHEN EXISTS (SELECT FROM job_run WHERE name = $1 AND finished_at IS NOT NULL) THEN 'present' ELSE 'missing' END
              WHEN EXISTS (SELECT FROM programme) OR EXISTS (SELECT FROM merchant)
                OR EXISTS (SELECT FROM segment) OR ${ANY_WALLET} THEN 'refused'
              ELSE 'missing'
            END AS presence`,
    [DEMO_JOB],
  );
  return rows[0]?.presence ?? "missing";
}
