import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { build as bundle } from "esbuild";
import { EQUIVALENTS } from "./equivalents";
import { instrument, type Mutant } from "./instrument";

const HELP = `Changes the pure rules of the ledger in every small way and sees whether their tests notice.

  node scripts/mutants.mjs [options]

  --file <text>     only files whose path holds the text
  --line <number>   only mutants of this line
  --quick <number>  only each so-manieth mutant

Exit status: 0 when at least 95 % of the mutants were noticed, 1 otherwise. Mutants that change nothing that anybody could
observe are named in tests/mutants/equivalents.ts, with the reason, and do not count.
`;

/** What decides a movement, in memory. */
const RULES =
  /^lib\/ledger\/(run\/(allowance|decide|due)|rules\/(calendar|conversion|lots|posting)|moves\/[a-z-]+|with\/[a-z]+\/rule)\.ts$/;
const FILES = readdirSync("lib/ledger", { recursive: true, encoding: "utf8" })
  .map((file) => path.posix.join("lib/ledger", file.split(path.sep).join("/")))
  .filter((file) => RULES.test(file))
  .sort();
const SCORE_MIN = 0.95;
const HISTORIES = 150;
/** Far more than the tests take; a mutant that needs it has made something endless. */
const TIMEOUT_MS = 120_000;
const TESTS = "dist/tests/mutants.mjs";

const { values } = parseArgs({
  options: {
    file: { type: "string", default: "" },
    line: { type: "string" },
    quick: { type: "string", default: "1" },
    help: { type: "boolean", default: false },
  },
});

/** Bundles the tests with the rules and all mutants in them; which one is awake is told to each run. */
async function bundleTests(sources: ReadonlyMap<string, string>): Promise<void> {
  const folder = "tests/unit/ledger";
  // Examples first: they are quick, and most mutants are noticed by one.
  const files = readdirSync(folder).filter((name) => name.endsWith(".test.ts"));
  files.sort((one, other) => slowness(one) - slowness(other));
  mkdirSync(path.dirname(TESTS), { recursive: true });
  await bundle({
    stdin: { contents: files.map((name) => `import "./${name}";`).join("\n"), resolveDir: folder },
    outfile: TESTS,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    alias: { vitest: path.resolve("tests/mutants/examples.ts") },
    plugins: [
      {
        name: "mutants",
        setup: (build) =>
          build.onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
            const contents = sources.get(path.relative(process.cwd(), file));
            return contents === undefined ? undefined : { contents, loader: "ts" };
          }),
      },
    ],
  });
}

function slowness(file: string): number {
  return ["calendar.test.ts", "conversion.test.ts", "random.test.ts"].indexOf(file);
}

function isNoticed(id: number): Promise<boolean> {
  return new Promise((resolve) => {
    spawn(process.execPath, [TESTS], {
      env: { NODE_ENV: "test", MUTANT: String(id), LEDGER_HISTORIES: String(HISTORIES), TZ: "UTC" },
      stdio: "ignore",
      timeout: TIMEOUT_MS,
    }).once("exit", (code) => resolve(code !== 0));
  });
}

function isEquivalent({ file, text, from, to }: Mutant): boolean {
  return EQUIVALENTS.some(
    (one) =>
      file.endsWith(`/${one.file}`) &&
      text.startsWith(one.text) &&
      one.changes.some(([before, after]) => before === from && after === to),
  );
}

async function main(): Promise<number> {
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const sources = new Map<string, string>();
  const mutants: Mutant[] = [];
  for (const file of FILES) {
    const made = instrument(file, readFileSync(file, "utf8"), mutants.length + 1);
    sources.set(file, made.code);
    mutants.push(...made.mutants);
  }
  const counted = mutants.filter(
    (mutant) =>
      mutant.file.includes(values.file) &&
      (values.line === undefined || mutant.line === Number(values.line)) &&
      mutant.id % Number(values.quick) === 0 &&
      !isEquivalent(mutant),
  );
  await bundleTests(sources);
  if (await isNoticed(0)) throw new Error("The tests fail without any mutant.");
  const start = performance.now();
  const alive: Mutant[] = [];
  const waiting = [...counted];
  const work = async () => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      if (await isNoticed(mutant.id)) continue;
      alive.push(mutant);
      console.log(`alive: ${mutant.file}:${mutant.line}  ${mutant.from}  →  ${mutant.to || "(nothing)"}`);
    }
  };
  await Promise.all(Array.from({ length: os.availableParallelism() }, work));
  const score = (counted.length - alive.length) / counted.length;
  console.log(
    `${counted.length} mutants of ${mutants.length}, ${counted.length - alive.length} noticed (${(100 * score).toFixed(1)} %), ${mutants.filter(isEquivalent).length} equivalent, ${Math.round((performance.now() - start) / 1000)} s`,
  );
  return score >= SCORE_MIN ? 0 : 1;
}

process.exitCode = await main();
