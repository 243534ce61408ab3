import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { newestRelease } from "@/scripts/release.mjs";
import { freePort, Installation, PROGRAMS } from "./installation";
import { Operator, type Row } from "./operator";
import { undoAtExit } from "./processes";
import { Tree } from "./tree";

const HELP = `An operator's year in its decisive steps, from a fresh clone: what the service says at each, and what doctor and verify say behind it.

  npm run faults -- year [options]

  --from <commit>   the release that is installed, by default the newest one that has a tag, otherwise this commit
  --help            this text

Exit status: 0 each step went as it is to go, 1 not.`;

const DISK_MEGABYTES = 1_200;
/** So that the release after differs where there is none before it. */
const TRIAL = ["9001_trial_column", "ALTER TABLE wallet ADD COLUMN trial integer;\n"] as const;

/** A small disk of its own at that place; null where this account may not mount one. */
function mountDisk(place: string): string | null {
  mkdirSync(place);
  const options = ["-t", "tmpfs", "-o", `size=${DISK_MEGABYTES}m,mode=755`, "tmpfs", place];
  return spawnSync("mount", options).status === 0 ? place : null;
}

function tableOf(rows: readonly Row[]): string {
  const cell = (text: string) => text.replaceAll("|", "\\|").replace(/\s+/g, " ");
  const lines = rows.map(
    ({ step, said, behind, seconds }) =>
      `| ${step} | ${said.map(cell).join("<br>")} | ${cell(behind)} | ${seconds} |`,
  );
  return ["| step | said | behind it | s |", "|---|---|---|---|", ...lines].join("\n");
}

async function live(operator: Operator): Promise<void> {
  const bare = ["backup", "notices"];
  await operator.step("Installed from a clone", (say) => operator.install(say), bare);
  await operator.step("First merchant", (say) => operator.openShop(say), ["backup"]);
  await operator.step("Backup by its timer, and a restore", (say) => operator.backUp(say));
  await operator.step("Anchor key rotated", (say) => operator.rotateKey(say));
  await operator.step("Upgraded, stepped back, upgraded", (say) => operator.upgrade(say));
  await operator.step("Disk full", (say) => operator.fillDisk(say));
  await operator.step("Database away and back", (say) => operator.freezeDatabase(say));
  await operator.step("Clock ahead", (say) => operator.setClockAhead(say));
  await operator.step("Receiver of webhooks gone", (say) => operator.loseReceiver(say), ["webhooks"]);
  const worn = ["limits", "webhooks"];
  await operator.step("Limit of the day reached", (say) => operator.reachLimit(say), worn);
  // Behind the webhooks: their signing secrets go with the session secret.
  await operator.step("Session secret replaced", (say) => operator.replaceSecret(say), worn);
  await operator.step("Backup of that evening", (say) => operator.backUp(say), worn);
  await operator.step("Machine and key lost", (say) => operator.replaceMachine(say), worn);
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { from: { type: "string" }, help: { type: "boolean", default: false } },
  });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), "points-year-"));
  // The database's account has to get to its files.
  spawnSync("chmod", ["755", folder]);
  const disk = mountDisk(path.join(folder, "disk"));
  const forget = undoAtExit(() => disk !== null && spawnSync("umount", ["--lazy", disk]));
  const from = values.from ?? newestRelease() ?? "HEAD";
  const [before, after] = [new Tree("before", folder, from), new Tree("after", folder, "HEAD")];
  after.addMigration(...TRIAL);
  console.log(`Building ${from} and this release`);
  for (const tree of [before, after]) tree.build(PROGRAMS);
  const settings = { DATA_DIR: path.join(folder, "disk", "data") };
  const shop = new Installation(before, await freePort(), settings, path.join(folder, "clock"));
  const operator = new Operator(folder, shop, after, disk);
  await operator.open();
  try {
    await live(operator);
    return 0;
  } finally {
    console.log(`\n${tableOf(operator.rows)}`);
    await shop.stop();
    await operator.close();
    if (disk !== null) spawnSync("umount", [disk]);
    forget();
    if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
  }
}

main().then(
  (code) => process.exit(code),
  (error: Error & { stderr?: string }) => {
    console.error(error.stderr ?? error.stack);
    process.exit(1);
  },
);
