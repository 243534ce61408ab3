import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { PrismaClient } from "@/lib/platform/database/generated/client";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { processSingleton } from "@/lib/platform/process-singleton";
import { portalPool } from "./pg-pools";

export type { PrismaClient } from "@/lib/platform/database/generated/client";
export { closePools, healthPool, lanesPool, ledgerPool, poolUsage, portalPool } from "./pg-pools";

/** The one Prisma client of the process, over {@link portalPool}. */
export function prisma(): PrismaClient {
  return processSingleton("prisma", () => createPrismaClient(portalPool()));
}

/** A Prisma client over any pool, for tests and for tools that bring their own. */
export function createPrismaClient(connections: pg.Pool): PrismaClient {
  const { databaseTimeoutMs } = env();
  const adapter = new PrismaPg(connections, {
    onConnectionError: (error) => log().warn({ err: error }, "A database connection was lost"),
  });
  // A page worker's pool may be made by another bundle's copy of pg. The adapter takes such a pool for settings, which lack the address.
  Object.assign(adapter, { externalPool: connections, config: connections.options });
  return new PrismaClient({
    adapter,
    transactionOptions: { maxWait: databaseTimeoutMs, timeout: databaseTimeoutMs },
  });
}
