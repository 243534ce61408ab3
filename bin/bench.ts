import { Command, InvalidArgumentError } from "commander";
import { serveBatched } from "@/bench/contenders/batched";
import { serveStatic } from "@/bench/contenders/static-answer";
import { runCoupons } from "@/bench/coupons";
import { describeFields, type FieldsOptions, runFields } from "@/bench/fields";
import { type MemoryOptions, runMemory } from "@/bench/memory";
import { describePages, type PagesOptions, runPages } from "@/bench/pages";
import { describeRadar, type RadarOptions, runRadarBench } from "@/bench/radar";
import { describe, writeSection } from "@/bench/report";
import { describeStarts, runRestart } from "@/bench/restart";
import { type BenchOptions, runBench } from "@/bench/run";
import { runScale, type ScaleOptions } from "@/bench/scale";
import { describeWorkers, runWorkers, type WorkersOptions } from "@/bench/workers";

function positive(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError("Give a whole number from 1.");
  return value;
}

const positives = (text: string) => text.split(",").map(positive);

const program = new Command("bench").description("Measures the service on this machine.");

/** Prints the failures, and makes the command fail where it found one. */
function tell(text: string, failures: readonly string[] = []): void {
  console.log(text);
  for (const failure of failures) console.error(failure);
  if (failures.length > 0) process.exitCode = 1;
}

program
  .command("points", { isDefault: true })
  .description(
    "The points operations and other ways to build them, taking turns in one run; writes docs/performance.md.",
  )
  .option("--seconds <n>", "length of each turn", positive, 4)
  .option("--rounds <n>", "turns of each contender", positive, 3)
  .option("--connections <n>", "requests under way at once", positive, 64)
  .option("--wallets <n>", "wallets that the load is spread over", positive, 10_000)
  .option("--short", "only what needs no building and no pgbench; writes nothing", false)
  .action(async ({ short: isShort, ...options }: Omit<BenchOptions, "isShort"> & { short: boolean }) => {
    const report = await runBench({ ...options, isShort });
    console.log(describe(report));
    if (!isShort) writeSection("measured", describe(report));
    for (const [name, turns] of report.results)
      for (const { examples } of turns) for (const example of examples) console.error(`${name}: ${example}`);
    const isRight = report.answered === report.logged && report.verification.isSound;
    process.exitCode = isRight ? 0 : 1;
  });

program
  .command("scale")
  .description(
    "Every operation over many wallets against ten thousand, taking turns, and the pages of the reports; writes a section of docs/performance.md. Twenty million entries need 25 GB of disk.",
  )
  .option("--wallets <n>", "wallets of the large side", positive, 1_000_000)
  .option(
    "--entries <n>",
    "entries of the large side; wallets of the small one have as many each",
    positive,
    20_000_000,
  )
  .option("--settle <n>", "seconds of rewards before the first turn", positive, 240)
  .option("--data <folder>", "keeps both sides there, so that they can be measured again")
  .option("--seconds <n>", "length of each turn", positive, 5)
  .option("--rounds <n>", "turns of each operation", positive, 3)
  .option("--connections <n>", "requests under way at once", positive, 64)
  .option("--no-verify", "does not replay the log of the large side in the end")
  .action(async (options: ScaleOptions) => {
    const { text, isSound } = await runScale(options);
    console.log(text);
    writeSection("measured at scale", text);
    process.exitCode = isSound ? 0 : 1;
  });

program
  .command("coupons")
  .description("Issues a file of coupons of one template and looks some of them up by number.")
  .option("--coupons <n>", "coupons of the file", positive, 1_000_000)
  .option("--lookups <n>", "coupons that are looked up", positive, 2_000)
  .action(async (options: { coupons: number; lookups: number }) => console.log(await runCoupons(options)));

program
  .command("radar")
  .description(
    "Hides twenty patterns of six kinds in ordinary traffic and tells which of them the radar finds (docs/radar.md).",
  )
  .option("--entries <n>", "ordinary entries", positive, 200_000)
  .option("--branches <n>", "branches that they are spread over", positive, 20)
  .option("--days <n>", "days that they are spread over, four weeks of them to learn from", positive, 56)
  .option("--seed <n>", "another seed makes other traffic", positive, 1)
  .action(async (options: RadarOptions) => {
    const report = await runRadarBench(options);
    console.log(describeRadar(report));
    process.exitCode = report.score.missed.length <= 2 && report.score.falseMost <= 1 ? 0 : 1;
  });

