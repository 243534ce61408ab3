import { rm } from "node:fs/promises";
import pg from "pg";
import type { TestProject } from "vitest/node";
import type { EmbeddedDatabase } from "@/lib/platform/database/embedded";
import { migrateFor } from "@/lib/platform/database/migrate";
import { createTemporaryFolder, removeAbandonedFolders, startTestServer } from "@/tests/support/test-server";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the test server's superuser. */
    testServerAdminUrl: string;
    /** Address of the tables' owner, in a database nobody uses. */
    testServerUrl: string;
    /** Address of the service's own role, in a database nobody uses. */
    testServiceUrl: string;
  }
}

const TEMPLATE_DATABASE = "points_template";

/**
 * What a machine that loses its power would lose. Tests end processes and sessions, and what the system was given by
 * those it still has; the tests of durability itself start servers of their own, with the service's own settings.
 */
const WITHOUT_THE_DISK = { fsync: "off", full_page_writes: "off" } as const;

let folder: string | undefined;
let server: EmbeddedDatabase | undefined;

/** One PostgreSQL server for all test files of a project, with a migrated database that each file copies. */
export async function setup(project: TestProject): Promise<void> {
  await removeAbandonedFolders();
  folder = await createTemporaryFolder();
  server = await startTestServer(folder, WITHOUT_THE_DISK);
  try {
    await makeTemplate(server);
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide("testServerAdminUrl", server.adminUrl);
  project.provide("testServerUrl", server.migrationUrl);
  project.provide("testServiceUrl", server.url);
}

export async function teardown(): Promise<void> {
  await server?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}

async function makeTemplate({ adminUrl, migrationUrl, url }: EmbeddedDatabase): Promise<void> {
  const admin = new pg.Client(adminUrl);
  await admin.connect();
  try {
    await admin.query(`CREATE DATABASE ${TEMPLATE_DATABASE} OWNER points`);
    // Tests look, as the owner, at what the service's sessions wait for, and end them.
    await admin.query("GRANT points_service TO points");
  } finally {
    await admin.end();
  }
  const template = new URL(migrationUrl);
  template.pathname = `/${TEMPLATE_DATABASE}`;
  await migrateFor({ url, migrationUrl: template.href });
}
