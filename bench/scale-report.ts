import { writeSection } from "./report";
import type { ScaleReport } from "./scale";

const BEGIN = "<!-- measured at scale: written by npm run bench:scale -->";
const END = "<!-- measured at scale: end -->";

const WANTED = 0.85;

/** The figures as Markdown. */
export function describeScale(report: ScaleReport): string {
  const { machine, options, worlds, lines, fillSeconds, verification } = report;
  const size = ({ wallets, entries }: { wallets: number; entries: number }) =>
    `${wallets.toLocaleString("en")} wallets with ${entries.toLocaleString("en")} entries`;
  return [
    `${machine.cores} cores (${machine.processor}), PostgreSQL ${machine.postgres}, Node ${machine.node}; median fsync ${machine.fsyncMs.toFixed(2)} ms; ${options.connections} connections, ${options.rounds} turns of ${options.seconds} s each, medians, a second. The load runs on the same cores.`,
    "",
    `| | ${size(worlds.large)} | ${size(worlds.small)} | ratio (wanted ≥ ${WANTED}) | failures |`,
    "|---|---|---|---|---|",
    ...lines.map(({ operation, large, small, failures }) => {
      const ratio = large / small;
      return `| ${operation} | ${Math.round(large)} | ${Math.round(small)} | ${ratio.toFixed(2)}${ratio < WANTED ? " (missed)" : ""} | ${failures} |`;
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

/** Puts the figures into docs/performance.md, between the marks that are kept for them. */
export function writeScale(report: ScaleReport): void {
  writeSection(BEGIN, END, describeScale(report));
}
