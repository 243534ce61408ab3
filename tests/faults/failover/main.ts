import { parseArgs } from "node:util";
import { type Blow, FAILOVERS } from "../nemesis";
import { runHistory } from "../run";
import { Cluster } from "./cluster";
import { Replicated } from "./subject";

const HELP = `Takes the primary of three database servers away under load and checks that no point is lost, doubled or invented.

  npm run faults -- failover [options]

  --failovers <number>    how often, 10 by default
  --operations <number>   requests of each history, 20,000 by default
  --seed <number>         of the first history; each further one counts on
  --help                  this text

Needs Debian's packages patroni, etcd-server, haproxy and postgresql-15.
Exit status: 0 nothing was found, 1 something was.`;

const CONCURRENCY = 8;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      failovers: { type: "string", default: "10" },
      operations: { type: "string", default: "20000" },
      seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const missing = Cluster.missing();
  if (missing.length > 0) {
    console.error(`Not installed: ${missing.join(", ")}`);
    return 1;
  }
  const [wanted, operations, seed] = [values.failovers, values.operations, values.seed].map(Number) as [
    number,
    number,
    number,
  ];
  const subject = await Replicated.admit();
  const blows: Blow[] = [];
  let problems = 0;
  try {
    for (let history = 0; blows.length < wanted; history += 1) {
      const result = await runHistory({
        subject,
        seed: seed + history,
        operations,
        concurrency: CONCURRENCY,
        faults: FAILOVERS,
      });
      const verified = subject.verify();
      if (verified !== "") result.problems.push(verified);
      blows.push(...result.blows);
      problems += result.problems.length;
      console.log(
        `history ${history + 1}, seed ${seed + history}: ${result.calls} calls, ${result.entries} entries, ${result.blows.map(({ fault, backAfterMs }) => `${fault}: back after ${Math.round(backAfterMs)} ms`).join(", ")}; ${result.unknown} unknown outcomes resolved, ${result.problems.length} problems`,
      );
      for (const problem of result.problems.slice(0, 20)) console.log(`  ${problem}`);
    }
  } finally {
    await subject.discharge();
  }
  const longest = Math.max(...blows.map(({ backAfterMs }) => backAfterMs));
  console.log(`${blows.length} failovers, longest ${Math.round(longest)} ms: ${problems} problems`);
  return problems === 0 ? 0 : 1;
}

process.exitCode = await main();
