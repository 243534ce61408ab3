import { readFileSync, writeFileSync } from "node:fs";
import {
  type BenchReport,
  CONTENDERS,
  type ContenderName,
  type OpenTurn,
  type OpenTurns,
  type Results,
} from "./run";
import { median } from "./service";
import type { Turn } from "./turns";

const DOCUMENT = "docs/performance.md";
const BEGIN = "<!-- measured: written by npm run bench -->";
const END = "<!-- measured: end -->";

/** What is to be reached, as ratios within one run. */
const GOALS: readonly [what: string, of: ContenderName, against: ContenderName, atLeast: number][] = [
  ["Reward against the textbook transaction in Next.js", "Reward", "textbook Prisma, Next.js route", 15],
  ["Reward against pgbench calling a bare function, 16 clients", "Reward", "pgbench, bare function", 0.6],
  ["Reward against the same written for speed alone", "Reward", "one statement a batch, node:http", 0.6],
  ["Rewards to one wallet against uniform wallets", "Reward, one wallet", "Reward", 1.2],
  ["RedeemUser against Reward", "RedeemUser", "Reward", 0.85],
  ["Refund against Reward", "Refund", "Reward", 0.85],
  ["ReturnReward against Reward", "ReturnReward", "Reward", 0.85],
  ["Cancel against Reward", "Cancel", "Reward", 0.85],
  ["GetDeals against a static answer of the same bytes", "GetDeals", "static answer, node:http", 0.7],
  ["GetDeals 304 against a static 304", "GetDeals, 304", "static 304, node:http", 0.7],
];
const LIMITS_COST_MAX = 1.1;
const P99_TO_P50_MAX = 4;
const WORKER_MB_MAX = 300;
/** pgledger writes 1,916 and 841 for a movement. */
const WAL_BYTES_MAX = 900;
const TABLE_BYTES_MAX = 450;

/** The figures as Markdown. */
export function describe(report: BenchReport): string {
  const { machine, options, pgbench, open, inMemory, results, twice } = report;
  return [
    `${machine.cores} cores (${machine.processor}), PostgreSQL ${machine.postgres}, Node ${machine.node}, ${pgbench ?? "no pgbench on this machine"}; median fsync ${machine.fsyncMs.toFixed(2)} ms; ${options.connections} connections, ${options.wallets.toLocaleString("en")} wallets, ${options.rounds} turns of ${options.seconds} s each, medians. The load runs on the same cores.`,
    "",
    "| | requests/s | p50 ms | p99 ms | CPU of the server, µs | of PostgreSQL | of the load | WAL, bytes | failures |",
    "|---|---|---|---|---|---|---|---|---|",
    ...CONTENDERS.flatMap((name) => line(name, results.get(name))),
    "",
    "| rewards at a fixed rate | requests/s | p50 ms | p99 ms | p99.9 ms | p99 / p50 | longest standstill of the disk, ms |",
    "|---|---|---|---|---|---|---|",
    ...open.map((turns) => openLine("", turns)),
    ...inMemory.map((turns) => openLine(", database in memory", turns)),
    "",
    "| the same reward sent twice | answers |",
    "|---|---|",
    ...twice.map(([name, outcome]) => `| ${name} | ${outcome} |`),
    "",
    "| what | wanted | measured |",
    "|---|---|---|",
    ...GOALS.flatMap(([what, of, against, atLeast]) => {
      const measured = ratio(results, of, against);
      return measured === null ? [] : [goal(what, `≥ ${atLeast}`, measured.toFixed(2), measured >= atLeast)];
    }),
    ...limitsCost(results),
    ...inMemory.map(({ turns }) => {
      const measured = p99ToP50(turns);
      const isMet = measured <= P99_TO_P50_MAX;
      const what = "p99 / p50 at half of the maximum, database in memory";
      return goal(what, `≤ ${P99_TO_P50_MAX}`, measured.toFixed(1), isMet);
    }),
    less(
      "WAL of a reward, bytes",
      WAL_BYTES_MAX,
      of(results, "Reward", ({ walBytes }) => walBytes),
    ),
    less("Tables and indexes of a reward, bytes", TABLE_BYTES_MAX, report.tableBytes),
    ...open
      .slice(-1)
      .flatMap(({ turns }) => turns.at(-1)?.residentBytes ?? [])
      .map((bytes) => less("Memory of a worker at the end, MB", WORKER_MB_MAX, bytes / 1e6)),
    "",
    `${report.answered} movements were answered as done and ${report.logged} are in the log, which is ${report.verification.isSound ? "sound" : "NOT SOUND"} (${report.verification.entries} entries replayed).`,
  ].join("\n");
}

