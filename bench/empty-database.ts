import { rmSync } from "node:fs";
import pg from "pg";
import { ensureFoundation } from "@/lib/areas/programme/foundation";
import { startEmbedded } from "@/lib/platform/database/embedded";
import { migrate } from "@/lib/platform/database/migrate";
import { createPrismaClient } from "@/lib/platform/database/pools";
import { createDataFolder } from "./service";

/** Measures in a database of its own, which has a programme and nothing else and is gone afterwards. */
export async function inEmptyDatabase<Report>(work: (pool: pg.Pool) => Promise<Report>): Promise<Report> {
  process.env.LOG_LEVEL ??= "warn";
  const dataDir = createDataFolder();
  const database = await startEmbedded({ dataDir, whenHeld: "refuse" });
  const pool = new pg.Pool({ connectionString: database.migrationUrl, max: 4 });
  try {
    await migrate(database.migrationUrl);
    await ensureFoundation(createPrismaClient(pool));
    return await work(pool);
  } finally {
    await pool.end();
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
