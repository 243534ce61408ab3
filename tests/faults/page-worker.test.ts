import { expect, test } from "vitest";
import { hurtPages, PAGE_HURTS } from "./page-worker";

test("tills are answered as they should be while the page worker is killed, crowded and grows until it is ended", async () => {
  const results = await hurtPages({ kills: 4, seconds: 2 });
  expect(results.map(({ hurt }) => hurt)).toEqual(PAGE_HURTS);
  for (const { hurt, answered, failures, unready, pageStates } of results) {
    expect({ hurt, failures, unready }).toEqual({ hurt, failures: [], unready: 0 });
    expect(answered, hurt).toBeGreaterThan(0);
    expect(["starting", "ready"], hurt).toEqual(expect.arrayContaining(pageStates));
  }
  expect(results.map(({ ends }) => ends)).toEqual([0, 4, 0, 1]);
}, 600_000);
