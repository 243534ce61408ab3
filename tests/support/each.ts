import { expect } from "vitest";

/** Does `work` for each case, all of them whatever fails, and fails with the list of those that did and why. */
export async function expectOfEach<Case>(
  cases: Iterable<Case>,
  nameOf: (each: Case) => string,
  work: (each: Case) => unknown,
): Promise<void> {
  let count = 0;
  const failures: string[] = [];
  for (const each of cases) {
    count += 1;
    try {
      await work(each);
    } catch (error) {
      const { message, diff } = error as { message: string; diff?: string };
      failures.push(`${nameOf(each)}: ${[message, diff].filter(Boolean).join("\n")}`);
    }
  }
  expect(count, "cases").toBeGreaterThan(0);
  expect(failures, failures.join("\n\n")).toEqual([]);
}
