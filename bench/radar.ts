import { lookAtDay } from "@/lib/areas/radar/radar";
import { systemClock } from "@/lib/platform/clock";
import { DEFAULT_TIME_ZONE, plusDays } from "@/lib/platform/time";
import { type Score, scoreRadar } from "../tests/support/radar/score";
import { makeTraffic, PATTERNS, type Traffic } from "../tests/support/radar/traffic";
import { median } from "./figures";
import { inEmptyDatabase } from "./service";

export interface RadarOptions {
  entries: number;
  branches: number;
  days: number;
  seed: number;
}

export interface RadarReport {
  traffic: Traffic;
  score: Score;
  /** How long one day took, measuring, judging and keeping; the middle one and the longest of the judged days. */
  dayMs: { median: number; max: number };
  fillSeconds: number;
}

/** Four weeks are measured to know what is ordinary, the others are judged. */
const ORDINARY_DAYS = 28;
const LAST_DAY = "2026-10-31";

/** Hides patterns in ordinary traffic and lets the radar look at it day by day, as it does beside a running service. */
export function runRadarBench({ entries, branches, days, seed }: RadarOptions): Promise<RadarReport> {
  return inEmptyDatabase(async (pool) => {
    const zone = DEFAULT_TIME_ZONE;
    const startedAt = performance.now();
    const traffic = await makeTraffic({
      ...{ pool, clock: systemClock, zone, seed, branches, days, entries },
      ...{ lastDay: LAST_DAY, patterns: PATTERNS },
    });
    const fillSeconds = (performance.now() - startedAt) / 1000;
    const { firstDay, lastDay } = traffic;
    const from = plusDays(firstDay, ORDINARY_DAYS);
    const times: number[] = [];
    for (let day = firstDay; day <= lastDay; day = plusDays(day, 1)) {
      const beganAt = performance.now();
      await lookAtDay({ pool, log: pool, clock: systemClock, zone }, { day, isJudged: day >= from });
      if (day >= from) times.push(performance.now() - beganAt);
    }
    const score = await scoreRadar(pool, traffic, { from, until: lastDay });
    return { traffic, score, dayMs: { median: median(times), max: Math.max(...times) }, fillSeconds };
  });
}

/** The report in words. */
export function describeRadar({ traffic, score, dayMs, fillSeconds }: RadarReport): string {
  const bySignal = new Map<string, number>();
  for (const { signals } of score.falseCases)
    for (const signal of signals) bySignal.set(signal, (bySignal.get(signal) ?? 0) + 1);
  return [
    `${traffic.entries} entries of ${traffic.people.length} people at ${traffic.branchIds.length} branches, ${traffic.firstDay} to ${traffic.lastDay} (made in ${fillSeconds.toFixed(0)} s)`,
    `found ${score.found.length} of ${traffic.planted.length} patterns`,
    ...score.missed.map(
      ({ kind, signal, from, until }) => `  missed: kind ${kind}, ${signal}, ${from} to ${until}`,
    ),
    `${score.falseCases.length} false cases in ${score.branchWeeks} weeks of branches, at most ${score.falseMost} in one`,
    ...[...bySignal].map(([signal, count]) => `  ${signal}: ${count}`),
    `one day: ${dayMs.median.toFixed(0)} ms in the middle, ${dayMs.max.toFixed(0)} ms at most`,
  ].join("\n");
}
