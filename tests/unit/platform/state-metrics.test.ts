import { register } from "prom-client";
import { expect, test } from "vitest";
import { publishState } from "@/lib/platform/metrics";

test("a database that holds its answer back keeps no series but its own from whoever watches", async () => {
  publishState(() => new Promise(() => undefined));
  const texts = [await register.metrics(), await register.metrics()];
  for (const text of texts) expect(text).not.toMatch(/^points_anchor_age_seconds \d/m);
});
