import { expect, test } from "vitest";
import { isLater, releasedChangelog, upgradeNotes } from "@/scripts/release.mjs";

const NOTES = { version: "0.10.0", day: "2026-11-29", notes: ["Take a backup."] };
const OLDER = "## 0.9.0 – 2026-11-27\n\n- Older.\n";

test("a release moves what is unreleased under its number and day, with the upgrade notes, and leaves an empty place for the next", () => {
  expect(releasedChangelog(`# Changelog\n\n## Unreleased\n\n- A thing.\n\n${OLDER}`, NOTES)).toBe(
    `# Changelog\n\n## Unreleased\n\n## 0.10.0 – 2026-11-29\n\n### Upgrading\n\n- Take a backup.\n\n- A thing.\n\n${OLDER}`,
  );
  // Notes that a person wrote stay, wherever they stand.
  for (const [written, released] of [
    [
      "- A thing.\n\n### Upgrading\n\n- Read this.\n\n### Tills\n\n- More.",
      "- A thing.\n\n### Upgrading\n\n- Read this.\n- Take a backup.\n\n### Tills\n\n- More.",
    ],
    ["### Upgrading\n\n- Read this.", "### Upgrading\n\n- Read this.\n- Take a backup."],
  ])
    expect(releasedChangelog(`## Unreleased\n\n${written}\n\n${OLDER}`, NOTES)).toBe(
      `## Unreleased\n\n## 0.10.0 – 2026-11-29\n\n${released}\n\n${OLDER}`,
    );
});

test("a release without a line of its own is refused, and so is a number that is no later", () => {
  expect(() => releasedChangelog(`## Unreleased\n\n${OLDER}`, NOTES)).toThrow(/Nothing stands/);
  expect(["0.2.0", "0.10.0", "1.0.0", "0.9.1"].map((version) => isLater(version, "0.9.1"))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test("upgrade notes name the migrations since the release before, and where a step back ends", () => {
  const migrations = [
    { name: "0001_first", sql: "" },
    { name: "0002_column", sql: "ALTER TABLE a ADD b integer;" },
    { name: "0003_index", sql: "-- in steps\nCREATE INDEX CONCURRENTLY a_b ON a (b);" },
  ];
  const since = (names: readonly string[]) =>
    upgradeNotes(migrations, { before: "0.9.0", known: new Set(names) });
  expect(since(["0001_first"])).toEqual([
    expect.stringContaining("2 migrations since 0.9.0 (0002_column to 0003_index)"),
    "Made beside the tills, in steps: 0003_index.",
    "A step back is a start of 0.9.0.",
  ]);
  expect(since(["20261126_other"]).at(-1)).toMatch(/^A step back to 0\.9\.0 ends at 0001_first: .*backup/);
  expect(since(migrations.map(({ name }) => name))).toEqual([expect.stringContaining("No migration")]);
  const taken = { name: "0004_gone", sql: "-- usable from: 0003_index\nALTER TABLE a DROP c;" };
  expect(
    upgradeNotes([...migrations, taken], { before: "0.9.0", known: new Set(["0001_first"]) }).at(-1),
  ).toMatch(/ends at 0004_gone/);
  expect(upgradeNotes(migrations, { before: undefined, known: null })).toEqual([
    expect.stringContaining("no release before"),
  ]);
});
