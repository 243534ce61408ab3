import { writeSection } from "./report";
import type { ScaleReport } from "./scale";

const BEGIN = "<!-- measured at scale: written by npm run bench scale -->";
const END = "<!-- measured at scale: end -->";

const WANTED = 0.85;

/** The figures as Markdown. */
export function describeScale(report: ScaleReport): string {
  const { machine, options, worlds, lines, fillSeconds, verification } = report;
  const size = ({ wallets, entries }: { wallets: number; entries: number }) =>
    `${wallets.toLocaleString("en")} wallets with ${entries.toLocaleString("en")} entries`;
  return [
    `${machine.cores} cores (${machine.processor}), PostgreSQL ${machine.postgres}, Node ${machine.node}; median fsync ${machine.fsyncMs.toFixed(2)} ms; ${options.connections} connections, ${options.rounds} turns of ${options.seconds} s each after ${options.settle} s of rewards, medians; ${report.memoryMb} MB of memory for each database. The load runs on the same cores. Large: ${size(worlds.large)}; small: ${size(worlds.small)}.`,
    "",
    `| | large, a second | small, a second | ratio (wanted ≥ ${WANTED}) | CPU of PostgreSQL, µs: large, small | WAL, bytes: large, small | failures |`,
    "|---|---|---|---|---|---|---|",
    ...lines.map(({ operation, large, small, failures }) => {
      const ratio = large.perSecond / small.perSecond;
      return `| ${[
        operation,
        whole(large.perSecond),
        whole(small.perSecond),
        `${ratio.toFixed(2)}${ratio < WANTED ? " (missed)" : ""}`,
        `${whole(large.postgresUs)}, ${whole(small.postgresUs)}`,
        `${whole(large.walBytes)}, ${whole(small.walBytes)}`,
        failures,
      ].join(" | ")} |`;
    }),
    ...(fillSeconds === null
      ? []
      : [
          "",
          `The large side was filled in ${Math.round(fillSeconds)} s: ${Math.round(worlds.large.entries / fillSeconds).toLocaleString("en")} entries a second.`,
        ]),
    ...(verification === null
      ? []
      : [
          "",
          `Its log is ${verification.findings === 0 ? "sound" : "NOT SOUND"}: ${verification.entries.toLocaleString("en")} entries replayed in ${Math.round(verification.seconds)} s.`,
        ]),
  ].join("\n");
}

const whole = (value: number) => (Number.isNaN(value) ? "–" : String(Math.round(value)));

/** Puts the figures into docs/performance.md, between the marks that are kept for them. */
export function writeScale(report: ScaleReport): void {
  writeSection(BEGIN, END, describeScale(report));
}
