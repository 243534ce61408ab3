import { spawnSync } from "node:child_process";
import os from "node:os";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { type Campaign, chooseFaults, needsDisk, PLAN } from "./campaigns";
import { tryControls } from "./controls/main";
import { Disk } from "./disk";
import { describePageHurts, hurtPages } from "./page-worker";
import { Results } from "./results";
import { runHistory } from "./run";
import { Patient } from "./service";

const HELP = `Hurts the service in every way and checks that no point is lost, doubled or invented.

  npm run faults [-- options]

  --histories <number>    histories to run, 20 by default
  --operations <number>   requests of each that are answered, 5,000 by default
  --concurrency <number>  requests under way at once, 32 by default
  --faults <names>        which faults, with commas between; "none", or "all" (default) that need no disk
  --fields                holds, families, points that ripen, coupons, promotions and settled bills as well
  --seed <number>         of the first history; each further one counts on
  --plan                  the campaigns of docs/reliability.md instead, by turns, until each has reached its goal
  --campaign <text>       with --plan: only campaigns whose name holds the text
  --results <file>        every history is added to the file; with --plan those in it count, so that it can be run in parts
  --minutes <number>      begin nothing new after so many minutes
  --pages                 only the page worker is hurt, 100 times and more, and tills must not feel it
  --controls              services that are known to be wrong instead, each of which must be found out
  --help                  this text

Exit status: 0 nothing was found, 1 something was, or a result code was never seen.`;

/** Histories on one database before the turn is another campaign's. */
const HISTORIES_A_TURN = 12;
const TURN_MS = 90_000;
const PAGE_KILLS = 100;
const PAGE_SECONDS = 60;

interface Settings {
  results: Results;
  operations: number;
  concurrency: number;
  seed: number;
  /** By performance.now(). */
  until: number;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      histories: { type: "string", default: "20" },
      operations: { type: "string", default: "5000" },
      concurrency: { type: "string", default: "32" },
      faults: { type: "string", default: "all" },
      seed: { type: "string" },
      fields: { type: "boolean", default: false },
      plan: { type: "boolean", default: false },
      campaign: { type: "string", default: "" },
      results: { type: "string" },
      minutes: { type: "string", default: "Infinity" },
      pages: { type: "boolean", default: false },
      controls: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  if (values.controls) return tryControls();
  if (values.pages) return tryPages();
  const seed = Number(values.seed ?? (values.plan ? 1 : Math.floor(Math.random() * 2 ** 31)));
  const settings = {
    results: new Results(values.results),
    operations: Number(values.operations),
    concurrency: Number(values.concurrency),
    seed,
    until: performance.now() + Number(values.minutes) * 60_000,
  };
  const own: Campaign = {
    name: values.faults,
    faults: chooseFaults(values.faults),
    goal: Number(values.histories),
    counted: "histories",
    hasFields: values.fields,
  };
  const campaigns = values.plan ? PLAN.filter(({ name }) => name.includes(values.campaign)) : [own];
  console.log(`${os.cpus().length} cores, Node ${process.version}, seed ${seed}`);
  await runAll(campaigns, settings);
  console.log(settings.results.summary(campaigns));
  return settings.results.isGood(campaigns) ? 0 : 1;
}

async function tryPages(): Promise<number> {
  const results = await hurtPages({ kills: PAGE_KILLS, seconds: PAGE_SECONDS }, (result) =>
    console.log(JSON.stringify(result)),
  );
  console.log(describePageHurts(results));
  return results.every(({ failures, unready }) => failures.length === 0 && unready === 0) ? 0 : 1;
}

/** Takes the campaign that has come least far, again and again. */
async function runAll(campaigns: readonly Campaign[], settings: Settings): Promise<void> {
  const { results, until } = settings;
  const why = Disk.whyImpossible();
  const possible = campaigns.filter((campaign) => why === undefined || !needsDisk(campaign));
  for (const campaign of campaigns)
    if (!possible.includes(campaign)) console.log(`"${campaign.name}" is left out: ${why}.`);
  while (performance.now() < until) {
    const [next] = possible
      .filter((campaign) => results.progress(campaign) < 1)
      .sort((one, other) => results.progress(one) - results.progress(other));
    if (next === undefined) return;
    await runTurn(next, settings);
  }
}

async function runTurn(
  campaign: Campaign,
  { results, operations, concurrency, seed, until }: Settings,
): Promise<void> {
  const patient = await Patient.admit({
    isOnDisk: needsDisk(campaign),
    environment: campaign.environment ?? {},
  });
  const end = Math.min(until, performance.now() + TURN_MS);
  try {
    for (let history = 0; history < HISTORIES_A_TURN; history += 1) {
      if (results.progress(campaign) >= 1 || performance.now() >= end) return;
      const start = performance.now();
      const own = seed + results.of(campaign).length;
      const result = await runHistory({
        subject: patient,
        seed: own,
        operations,
        concurrency,
        faults: campaign.faults,
        hasFields: campaign.hasFields ?? false,
        ...campaign.tills,
      });
      const verified = await patient.verify();
      const { calls, entries, approved, unknown, blows, codes } = result;
      const problems = [...result.problems, ...(verified === "" ? [] : [verified])];
      const seconds = Math.round((performance.now() - start) / 1000);
      results.add({
        ...{ campaign: campaign.name, at: new Date().toISOString(), version: VERSION, seed: own, operations },
        ...{ calls, entries, unknown, codes: [...codes.keys()], blows, problems, seconds },
      });
      console.log(
        `${campaign.name}, seed ${own}: ${calls} calls, ${entries} entries (${approved} approved), ${blows.length} faults, ${unknown} unknown outcomes resolved, ${problems.length} problems, ${seconds} s`,
      );
      for (const problem of problems.slice(0, 20)) console.log(`  ${problem}`);
    }
  } finally {
    await patient.discharge();
  }
}

const VERSION = spawnSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).stdout?.trim() ?? "";

// What the harness has started and mounted goes with it.
for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => process.exit(1));
process.exitCode = await main();
