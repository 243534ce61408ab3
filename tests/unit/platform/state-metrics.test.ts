import { register } from "prom-client";
import { afterEach, expect, test, vi } from "vitest";
import { publishState } from "@/lib/platform/metrics";

afterEach(() => vi.useRealTimers());

test("a database that holds its answer back keeps no series but its own from whoever watches", async () => {
  vi.useFakeTimers();
  publishState(() => new Promise(() => undefined));
  const asked = register.metrics();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await asked).not.toMatch(/^points_anchor_age_seconds \d/m);
});
