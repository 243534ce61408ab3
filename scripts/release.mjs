import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { isMain } from "./is-main.mjs";
import { describeProof, isDeepProofOld, isWholeRunOf, nameProof } from "./proof.mjs";
import { binOf, mustRun } from "./steps.mjs";

const HELP = `Makes a release of the present commit: number, dated section with upgrade notes, contract and log of the version, commit, tag.

  node scripts/release.mjs <number> [--day 2026-11-29] [--older-deep-run]

  --day <day>        the section's day, today by default
  --older-deep-run   accepts a deep run that is older than what it proves; the tag says so

Refused unless main is checked out without changes, level with origin where there is one, and "npm test" was green on its commit.
Nothing is pushed: the last line says how.`;

const CHANGELOG = "CHANGELOG.md";
const MIGRATIONS = "prisma/migrations";
const CHART = "deploy/helm/points-service/Chart.yaml";
/** Files that name the version, and how. */
const NUMBERED = {
  "package.json": [/^( {2}"version": ")[^"]+/m],
  "package-lock.json": [/^( {2}"version": ")[^"]+/m, /^( {6}"version": ")[^"]+/m],
  [CHART]: [/^(version: )\S+/m, /^(appVersion: ")[^"]+/m],
};
/** Tests that read files which a release writes. */
const REACHED = ["tests/unit/points-api", "tests/unit/platform", "tests/unit/docs", "tests/unit/anchors"];
const WRITERS = {
  UPDATE_CONTRACT: ["unit", "tests/unit/points-api/compatible.test.ts"],
  UPDATE_GOLDEN: ["database", "tests/integration/ledger/golden.test.ts"],
};

const git = (...args) =>
  execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
const numbersOf = (version) => version.split(".").map(Number);

/** Whether one version is later than another, by number and not by letters. */
export function isLater(version, than) {
  const [ours, theirs] = [numbersOf(version), numbersOf(than)];
  const place = ours.findIndex((number, at) => number !== theirs[at]);
  return place >= 0 && ours[place] > theirs[place];
}

/**
 * The change log with its unreleased lines under a number and a day, the notes behind the lines of "Upgrading", and an empty "Unreleased".
 * @throws Error when nothing is unreleased
 */
export function releasedChangelog(text, { version, day, notes }) {
  const begin = text.indexOf("## Unreleased\n");
  if (begin < 0) throw new Error(`${CHANGELOG} has no "## Unreleased".`);
  const body = begin + "## Unreleased\n".length;
  const next = text.indexOf("\n## ", body);
  const end = next < 0 ? text.length : next + 1;
  const written = text.slice(body, end).trim();
  if (written === "") throw new Error(`Nothing stands under "Unreleased" in ${CHANGELOG}.`);
  const lines = notes.map((note) => `- ${note}`).join("\n");
  const heading = "### Upgrading\n";
  const at = written.indexOf(heading);
  const behind = at < 0 ? -1 : written.indexOf("\n### ", at);
  const noted =
    at < 0
      ? `${heading}\n${lines}\n\n${written}`
      : behind < 0
        ? `${written}\n${lines}`
        : `${written.slice(0, behind).trimEnd()}\n${lines}\n${written.slice(behind)}`;
  return `${text.slice(0, begin)}## Unreleased\n\n## ${version} – ${day}\n\n${noted}\n\n${text.slice(end)}`;
}

/**
 * Upgrade notes that follow from the migrations since the release before.
 * @param migrations name and SQL of each migration of this release, in order
 * @param known names of the migrations of the release before; null where it has no tag
 */
export function upgradeNotes(migrations, { before, known }) {
  if (known === null)
    return [`${migrations.length} migrations make a database; no release before this one has a tag.`];
  const added = migrations.filter(({ name }) => !known.has(name));
  if (added.length === 0) return [`No migration since ${before}: a step back is a start of it.`];
  const names = added.length === 1 ? added[0].name : `${added[0].name} to ${added.at(-1).name}`;
  const count = added.length === 1 ? "One migration" : `${added.length} migrations`;
  const inSteps = added.filter(({ sql }) => /^-- in steps$/m.test(sql)).map(({ name }) => name);
  const first = migrations[0].name;
  const barrier = added.find(({ sql }) => !known.has(/^-- usable from: (\S+)$/m.exec(sql)?.[1] ?? first));
  return [
    `${count} since ${before} (${names}), applied by the start or by \`npm run migrate\`; take a backup before.`,
    ...(inSteps.length > 0 ? [`Made beside the tills, in steps: ${inSteps.join(", ")}.`] : []),
    barrier === undefined
      ? `A step back is a start of ${before}.`
      : `A step back to ${before} ends at ${barrier.name}: afterwards only the backup leads back.`,
  ];
}

