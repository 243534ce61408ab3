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

/** Goals, as ratios within one run. */
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
  const { machine, options, pgbench, open, inMemory, results } = report;
  return [
    `${machine.cores} cores (${machine.processor}), PostgreSQL ${machine.postgres}, Node ${machine.node}, ${pgbench ?? "no pgbench on this machine"}; median fsync ${machine.fsyncMs.toFixed(2)} ms; ${options.connections} connections, ${options.wallets.toLocaleString("en")} wallets, ${options.rounds} turns of ${options.seconds} s each, medians. The load runs on the same cores.`,
    "",
    "| | requests/s | p50 ms | p99 ms | CPU of the server, µs | of PostgreSQL | of the load | WAL, bytes | failures |",
    "|---|---|---|---|---|---|---|---|---|",
    ...CONTENDERS.flatMap((name) => line(name, results.get(name))),
    "",
    openLine([...open, ...inMemory]),
    "",
    ...goalLines(goalsOf(report)),
    `${report.answered} movements were answered as done and ${report.logged} are in the log, which is ${report.verification.isSound ? "sound" : "NOT SOUND"} (${report.verification.entries} entries replayed).`,
  ].join("\n");
}

interface Goal {
  what: string;
  wanted: string;
  measured: string;
  isMet: boolean;
}

function goalsOf({ results, inMemory, open, tableBytes }: BenchReport): Goal[] {
  const less = (what: string, than: number, measured: number): Goal => ({
    ...{ what, wanted: `< ${than}`, measured: String(Math.round(measured)), isMet: measured < than },
  });
  return [
    ...GOALS.flatMap(([what, of, against, atLeast]) => {
      const measured = ratio(results, of, against);
      if (measured === null) return [];
      return [{ what, wanted: `≥ ${atLeast}`, measured: measured.toFixed(2), isMet: measured >= atLeast }];
    }),
    ...limitsCost(results),
    ...inMemory.map(({ turns }) => {
      const measured = p99ToP50(turns);
      const what = "p99 / p50 at half of the maximum, database in memory";
      const isMet = measured <= P99_TO_P50_MAX;
      return { what, wanted: `≤ ${P99_TO_P50_MAX}`, measured: measured.toFixed(1), isMet };
    }),
    less(
      "WAL of a reward, bytes",
      WAL_BYTES_MAX,
      of(results, "Reward", ({ walBytes }) => walBytes),
    ),
    less("Tables and indexes of a reward, bytes", TABLE_BYTES_MAX, tableBytes),
    ...open
      .slice(-1)
      .flatMap(({ turns }) => turns.at(-1)?.residentBytes ?? [])
      .map((bytes) => less("Memory of a worker at the end, MB", WORKER_MB_MAX, bytes / 1e6)),
  ];
}

/** The goals that were met and those that were missed, a paragraph each. */
function goalLines(goals: readonly Goal[]): string[] {
  return [true, false].flatMap((isMet) => {
    const told = goals
      .filter((goal) => goal.isMet === isMet)
      .map(({ what, wanted, measured }) => `${what} ${measured} (${wanted})`);
    return told.length === 0 ? [] : [`${isMet ? "Met" : "Missed"}: ${told.join("; ")}.`, ""];
  });
}

/** Processor time of a reward with every limit set, beside one without. */
function limitsCost(results: Results): Goal[] {
  if (!results.has("Reward, limits on")) return [];
  const cost = (name: ContenderName) =>
    of(results, name, ({ cpuUs }) => (cpuUs?.server ?? Number.NaN) + (cpuUs?.postgres ?? Number.NaN));
  const measured = cost("Reward, limits on") / cost("Reward");
  const what = "Processor time of a reward with all limits against one without";
  const isMet = measured <= LIMITS_COST_MAX;
  return [{ what, wanted: `≤ ${LIMITS_COST_MAX}`, measured: measured.toFixed(2), isMet }];
}

/** Rewards at fixed rates; the last ones with the database in memory. */
function openLine(turns: readonly OpenTurns[]): string {
  const each = (value: (open: OpenTurns) => string) => turns.map(value).join(", ");
  const middle = (name: string, value: (turn: OpenTurn) => number) =>
    `${name} ${each((open) => median(open.turns.map(value)).toFixed(2))} ms`;
  const standstill = ({ turns }: OpenTurns) =>
    median(turns.map(({ standstillMs }) => standstillMs ?? Number.NaN));
  return `Rewards at ${each(({ part }) => `${part * 100} %`)} of the maximum, the last with the database in memory (${each(({ rate }) => String(rate))} a second): ${[
    middle("p50", ({ p50Ms }) => p50Ms),
    middle("p99", ({ p99Ms }) => p99Ms),
    middle("p99.9", ({ p999Ms }) => p999Ms),
    `longest standstill of the disk ${each((open) => (Number.isNaN(standstill(open)) ? "–" : standstill(open).toFixed(0)))} ms`,
  ].join("; ")}.`;
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
