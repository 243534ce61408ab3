import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** The last green `npm run test:deep`: its commit, its day, what each step came to, and its seed. */
const PROOF = "docs/deep-run.json";
/** The last green `npm test` of a committed tree, in this clone. */
const WHOLE_RUN = "test-results/whole-run.json";
/** A run that has not ended, or not green. */
const UNDER_WAY = "test-results/deep-run.json";

/** Folders that only the deep tests prove in full: ledger, doors, processes, database, the portal in Arabic, and the harness that hurts them. */
const PROVED = [
  "app",
  "components",
  "messages/ar",
  "lib/ledger",
  "lib/wallet",
  "lib/log",
  "lib/points-api",
  "lib/platform/database",
  "bin/admin",
  "lib/platform/http",
  "bin/server",
  "bin/server.ts",
  "prisma/migrations",
  "tests/faults",
  "tests/mutants",
  "bench",
];

const git = (...args) =>
  execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();

/** The commit that a change counts from: where it left the main branch, or the last one. */
export function commitsBehind(wanted) {
  if (wanted !== undefined) return wanted;
  for (const main of ["origin/main", "main"]) {
    try {
      return git("merge-base", "HEAD", main);
    } catch {
      // There is no such branch here.
    }
  }
  return "HEAD";
}

/** Files that differ from a commit, whether committed, removed or new. */
export const changedSince = (commit) =>
  [git("diff", "--name-only", commit), git("ls-files", "--others", "--exclude-standard")]
    .join("\n")
    .split("\n")
    .filter((file) => file !== "");

/** The present commit where nothing differs from it, otherwise null: what runs then proves that commit. */
export function committedTree() {
  try {
    return git("status", "--porcelain") === "" ? git("rev-parse", "HEAD") : null;
  } catch {
    // No clone.
    return null;
  }
}

/** Keeps that `npm test` was green on a tree that stayed the commit's from beginning to end. */
export function keepWholeRun(commit) {
  if (commit === null || committedTree() !== commit) return;
  mkdirSync(path.dirname(WHOLE_RUN), { recursive: true });
  writeFileSync(WHOLE_RUN, JSON.stringify({ commit }));
}

export const isWholeRunOf = (commit) =>
  existsSync(WHOLE_RUN) && JSON.parse(readFileSync(WHOLE_RUN, "utf8")).commit === commit;

/** A run of the present commit, of which no step has passed. */
export const beginRun = (seed) => ({ commit: git("rev-parse", "HEAD"), seed, steps: [] });

/** Keeps the steps that have passed, for `takeUpRun`: the whole takes hours. */
export function keepRun(run) {
  mkdirSync(path.dirname(UNDER_WAY), { recursive: true });
  writeFileSync(UNDER_WAY, JSON.stringify(run));
}

/** The last run, unless a file that it proves has changed since its commit. */
export function takeUpRun() {
  if (!existsSync(UNDER_WAY)) return undefined;
  const run = JSON.parse(readFileSync(UNDER_WAY, "utf8"));
  return listChanged(run.commit).length === 0 ? run : undefined;
}

/** Keeps that the tree as it is committed has been proved. A tree with changes of its own proves no commit. */
export function keepProof({ commit, ...rest }) {
  if (committedTree() === null)
    return console.log("\nThe tree has changes that are not committed: this run is not kept.");
  const proof = { commit, day: new Date().toISOString().slice(0, 10), ...rest };
  writeFileSync(PROOF, `${JSON.stringify(proof, null, 2)}\n`);
  console.log(`\nKept in ${PROOF}; commit it.`);
}

/** Proved files that have changed since the commit, committed or not. Throws when this clone does not have the commit. */
const listChanged = (commit) =>
  git("diff", "--name-only", commit, "--", ...PROVED)
    .split("\n")
    .filter((file) => file !== "");

/** Whether the last deep run says nothing about the present tree. */
export function isDeepProofOld() {
  try {
    return listChanged(JSON.parse(readFileSync(PROOF, "utf8")).commit).length > 0;
  } catch {
    return true;
  }
}

/** Commit and day of the last deep run. */
export function nameProof() {
  const { commit, day } = JSON.parse(readFileSync(PROOF, "utf8"));
  return `${commit.slice(0, 8)}, ${day}`;
}

/** Says in a line or a few what of the proved has changed since, committed or not. */
export function describeProof() {
  if (!existsSync(PROOF)) return "The deep tests have no green run yet: npm run test:deep";
  const { commit } = JSON.parse(readFileSync(PROOF, "utf8"));
  const run = `the deep tests passed (${nameProof()})`;
  let files;
  try {
    files = listChanged(commit);
  } catch {
    return `This clone does not have the commit with which ${run}.`;
  }
  if (files.length === 0) return `Nothing that they prove has changed since ${run}.`;
  const shown = [...files.slice(0, 10), ...(files.length > 10 ? [`and ${files.length - 10} more`] : [])];
  return `Changed since ${run}; run them before this is called done: npm run test:deep\n  ${shown.join("\n  ")}`;
}
