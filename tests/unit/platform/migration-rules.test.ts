import { expect, test } from "vitest";
import { readMigrations } from "@/lib/platform/database/migrate";
import { type Migration, migrationOf, statementsOf } from "@/lib/platform/database/migration";

/** Tables that a running service writes with every movement. */
const HOT = new Set(
  "entry wallet lot idempotency_key reversal entry_part hold pending_points person_day promotion_total promotion_use coupon audit_log chain_link".split(
    " ",
  ),
);

/** The forms that a statement may have; `table`: what it locks against writers. */
const ALLOWED: readonly RegExp[] = [
  /^CREATE TABLE (?<made>\w+) /,
  /^CREATE (?:OR REPLACE )?(?:FUNCTION|VIEW) /,
  /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY (?:IF NOT EXISTS )?\w+ ON \w+ /,
  /^DROP INDEX CONCURRENTLY IF EXISTS /,
  /^CREATE (?:UNIQUE )?INDEX \w+ ON (?<own>\w+) /,
  /^CREATE (?:UNIQUE )?INDEX \w+ ON (?<small>\w+) /,
  /^CREATE (?:CONSTRAINT )?TRIGGER \w+ [^;]*? ON (?<table>\w+) /,
  /^DROP TRIGGER (?:IF EXISTS )?\w+ ON (?<table>\w+)/,
  /^CREATE TYPE \w+ AS \(/,
  /^COMMENT ON /,
  /^(?:ALTER|CREATE) SEQUENCE /,
  /^INSERT INTO (?<own>\w+)/,
  /^UPDATE (?<small>\w+) /,
  // A clause that reads or rewrites all rows is in none of these.
  // A longer text leaves the rows as they are.
  /^ALTER TABLE (?<table>\w+) (?:(?:ALTER COLUMN \w+ TYPE (?:text|varchar\(\d+\))|ADD COLUMN (?:IF NOT EXISTS )?\w+ [^,]*?|ALTER COLUMN \w+ (?:SET DEFAULT [^,]+|DROP DEFAULT|DROP NOT NULL)|DROP CONSTRAINT \w+|ADD CONSTRAINT \w+ (?:CHECK|FOREIGN KEY) .* NOT VALID|ADD CONSTRAINT \w+ (?:UNIQUE|PRIMARY KEY) USING INDEX \w+)(?:, |$))+$/,
  /^ALTER TABLE (?<read>\w+) VALIDATE CONSTRAINT \w+$/,
  /^ALTER TABLE (?<own>\w+) ADD CONSTRAINT /,
  /^ALTER TABLE (?<small>\w+) ADD CONSTRAINT \w+ CHECK /,
];

/** What is wrong with a migration that is to be applied while the release before it serves. */
function faultsOf({ name, sql, isInSteps }: Pick<Migration, "name" | "sql" | "isInSteps">): string[] {
  const made = new Set<string>();
  const locked = new Set<string>();
  const faults: string[] = [];
  for (const statement of statementsOf(sql).map((text) => text.replace(/\s+/g, " "))) {
    const short = `${name}: ${statement.slice(0, 100)}`;
    const form = ALLOWED.map((pattern) => pattern.exec(statement)).find((found) => {
      if (found === null) return false;
      const { own, small } = found.groups ?? {};
      return (own === undefined || made.has(own)) && (small === undefined || !HOT.has(small));
    });
    if (form == null) {
      faults.push(`${short} – is no statement that a migration may have`);
      continue;
    }
    const { made: table, table: touched, read } = form.groups ?? {};
    if (read !== undefined && HOT.has(read) && !isInSteps)
      faults.push(`${short} – reads the whole table under the locks of the others: needs "-- in steps"`);
    if (table !== undefined) made.add(table);
    if (touched !== undefined && !made.has(touched)) locked.add(touched);
    if (/ADD COLUMN[^,]*NOT NULL/.test(statement) && !/DEFAULT/.test(statement))
      faults.push(`${short} – the release before does not fill this column`);
    if (/ADD COLUMN[^,]*DEFAULT [^,]*\(/.test(statement))
      faults.push(`${short} – a computed default rewrites the table`);
    if (/CONCURRENTLY/.test(statement) && !isInSteps) faults.push(`${short} – needs "-- in steps"`);
    if (isInSteps && !/CONCURRENTLY|VALIDATE CONSTRAINT/.test(statement))
      faults.push(`${short} – would be half done if the next one failed`);
  }
  const hot = [...locked].filter((table) => HOT.has(table));
  if (hot.length > 1) faults.push(`${name} – locks ${hot.join(" and ")} at once: one migration for each`);
  return faults;
}

test("a migration locks one busy table at a time, for a moment, and leaves the release before at work", async () => {
  const [, ...later] = await readMigrations();
  expect(later.flatMap(faultsOf)).toEqual([]);
});

test.each([
  ["ALTER TABLE wallet ADD COLUMN x integer NOT NULL", "does not fill this column"],
  ["ALTER TABLE entry ADD COLUMN x uuid DEFAULT gen_random_uuid()", "rewrites the table"],
  ["ALTER TABLE entry ALTER COLUMN amount TYPE numeric", "no statement"],
  ["ALTER TABLE wallet DROP COLUMN balance", "no statement"],
  ["ALTER TABLE wallet ADD CONSTRAINT x CHECK (balance < 9)", "no statement"],
  ["ALTER TABLE wallet RENAME COLUMN a TO b", "no statement"],
  ["CREATE INDEX x ON entry (branch_id)", "no statement"],
  ["CREATE INDEX CONCURRENTLY x ON entry (branch_id)", "in steps"],
  ["UPDATE wallet SET balance = 0", "no statement"],
  ["LOCK TABLE entry", "no statement"],
  ["ALTER TABLE wallet VALIDATE CONSTRAINT x", "in steps"],
  [
    "ALTER TABLE wallet ADD COLUMN x integer; ALTER TABLE entry ADD COLUMN x integer",
    "one migration for each",
  ],
])("the rule finds: %s", (sql, fault) => {
  expect(faultsOf(migrationOf("0009_example", `-- A note.\n${sql};\n`)).join()).toContain(fault);
});

test("a migration whose line ends were changed by a checkout is the same migration", () => {
  const unix = migrationOf("0009_example", "-- A note.\nSELECT 1;\n");
  expect(migrationOf("0009_example", "-- A note.\r\nSELECT 1;\r\n")).toEqual(unix);
});
