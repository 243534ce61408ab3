import os from "node:os";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { type Blow, FAULTS, type Fault } from "./nemesis";
import { runHistory } from "./run";
import { Patient } from "./service";

const HELP = `Hurts the service in every way and checks that no point is lost, doubled or invented.

  npm run faults [-- options]

  --histories <number>    histories to run, 20 by default
  --operations <number>   requests of each, 5,000 by default
  --concurrency <number>  requests under way at once, 32 by default
  --faults <names>        which faults, with commas between; "none" or "all" (default)
  --seed <number>         of the first history; each further one counts on
  --help                  this text

Exit status: 0 nothing was found, 1 something was, or a result code was never seen.`;

/** Codes that a run must have seen, or it has not tried enough to say anything. */
const EXPECTED_CODES = [
  0, 1110, 1111, 1201, 1202, 1203, 1204, 1205, 1206, 1301, 1302, 1304, 1306, 1310, 1311, 1312, 1401, 1402,
  1403, 1404, 1405, 1406, 1407, 1411, 1412, 1413, 1415, 1416, 1501, 1504,
];

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      histories: { type: "string", default: "20" },
      operations: { type: "string", default: "5000" },
      concurrency: { type: "string", default: "32" },
      faults: { type: "string", default: "all" },
      seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const [histories, operations, concurrency, seed] = [
    values.histories,
    values.operations,
    values.concurrency,
    values.seed,
  ].map(Number) as [number, number, number, number];
  const faults = chooseFaults(values.faults);
  console.log(
    `${os.cpus().length} cores, Node ${process.version}, seed ${seed}, faults: ${faults.join(", ") || "none"}`,
  );
  const patient = await Patient.admit();
  const codes = new Set<number>();
  const blows: Blow[] = [];
  const totals = { problems: 0, calls: 0, entries: 0, unknown: 0 };
  try {
    for (let history = 0; history < histories; history += 1) {
      const start = performance.now();
      const result = await runHistory({
        subject: patient,
        seed: seed + history,
        operations,
        concurrency,
        faults,
      });
      const verified = await patient.verify();
      if (verified !== "") result.problems.push(verified);
      for (const code of result.codes.keys()) codes.add(code);
      blows.push(...result.blows);
      totals.problems += result.problems.length;
      totals.calls += result.calls;
      totals.entries += result.entries;
      totals.unknown += result.unknown;
      console.log(
        `history ${history + 1}, seed ${seed + history}: ${result.calls} calls, ${result.entries} entries, ${result.blows.length} faults, ${result.unknown} unknown outcomes resolved, ${result.problems.length} problems, ${Math.round(performance.now() - start)} ms`,
      );
      for (const problem of result.problems.slice(0, 20)) console.log(`  ${problem}`);
    }
  } finally {
    await patient.discharge();
  }
  report(blows);
  const unseen = EXPECTED_CODES.filter((code) => !codes.has(code));
  if (unseen.length > 0) console.log(`Void: never answered were ${unseen.join(", ")}`);
  console.log(
    `${histories} histories, ${totals.calls} calls, ${totals.entries} entries, ${blows.length} faults, ${totals.unknown} unknown outcomes resolved: ${totals.problems} problems`,
  );
  return totals.problems === 0 && unseen.length === 0 ? 0 : 1;
}

function chooseFaults(text: string): readonly Fault[] {
  if (text === "all") return FAULTS;
  if (text === "none") return [];
  return text.split(",").map((name) => {
    const fault = FAULTS.find((known) => known === name.trim());
    if (fault === undefined) throw new Error(`There is no fault "${name}". There are: ${FAULTS.join(", ")}.`);
    return fault;
  });
}

function report(blows: readonly Blow[]): void {
  for (const fault of FAULTS) {
    const times = blows
      .filter((blow) => blow.fault === fault)
      .map(({ backAfterMs }) => Math.round(backAfterMs));
    if (times.length === 0) continue;
    times.sort((one, other) => one - other);
    console.log(
      `${fault.padEnd(24)} ${String(times.length).padStart(5)} times, ready again after ${times[Math.floor(times.length / 2)]} ms (median), ${times.at(-1)} ms (longest)`,
    );
  }
}

process.exitCode = await main();
