import { readFileSync, writeFileSync } from "node:fs";
import { median, middle, table, whole } from "./figures";
import { type BenchReport, CONTENDERS, type ContenderName, type OpenTurn, type OpenTurns } from "./run";

const DOCUMENT = "docs/performance.md";

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
const P99_TO_P50_MAX = 4;
const WORKER_MB_MAX = 300;
/** pgledger writes 1,916 and 841 for a movement. */
const WAL_BYTES_MAX = 900;
const TABLE_BYTES_MAX = 450;

/** The figures as Markdown. */
export function describe(report: BenchReport): string {
  const { machine, options, pgbench, open, inMemory, results, answered, logged, verification } = report;
  return [
    `${machine}; ${pgbench ?? "no pgbench on this machine"}; ${options.connections} connections, ${options.wallets.toLocaleString("en")} wallets, ${options.rounds} turns of ${options.seconds} s each, medians. The load runs on the same cores.`,
    table(
      [
        "",
        "requests/s",
        "p50 ms",
        "p99 ms",
        "CPU of the server, µs",
        "of PostgreSQL",
        "of the load",
        "WAL, bytes",
        "failures",
      ],
      CONTENDERS.flatMap((name) => {
        const turns = results.get(name);
        if (turns === undefined) return [];
        return [
          [
            name,
            whole(middle(turns, ({ requestsPerSecond }) => requestsPerSecond)),
            middle(turns, ({ p50Ms }) => p50Ms).toFixed(2),
            middle(turns, ({ p99Ms }) => p99Ms).toFixed(2),
            ...(["server", "postgres", "load"] as const).map((of) =>
              whole(middle(turns, ({ cpuUs }) => cpuUs?.[of])),
            ),
            whole(middle(turns, ({ walBytes }) => walBytes)),
            turns.reduce((sum, { failures }) => sum + failures, 0),
          ],
        ];
      }),
    ),
    openLine([...open, ...inMemory]),
    ...goalLines(report),
    `${answered} movements were answered as done and ${logged} are in the log, which is ${verification.isSound ? "sound" : "NOT SOUND"} (${verification.entries} entries replayed).`,
  ].join("\n\n");
}

/** The goals that were met and those that were missed, a paragraph each. */
function goalLines({ results, inMemory, open, tableBytes }: BenchReport): string[] {
  const told: Record<"Met" | "Missed", string[]> = { Met: [], Missed: [] };
  const tell = (what: string, measured: number, [sign, limit]: ["≥" | "≤" | "<", number], digits: number) => {
    if (Number.isNaN(measured)) return;
    const isMet = { "≥": measured >= limit, "≤": measured <= limit, "<": measured < limit }[sign];
    told[isMet ? "Met" : "Missed"].push(`${what} ${measured.toFixed(digits)} (${sign} ${limit})`);
  };
  const rate = (name: ContenderName) =>
    middle(results.get(name), ({ requestsPerSecond }) => requestsPerSecond);
  for (const [what, of, against, atLeast] of GOALS) tell(what, rate(of) / rate(against), ["≥", atLeast], 2);
  const tail = middle(inMemory[0]?.turns, ({ p99Ms, p50Ms }) => p99Ms / p50Ms);
  tell("p99 / p50 at half of the maximum, database in memory", tail, ["≤", P99_TO_P50_MAX], 1);
  const wal = middle(results.get("Reward"), ({ walBytes }) => walBytes);
  tell("WAL of a reward, bytes", wal, ["<", WAL_BYTES_MAX], 0);
  tell("Tables and indexes of a reward, bytes", tableBytes, ["<", TABLE_BYTES_MAX], 0);
  const memory = open.at(-1)?.turns.at(-1)?.residentBytes ?? Number.NaN;
  tell("Memory of a worker at the end, MB", memory / 1e6, ["<", WORKER_MB_MAX], 0);
  return Object.entries(told).flatMap(([how, goals]) =>
    goals.length === 0 ? [] : [`${how}: ${goals.join("; ")}.`],
  );
}

/** Rewards at fixed rates; the last ones with the database in memory. */
function openLine(open: readonly OpenTurns[]): string {
  const each = (value: (open: OpenTurns) => string) => open.map(value).join(", ");
  const wait = (name: string, of: (turn: OpenTurn) => number) =>
    `${name} ${each(({ turns }) => middle(turns, of).toFixed(2))} ms`;
  const standstill = ({ turns }: OpenTurns) =>
    median(turns.map(({ standstillMs }) => standstillMs ?? Number.NaN));
  return `Rewards at ${each(({ part }) => `${part * 100} %`)} of the maximum, the last with the database in memory (${each(({ rate }) => String(rate))} a second): ${[
    wait("p50", ({ p50Ms }) => p50Ms),
    wait("p99", ({ p99Ms }) => p99Ms),
    wait("p99.9", ({ p999Ms }) => p999Ms),
    `longest standstill of the disk ${each((turns) => whole(standstill(turns)))} ms`,
  ].join("; ")}.`;
}

/** Puts figures into docs/performance.md, between the marks that are kept for them. */
export function writeSection(name: "measured" | "measured at scale", section: string): void {
  const marks = new RegExp(`(<!-- ${name}: written by [^>]*-->\n)[^]*(\n<!-- ${name}: end -->)`);
  const text = readFileSync(DOCUMENT, "utf8");
  if (!marks.test(text)) throw new Error(`${DOCUMENT} has lost its marks.`);
  writeFileSync(
    DOCUMENT,
    text.replace(marks, (_, begin: string, end: string) => `${begin}\n${section}\n${end}`),
  );
}