function readMigrations() {
  return readdirSync(MIGRATIONS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, sql: readFileSync(path.join(MIGRATIONS, name, "migration.sql"), "utf8") }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** The newest release that has a tag before this commit; undefined where there is none. */
export function newestRelease() {
  const tags = git("tag", "--list", "v[0-9]*", "--sort=-version:refname", "--merged", "HEAD");
  return tags.split("\n").find((tag) => tag !== "");
}

const migrationsOf = (release) =>
  new Set(
    git("ls-tree", "-d", "--name-only", release, `${MIGRATIONS}/`)
      .split("\n")
      .map((name) => path.basename(name)),
  );

/** @throws Error naming the first condition that does not hold */
function requireReady(version, { isOlderDeepRunAccepted }) {
  if (!/^\d+\.\d+\.\d+$/.test(version ?? "")) throw new Error(HELP);
  const current = JSON.parse(readFileSync("package.json", "utf8")).version;
  if (!isLater(version, current)) throw new Error(`${version} is no later than ${current} in package.json.`);
  if (git("tag", "--list", `v${version}`) !== "") throw new Error(`The tag v${version} exists.`);
  const branch = git("rev-parse", "--abbrev-ref", "HEAD");
  if (branch !== "main") throw new Error(`Releases are made on main; this is ${branch}.`);
  if (git("status", "--porcelain") !== "") throw new Error("The tree has changes that are not committed.");
  const commit = git("rev-parse", "HEAD");
  if (git("remote").split("\n").includes("origin")) {
    git("fetch", "--quiet", "origin", "main");
    if (git("rev-parse", "origin/main") !== commit)
      throw new Error("main is not level with origin/main: pull or push first.");
  }
  if (!isWholeRunOf(commit))
    throw new Error(
      `"npm test" has not been green on ${commit.slice(0, 8)} in this clone. Run it, then this again.`,
    );
  if (isDeepProofOld() && !isOlderDeepRunAccepted)
    throw new Error(`${describeProof()}\nOr: --older-deep-run, which the tag will say.`);
}

function write(version, day) {
  for (const [file, places] of Object.entries(NUMBERED)) {
    const text = readFileSync(file, "utf8");
    writeFileSync(
      file,
      places.reduce((changed, place) => changed.replace(place, `$1${version}`), text),
    );
  }
  const before = newestRelease();
  const known = before === undefined ? null : migrationsOf(before);
  const notes = upgradeNotes(readMigrations(), { before: before?.slice(1), known });
  writeFileSync(CHANGELOG, releasedChangelog(readFileSync(CHANGELOG, "utf8"), { version, day, notes }));
  for (const [variable, [project, file]] of Object.entries(WRITERS))
    mustRun(binOf("vitest"), ["run", `--project=${project}`, file], { [variable]: "1" });
  return notes;
}

function main() {
  const { values, positionals } = parseArgs({
    options: {
      day: { type: "string", default: new Date().toISOString().slice(0, 10) },
      "older-deep-run": { type: "boolean", default: false },
    },
    allowPositionals: true,
  });
  const [version] = positionals;
  requireReady(version, { isOlderDeepRunAccepted: values["older-deep-run"] });
  const proved = git("rev-parse", "--short=8", "HEAD");
  const notes = write(version, values.day);
  try {
    mustRun(binOf("vitest"), ["run", "--project=unit", ...REACHED]);
  } catch (error) {
    throw new Error(`${error.message} Nothing is committed; "git restore ." takes the written files back.`);
  }
  git("add", "--all");
  git("commit", "--quiet", "--message", `Release ${version}`);
  const deepRun = `The last deep run (${nameProof()}) ${isDeepProofOld() ? "is older than what it proves" : "proves the same tree"}.`;
  const message = [
    `Points service ${version}`,
    `npm test was green on ${proved}. ${deepRun}`,
    `Upgrading:\n${notes.map((note) => `- ${note}`).join("\n")}`,
    `${CHANGELOG} of this commit says what has changed.`,
  ];
  git("tag", "--annotate", `v${version}`, "--message", message.join("\n\n"));
  console.log(git("show", "--stat", "--format=%h %s", "HEAD"));
  console.log(`\n${message.join("\n\n")}\n\nReleased here: git push origin main v${version}`);
}

if (isMain(import.meta.url)) {
  try {
    main();
  } catch (error) {
    console.error(error.stderr || error.message);
    process.exitCode = 1;
  }
}
