import { afterEach, expect, test, vi } from "vitest";
import { createLogTo } from "@/lib/platform/log";
import { Outage } from "@/lib/platform/outage";

const AWAY = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED", syscall: "connect" });
const DISK = Object.assign(new Error("could not extend file"), { code: "53100", severity: "ERROR" });

/** Databases of one test. Each comes back at its end: an outage that goes on looks at its database in the tests of the next file. */
const databases: { reason: string | null }[] = [];
afterEach(() => {
  for (const database of databases.splice(0)) database.reason = null;
});

/** An outage of its own, whose database is as `reason` says. */
function world() {
  const said: string[] = [];
  const logger = createLogTo({ write: (line) => said.push(JSON.parse(line).msg) }, "info");
  const database = { reason: null as string | null };
  databases.push(database);
  const outage = new Outage(1);
  outage.watch(async () => database.reason);
  const line = (text: string, error: unknown = AWAY) => {
    if (!outage.takes(error, { write: () => said.push(text), logger })) said.push(text);
  };
  return { said, database, outage, line };
}

test("an outage is said once when it begins and once when it is over, however many requests and jobs meet it", async () => {
  const { said, database, line } = world();
  database.reason = "The database does not answer.";
  for (let count = 0; count < 500; count += 1)
    line("An import of wallets was interrupted and is tried again");
  await vi.waitFor(() => expect(said).toHaveLength(1));
  for (let count = 0; count < 500; count += 1) line("Events could not be told by webhooks");
  database.reason = null;
  await vi.waitFor(() => expect(said).toHaveLength(2));
  expect(said[0]).toMatch(/^The database is away since \d{4}-.*Z: The database does not answer\./);
  expect(said[1]).toBe("The database is back");
  line("A database connection was lost");
  await vi.waitFor(() => expect(said).toHaveLength(3));
});

test("a single connection that breaks is told as it is, and other faults are never held back", async () => {
  const { said, line } = world();
  line("A database connection was lost");
  line("Unexpected error", new TypeError("x is not a function"));
  expect(said).toEqual(["Unexpected error"]);
  await vi.waitFor(() => expect(said).toEqual(["Unexpected error", "A database connection was lost"]));
});

test("a full disk counts as a refused sale only where a request was answered so", () => {
  const { outage, database, line } = world();
  database.reason = "The database's disk is full.";
  line("Events could not be told by webhooks", DISK);
  expect(outage.hasRefusedSale).toBe(false);
  outage.refused(new Error("The batch failed", { cause: DISK }));
  expect(outage.hasRefusedSale).toBe(true);
});
