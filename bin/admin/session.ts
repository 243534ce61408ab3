import { ensureFoundation, FIRST_BEGINNING } from "@/lib/areas/programme/foundation";
import { requireSecretOfDatabase } from "@/lib/log/look";
import { systemClock } from "@/lib/platform/clock";
import { registerProof } from "@/lib/platform/database/act-rows";
import { startEmbedded } from "@/lib/platform/database/embedded";
import { migrateFor, requireMigrated } from "@/lib/platform/database/migrate";
import { closePools, portalPool, prisma } from "@/lib/platform/database/pools";
import { findSessionSecret, knowsSecret } from "@/lib/platform/database/prepare";
import { completeEnv, env } from "@/lib/platform/env";
import { type AdminActor, systemActor } from "@/lib/portal/acts/actor";
import type { AdminContext, WalletAdminContext } from "@/lib/portal/acts/context";
import { ProgrammeSettings } from "@/lib/portal/acts/settings";

/** The command cannot do its work here and now; the message says what to do. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/** The command's actor, and its services. */
export interface CommandSession {
  context: WalletAdminContext;
  /** The system itself: who may run this command on the machine may do everything. */
  actor: AdminActor;
}

/**
 * Runs `work` on the database of DATABASE_URL, or on the embedded one of DATA_DIR. The embedded server of a running
 * service is shared; otherwise one is started for the command and stopped after it.
 * @throws CommandError when the demo data is still to come
 * @throws MigrationError when the database is older or newer than this release
 */
export async function withDatabase<Result>(
  work: (session: CommandSession) => Promise<Result>,
): Promise<Result> {
  const { databaseUrl, dataDir } = env();
  const embedded =
    databaseUrl === undefined ? await startEmbedded({ dataDir, whenHeld: "share" }) : undefined;
  const url = databaseUrl ?? embedded?.url ?? "";
  try {
    // Changes of a session without the service's secret count as made behind the service's back.
    const hasSecret = (await knowsSecret()) || databaseUrl === undefined;
    completeEnv({ databaseUrl: url, ...(hasSecret && { sessionSecret: await findSessionSecret() }) });
    // Beside a running service, or on a server of one's own, the schema is not this command's to change.
    if (embedded?.isHolder) await migrateFor(embedded);
    else await requireMigrated(portalPool());
    if (!hasSecret) throw new CommandError(WITHOUT_SECRET);
    await requireSecretOfDatabase(portalPool());
    await registerProof(portalPool());
    const programme = new ProgrammeSettings(portalPool());
    const context = { database: prisma(), clock: systemClock, programme };
    const actor = systemActor(await prepareProgramme(context));
    await programme.refresh();
    return await work({ context, actor });
  } finally {
    if (embedded !== undefined) {
      await closePools();
      await embedded.stop();
    }
  }
}

const WITHOUT_SECRET =
  "SESSION_SECRET is not known here, and the service would not accept what this command changes. Run it with the service's settings.";

/** The demo data wants to find the database empty, so where it is expected nothing may be laid before it. */
async function prepareProgramme({ database }: AdminContext): Promise<number> {
  const isEmpty = (await database.programme.count()) === 0;
  if (isEmpty && env().loadsDemoData) {
    throw new CommandError(
      "The database is empty. Start the service once with npm start, which loads the demo data, or set DEMO_DATA=off to begin without it.",
    );
  }
  return ensureFoundation(database, FIRST_BEGINNING);
}
