import pg from "pg";
import { settleSigningKey } from "@/lib/areas/anchors/key-of-database";
import { signingKeyFile } from "@/lib/areas/anchors/signing-key";
import { isFoundationLaid } from "@/lib/areas/programme/foundation";
import { findDemoAccess } from "@/lib/demo/access";
import { type DemoPresence, findDemoPresence } from "@/lib/demo/presence";
import { requireSecretOfDatabase } from "@/lib/log/look";
import { proveSession, registerProof } from "@/lib/platform/database/act-rows";
import { connectionConfig } from "@/lib/platform/database/connection";
import { foreignReaders } from "@/lib/platform/database/foreign-roles";
import { requireRightClock } from "@/lib/platform/database/keep-time";
import { mayRewriteLogs } from "@/lib/platform/database/service-role";
import { type Env, env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";

export const DEMO_ACCESS_ASKED =
  "This database holds the demo's accounts and API clients, whose passwords everybody knows, and other machines reach this service. Set DEMO_DATA=off to end them for good, DEMO_DATA=on to keep them, or HOST=127.0.0.1.";

/** Where demo data may have been expected and is not loaded, why. */
export function sayWhatBecomesOfDemoData(settings: Env, found: DemoPresence): void {
  const { loadsDemoData, isDemoDataNamed, databaseUrl } = settings;
  if (loadsDemoData && isDemoDataNamed && found === "refused")
    log().warn("DEMO_DATA is on, but the database holds other data already: demo data is not loaded into it");
  // A database with data of its own never had a demo to miss.
  if (!loadsDemoData && !isDemoDataNamed && databaseUrl === undefined && found === "missing")
    log().warn(
      "Demo data is not loaded, as other machines reach this service: everybody knows its passwords. DEMO_DATA=on loads it, DEMO_DATA=off ends this message.",
    );
}

/** Data of a first start that the database holds; at every other start all of it is there. */
export async function findFirstData(): Promise<{
  isFoundationLaid: boolean;
  /** Whether anybody can sign in to the portal. */
  hasPeople: boolean;
  demoData: DemoPresence;
  hasDemoAccess: boolean;
  mayRewriteLogs: boolean;
  foreignReaders: string[];
}> {
  const session = new pg.Client({ ...connectionConfig("start"), query_timeout: env().databaseTimeoutMs });
  // A broken connection rejects the running query; without a listener the event would also end the process.
  session.on("error", () => undefined);
  try {
    await session.connect();
    await proveSession(session);
    await requireRightClock(session);
    await settleSigningKey(session, signingKeyFile());
    await requireSecretOfDatabase(session);
    await registerProof(session);
    return {
      isFoundationLaid: await isFoundationLaid(session),
      hasPeople: (await session.query("SELECT FROM app_user WHERE kind = 'portal' LIMIT 1")).rowCount !== 0,
      demoData: await findDemoPresence(session),
      hasDemoAccess: Object.values(await findDemoAccess(session)).some((ids) => ids.length > 0),
      mayRewriteLogs: await mayRewriteLogs(session),
      foreignReaders: await foreignReaders(session),
    };
  } finally {
    await session.end();
  }
}
