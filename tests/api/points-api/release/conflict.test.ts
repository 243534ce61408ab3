import { held } from "@/tests/api/suites/held";
import { describeReplays } from "@/tests/api/suites/replays";
import { throughEachDoor } from "@/tests/support/api";

throughEachDoor((api, till) => {
  describeReplays(api, till, {
    operation: "Release",
    goodRequest: async () => ({ ...(await held(api, till)), Comment: "Withdrawn" }),
    otherContent: { HoldId: 1, Comment: "Other", BranchMsisdn: "01000000002" },
  });
});
