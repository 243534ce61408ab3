import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { workersOf } from "@/bench/processes";
import { sharedService } from "@/tests/support/shared-service";

const server = sharedService({ isDemo: false });

beforeAll(async () => {
  await server.createDatabase();
  await server.serve();
});
afterAll(async () => {
  await server.dropDatabase();
});

/** Of each thread of a process, as Linux counts it: 0 is usual, more yields to others. */
function nicenessOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).map((thread) => {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, "latin1");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16]);
  });
}

test("every thread of a page worker yields to every thread of an API worker", () => {
  const of = (wanted: string) =>
    workersOf(server.pid).flatMap(({ kind, pid }) => (kind === wanted ? nicenessOf(pid) : []));
  expect(of("pages").length).toBeGreaterThan(1);
  expect(Math.min(...of("pages"))).toBeGreaterThan(Math.max(...of("api")));
});