program
  .command("memory")
  .description(
    "What a worker of each kind holds while it rewards, minute by minute, and what database and log take for a million movements.",
  )
  .option("--minutes <n>", "how long", positive, 10)
  .option("--rate <n>", "rewards a second (default: three quarters of the maximum)", positive)
  .option("--connections <n>", "requests under way at most", positive, 256)
  .option("--wallets <n>", "wallets that the load is spread over", positive, 10_000)
  .action((options: MemoryOptions) => runMemory(options, console.log));

program
  .command("pages")
  .description("What tills wait for while nobody, two and eight people open pages, and what each page costs.")
  .option("--seconds <n>", "length of each turn", positive, 10)
  .option("--rounds <n>", "turns beside each number of readers", positive, 5)
  .option("--renders <n>", "of each page, for what it costs", positive, 30)
  .option("--wallets <n>", "wallets that the load is spread over", positive, 10_000)
  .action(async (options: PagesOptions) => {
    const report = await runPages(options);
    tell(
      describePages(report),
      [...report.turns.values()].flat().flatMap(({ failures }) => failures),
    );
  });

program
  .command("workers")
  .description("Rewards a second with one to four API workers and one to four lanes, taking turns.")
  .option("--workers <list>", "numbers of API workers", positives, [1, 2, 3, 4])
  .option("--lanes <list>", "numbers of batches under way side by side in each", positives, [1, 2, 3, 4])
  .option("--seconds <n>", "length of each turn", positive, 5)
  .option("--rounds <n>", "turns of each pair", positive, 3)
  .option("--connections <n>", "requests under way at once", positive, 64)
  .option("--wallets <n>", "wallets that the load is spread over", positive, 10_000)
  .action(async (options: WorkersOptions) => {
    const turns = await runWorkers(options);
    tell(
      describeWorkers(turns),
      [...turns.values()].flat().flatMap(({ uniform, hot }) => [...uniform.examples, ...hot.examples]),
    );
  });

program
  .command("fields")
  .description(
    "What a reward costs with limits, beside promotions, and to a family that shares one wallet's points, taking turns.",
  )
  .option("--seconds <n>", "length of each turn", positive, 5)
  .option("--rounds <n>", "turns of each load", positive, 5)
  .option("--connections <n>", "requests under way at once", positive, 64)
  .option("--wallets <n>", "wallets that the load is spread over", positive, 10_000)
  .action(async (options: FieldsOptions) => {
    const report = await runFields(options);
    tell(
      describeFields(report),
      [...report.turns.values()].flat().flatMap(({ examples }) => examples),
    );
  });

program
  .command("restart")
  .description(
    "How long tills and browsers wait for a service that was killed, or stopped, and started again; for root on Linux also with nothing of the disk in memory.",
  )
  .option("--rounds <n>", "starts of each kind", positive, 9)
  .action(async (options: { rounds: number }) => console.log(describeStarts(await runRestart(options))));

program
  .command("portal")
  .description(
    "What a cashier waits for, in a real browser: from the scan to the wallet, from Enter to the success.",
  )
  .option("--customers <n>", "customers who are served", positive, 40)
  .action(async (options: { customers: number }) => {
    const { measurePortal } = await import("@/bench/portal");
    console.log(await measurePortal(options));
  });

// A browser is loaded for these only.
program
  .command("interactions")
  .description("How long lists of 1,000 rows take from a press or a key to the next paint.")
  .action(async () => {
    const { measureInteractions } = await import("@/bench/interactions");
    const { text, isFast } = await measureInteractions();
    tell(text, isFast ? [] : ["Slower than the portal is held to."]);
  });

program
  .command("lighthouse [pages...]")
  .description("What Lighthouse says of the till, or of other pages, on a desktop and on a slow phone.")
  .action(async (pages: string[]) => {
    const { runLighthouse } = await import("@/bench/lighthouse");
    process.exitCode = (await runLighthouse(pages, console.log)) ? 0 : 1;
  });

program
  .command("screens [folder]")
  .description("A picture of every page, in both languages and themes, on a phone and a desktop.")
  .option("--only <text>", "those whose file has this in its name", "")
  .action(async (folder: string | undefined, { only }: { only: string }) => {
    const { takeScreens } = await import("@/bench/screens");
    process.exitCode = (await takeScreens(folder ?? "screenshots", only, console.log)) === 0 ? 0 : 1;
  });

/** The contenders are processes of their own, as the service is; `points` starts them. */
const CONTENDERS: Readonly<Record<string, (argument: string) => void>> = {
  batched: serveBatched,
  static: (answer) => serveStatic(JSON.parse(answer)),
};
program
  .command("contender <name> [argument]", { hidden: true })
  .action((name: string, argument = "") => CONTENDERS[name]?.(argument));

await program.parseAsync();
