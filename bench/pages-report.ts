import {
  type PageCost,
  type PagesReport,
  type PagesTurn,
  READERS,
  TILL_QUESTIONS,
  type TillQuestion,
} from "./pages";
import { median } from "./service";

/** Of the median with the most readers to that with none. */
const RATIO_MAX = 2;
const NAMES: Readonly<Record<TillQuestion, string>> = {
  reward: "rewards",
  "look-up": "look-ups",
  quote: "quotes",
};

/** The figures as Markdown: medians of the turns, and in brackets the least and the most of them. */
export function describePages(report: PagesReport): string {
  const { options, costs } = report;
  return [...(options.only === undefined ? describeTurns(report) : []), ...describeCosts(costs)].join("\n");
}

function describeTurns({ options, turns, passing }: PagesReport): string[] {
  const of = (readers: number) => turns.get(readers) ?? [];
  return [
    `${options.rounds} turns of ${options.seconds} s each beside none, two and eight readers: median (least to most).`,
    "",
    `| what tills wait for | ${READERS.map((readers) => `${readers} readers: median ms | p99 ms`).join(" | ")} | ${READERS.slice(
      1,
    )
      .map((readers) => `median, ${readers} to 0`)
      .join(" | ")} |`,
    `|---|${"---|".repeat(READERS.length * 3 - 1)}`,
    ...TILL_QUESTIONS.map((question) => tillRow(question, of)),
    "",
    `| in percent of one processor | ${READERS.map((readers) => `${readers} readers`).join(" | ")} |`,
    `|---|${"---|".repeat(READERS.length)}`,
    ...(["api", "pages", "postgres", "load"] as const).map((who) =>
      row(
        { api: "API worker", pages: "page worker", postgres: "PostgreSQL", load: "the load" }[who],
        READERS.map((readers) =>
          spread(
            of(readers).map(({ cpuPercent }) => cpuPercent?.[who] ?? Number.NaN),
            0,
          ),
        ),
      ),
    ),
    row(
      "delay of the load itself, ms: p99, max",
      READERS.map((readers) => {
        const delays = of(readers).map(({ loadDelayMs }) => loadDelayMs);
        return `${spread(delays.map(({ p99 }) => p99))}, ${spread(delays.map(({ max }) => max))}`;
      }),
    ),
    row(
      "pages a second",
      READERS.map((readers) => spread(of(readers).map(({ pagesPerSecond }) => pagesPerSecond))),
    ),
    "",
    "| asked directly and through an API worker | directly, ms | through, ms | more, ms |",
    "|---|---|---|---|",
    ...passing.map(({ what, directMs, throughMs }) =>
      row(
        what,
        [directMs, throughMs, throughMs - directMs].map((ms) => ms.toFixed(2)),
      ),
    ),
    "",
  ];
}

function describeCosts(costs: readonly PageCost[]): string[] {
  return [
    "| page, to one reader alone | median ms | processor time of a render, ms | HTML, kB | compressed, kB |",
    "|---|---|---|---|---|",
    ...costs.map(({ path, medianMs, cpuMs, htmlBytes, compressedBytes }) =>
      row(path, [
        medianMs.toFixed(0),
        cpuMs === null ? "not measured here" : cpuMs.toFixed(1),
        (htmlBytes / 1000).toFixed(0),
        (compressedBytes / 1000).toFixed(0),
      ]),
    ),
  ];
}

function tillRow(question: TillQuestion, of: (readers: number) => readonly PagesTurn[]): string {
  const waits = (readers: number) => of(readers).map(({ tills }) => tills[question]);
  const alone = waits(0);
  const cells = READERS.flatMap((readers) => [
    spread(waits(readers).map(({ p50Ms }) => p50Ms)),
    spread(waits(readers).map(({ p99Ms }) => p99Ms)),
  ]);
  const ratios = READERS.slice(1).map((readers) => {
    const each = waits(readers).map(({ p50Ms }, round) => p50Ms / (alone[round]?.p50Ms ?? Number.NaN));
    return `${spread(each, 2)}${readers === READERS.at(-1) && median(each) > RATIO_MAX ? ` (missed, ≤ ${RATIO_MAX} wanted)` : ""}`;
  });
  return row(NAMES[question], [...cells, ...ratios]);
}

function row(name: string, cells: readonly string[]): string {
  return `| ${[name, ...cells].join(" | ")} |`;
}

/** The median, and from where to where the values go. */
function spread(values: readonly number[], digits = 1): string {
  if (values.some(Number.isNaN)) return "not measured here";
  const text = (value: number) => value.toFixed(digits);
  return values.length < 2
    ? text(median(values))
    : `${text(median(values))} (${text(Math.min(...values))} to ${text(Math.max(...values))})`;
}
