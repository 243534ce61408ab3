import { rmSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { createTemporaryFolder, startTestServer } from "@/tests/support/test-server";
import { startHost } from "../database-host";
import { Disk } from "../disk";
import { runHistory } from "../run";
import { CONTROLS, COUNTERPARTS, type Control, tryControl } from "./controls";
import { SOUND, StandIn } from "./stand-in";

const SEEDS = [1, 2, 3, 4, 5];

/** Tries all services that are known to be wrong, and their counterparts. 0 when each was judged rightly. */
export async function tryControls(): Promise<number> {
  const folder = await createTemporaryFolder();
  const server = await startTestServer(path.join(folder, "data"));
  let misjudged = 0;
  const tell = (isRight: boolean, text: string) => {
    if (!isRight) misjudged += 1;
    console.log(`${isRight ? "ok " : "BAD"} ${text}`);
  };
  try {
    for (const [name, control] of Object.entries(CONTROLS)) {
      const found = await countBySeed(server.adminUrl, control);
      tell(
        found.every((problems) => problems > 0),
        `found out: ${name}, problems by seed ${found.join(", ")}`,
      );
    }
    for (const [name, control] of Object.entries(COUNTERPARTS)) {
      const found = await countBySeed(server.adminUrl, control);
      tell(
        found.every((problems) => problems === 0),
        `nothing wrong with: ${name}`,
      );
    }
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  const why = Disk.whyImpossible();
  if (why !== undefined) console.log(`Power cuts are left out: ${why}.`);
  else {
    const found: number[] = [];
    for (const seed of SEEDS) found.push(await cutPower("off", seed));
    tell(
      found.every((problems) => problems > 0),
      `found out: a database that does not flush, problems by seed ${found.join(", ")}`,
    );
    tell((await cutPower("on", SEEDS[0] ?? 1)) === 0, "nothing wrong with: a database that flushes");
  }
  return misjudged === 0 ? 0 : 1;
}

async function countBySeed(adminUrl: string, control: Control): Promise<number[]> {
  const counts: number[] = [];
  for (const seed of SEEDS)
    counts.push(await inNewDatabase(adminUrl, async (url) => (await tryControl(url, control, seed)).length));
  return counts;
}

async function inNewDatabase<Result>(
  adminUrl: string,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const admin = new pg.Client(adminUrl);
  await admin.connect();
  const url = new URL(adminUrl);
  url.pathname = "/control";
  try {
    await admin.query("CREATE DATABASE control");
    return await work(url.href);
  } finally {
    await admin.query("DROP DATABASE IF EXISTS control WITH (FORCE)");
    await admin.end();
  }
}

/** A service without mistakes whose database loses its power: what is found, if it flushes and if it only pretends to. */
async function cutPower(fsync: "on" | "off", seed: number): Promise<number> {
  const folder = await createTemporaryFolder();
  const host = await startHost(folder, { isOnDisk: true, settings: { fsync } });
  const subject = await StandIn.open(host.url, SOUND, host);
  try {
    const history = { subject, seed, operations: 2_000, concurrency: 16, faults: ["power cut"] as const };
    return (await runHistory(history)).problems.length;
  } catch (error) {
    // A database that cannot even be started again has lost everything.
    console.log(error instanceof Error ? error.message : error);
    return Number.POSITIVE_INFINITY;
  } finally {
    await subject.close();
    await host.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
