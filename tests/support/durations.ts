import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Reporter, TestModule, TestSpecification } from "vitest/node";
import { BaseSequencer } from "vitest/node";

/** Milliseconds by file, of the last run on this machine. */
const OWN = "test-results/durations.json";
/** The same for a clone in which nothing has run yet: of the files that are worth an order. */
const KEPT = "tests/durations.json";
const KEPT_FROM_MS = 2_000;
const SLOWEST = 20;

type Durations = Record<string, number>;

function read(file: string): Durations {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Durations) : {};
}

function write(file: string, durations: Durations): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const sorted = Object.entries(durations).sort(([, one], [, other]) => other - one);
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

const nameOf = (file: string) => path.relative(process.cwd(), file);

/** Starts the files of each project longest first, so that none is left over at the end; those never run before come first of all. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const durations = { ...read(KEPT), ...read(OWN) };
    const isFresh = !existsSync(OWN);
    const of = ({ moduleId }: TestSpecification) =>
      durations[nameOf(moduleId)] ?? (isFresh ? 0 : Number.MAX_SAFE_INTEGER);
    const projects = [...new Set(files.map(({ project }) => project.name))].sort();
    return projects.flatMap((name) =>
      files.filter(({ project }) => project.name === name).sort((one, other) => of(other) - of(one)),
    );
  }
}

/** Keeps how long each file took, and prints sums by folder and the slowest files and tests. */
export class DurationsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const finished = modules.filter((module) => module.state() !== "skipped");
    const durations = Object.fromEntries(
      finished.map((module) => {
        const { collectDuration, setupDuration, duration } = module.diagnostic();
        return [nameOf(module.moduleId), Math.round(collectDuration + setupDuration + duration)] as const;
      }),
    );
    write(OWN, { ...read(OWN), ...durations });
    if (process.env.KEEP_DURATIONS === "yes") keep({ ...read(KEPT), ...durations });
    printCauses(finished);
    if (finished.length < 2) return;
    print("Seconds by folder", sumsByFolder(durations));
    print("The slowest files", slowest(durations));
    print("The slowest tests", slowest(durationsOfTests(finished)));
  }
}

/** Says each cause that several tests failed by once, with their number and the first of them. */
function printCauses(modules: readonly TestModule[]): void {
  const failures = modules.flatMap((module) => [
    ...module.errors().map((error) => ({ error, name: nameOf(module.moduleId) })),
    ...[...module.children.allTests("failed")].flatMap((test) =>
      (test.result().errors ?? []).map((error) => ({ error, name: test.fullName })),
    ),
  ]);
  const causes = new Map<string, string[]>();
  for (const { error, name } of failures) {
    const cause = error.message.split("\n")[0] ?? "";
    causes.set(cause, [...(causes.get(cause) ?? []), name]);
  }
  for (const [cause, names] of causes)
    if (names.length > 1)
      process.stdout.write(`\n${names.length} failures have one cause: ${cause}\n  first: ${names[0]}\n`);
}

function keep(durations: Durations): void {
  write(
    KEPT,
    Object.fromEntries(
      Object.entries(durations).filter(([file, ms]) => ms >= KEPT_FROM_MS && existsSync(file)),
    ),
  );
}

function sumsByFolder(durations: Durations): Durations {
  const sums: Durations = {};
  for (const [file, ms] of Object.entries(durations)) {
    const folder = path.dirname(file).split("/").slice(0, 3).join("/");
    sums[folder] = (sums[folder] ?? 0) + ms;
  }
  return sums;
}

function durationsOfTests(modules: readonly TestModule[]): Durations {
  return Object.fromEntries(
    modules.flatMap((module) =>
      [...module.children.allTests()].map(
        (test) => [`${nameOf(module.moduleId)}: ${test.fullName}`, test.diagnostic()?.duration ?? 0] as const,
      ),
    ),
  );
}

const slowest = (durations: Durations): Durations =>
  Object.fromEntries(
    Object.entries(durations)
      .sort(([, one], [, other]) => other - one)
      .slice(0, SLOWEST),
  );

function print(title: string, durations: Durations): void {
  const lines = Object.entries(durations)
    .sort(([, one], [, other]) => other - one)
    .map(([name, ms]) => `${(ms / 1_000).toFixed(1).padStart(8)}  ${name}`);
  process.stdout.write(`\n${title}\n${lines.join("\n")}\n`);
}