/** What a reward costs with every limit set, beside one without. */
function limitsCost(results: Results): string[] {
  if (!results.has("Reward, limits on")) return [];
  const cost = (name: ContenderName) =>
    of(results, name, ({ cpuUs }) => (cpuUs?.server ?? Number.NaN) + (cpuUs?.postgres ?? Number.NaN));
  const measured = cost("Reward, limits on") / cost("Reward");
  const what = "Processor time of a reward with all limits against one without";
  return [goal(what, `≤ ${LIMITS_COST_MAX}`, measured.toFixed(2), measured <= LIMITS_COST_MAX)];
}

function openLine(where: string, { part, rate, turns }: OpenTurns): string {
  const middle = (value: (turn: OpenTurn) => number) => median(turns.map(value)).toFixed(2);
  const standstill = median(turns.map(({ standstillMs }) => standstillMs ?? Number.NaN));
  return `| ${part * 100} % of the maximum${where} | ${rate} | ${middle(({ p50Ms }) => p50Ms)} | ${middle(({ p99Ms }) => p99Ms)} | ${middle(({ p999Ms }) => p999Ms)} | ${p99ToP50(turns).toFixed(1)} | ${Number.isNaN(standstill) ? "–" : standstill.toFixed(0)} |`;
}

function goal(what: string, wanted: string, measured: string, isMet: boolean): string {
  return `| ${what} | ${wanted} | ${measured}${isMet ? "" : " (missed)"} |`;
}

function less(what: string, than: number, measured: number): string {
  return goal(what, `< ${than}`, String(Math.round(measured)), measured < than);
}

function p99ToP50(turns: readonly Turn[]): number {
  return median(turns.map(({ p99Ms, p50Ms }) => p99Ms / p50Ms));
}

function line(name: ContenderName, turns: readonly Turn[] | undefined): string[] {
  if (turns === undefined) return [];
  const middle = (value: (turn: Turn) => number | undefined) =>
    median(turns.map((turn) => value(turn) ?? Number.NaN));
  const whole = (value: number) => (Number.isNaN(value) ? "–" : String(Math.round(value)));
  return [
    `| ${[
      name,
      whole(middle(({ requestsPerSecond }) => requestsPerSecond)),
      middle(({ p50Ms }) => p50Ms).toFixed(2),
      middle(({ p99Ms }) => p99Ms).toFixed(2),
      whole(middle(({ cpuUs }) => cpuUs?.server)),
      whole(middle(({ cpuUs }) => cpuUs?.postgres)),
      whole(middle(({ cpuUs }) => cpuUs?.load)),
      whole(middle(({ walBytes }) => walBytes)),
      turns.reduce((sum, { failures }) => sum + failures, 0),
    ].join(" | ")} |`,
  ];
}

function of(results: Results, name: ContenderName, value: (turn: Turn) => number): number {
  return median((results.get(name) ?? []).map(value));
}

function ratio(results: Results, one: ContenderName, other: ContenderName): number | null {
  if (!results.has(one) || !results.has(other)) return null;
  const rate = (name: ContenderName) => of(results, name, ({ requestsPerSecond }) => requestsPerSecond);
  return rate(one) / rate(other);
}

/** Puts the figures into docs/performance.md, between the marks that are kept for them. */
export function writeDocument(report: BenchReport): void {
  writeSection(BEGIN, END, describe(report));
}

/** Replaces what stands between two marks of docs/performance.md. */
export function writeSection(begin: string, end: string, section: string): void {
  const text = readFileSync(DOCUMENT, "utf8");
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`${DOCUMENT} has lost its marks.`);
  writeFileSync(DOCUMENT, `${before}${begin}\n\n${section}\n\n${end}${after}`);
}
