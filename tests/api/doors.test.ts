import { describe } from "vitest";
import { describeTwoDoors } from "@/tests/api/suites/two-doors";
import { DOORS, startApi } from "@/tests/support/api";

describe("the two doors in one process", () => {
  const api = startApi();
  const callers = [api.caller(DOORS[0]), api.caller(DOORS[1])] as const;
  describeTwoDoors(api, () => callers);
});
