import { vi } from "vitest";
import { announceConfigChange, stopListening } from "@/lib/platform/database/notify";
import { createTestDatabase, newDatabaseName, type TestDatabase } from "@/tests/support/database";
import { type RunningServer, startServer } from "@/tests/support/server";

/** A service that all test files of a worker use, one after the other, each with a database made anew under one name. */
export interface SharedService {
  /** Where the service answers. */
  readonly url: string;
  readonly pid: number;
  /** Makes the calling file's database. */
  createDatabase(): Promise<TestDatabase>;
  /** Starts the service on the file's database, or waits until all of the running one's processes have left the one before for it. */
  serve(): Promise<void>;
  /** Removes the file's database. */
  dropDatabase(): Promise<void>;
}

const services = new Map<boolean, SharedService>();

/** The service of this worker, with or without what only demo data have. It ends with the process. */
export function sharedService({ isDemo }: { isDemo: boolean }): SharedService {
  const known = services.get(isDemo) ?? createService(isDemo);
  services.set(isDemo, known);
  return known;
}

function createService(isDemo: boolean): SharedService {
  const name = newDatabaseName();
  let database: TestDatabase;
  let server: RunningServer | undefined;
  /** Processes of the service that were listening for changes when the file before had ended. */
  let listeners = 0;
  return {
    get url() {
      return server?.url ?? "";
    },
    get pid() {
      return server?.pid ?? 0;
    },
    createDatabase: async () => {
      database = await createTestDatabase({ name });
      return database;
    },
    serve: async () => {
      if (server === undefined) {
        server = await startServer({
          env: { DATABASE_URL: database.url, DEMO_DATA: isDemo ? "on" : "off", WEBHOOK_LOOPBACK: "on" },
          endsWithParent: true,
        });
        return;
      }
      // A process that listens again has forgotten all that it knew of the database before.
      await vi.waitFor(async () => {
        const count = await countListeners(database);
        if (count < listeners) throw new Error(`${count} of ${listeners} processes listen`);
      }, 60_000);
      await announceConfigChange(database.pool, { kind: "test" });
    },
    dropDatabase: async () => {
      // The tests' own process may listen as well, by services that it has made.
      await stopListening();
      listeners = await countListeners(database);
      await database.drop();
    },
  };
}

async function countListeners({ pool }: TestDatabase): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'points-service notify'`,
  );
  return rows[0]?.count ?? 0;
}
