import { describeBadInput, rewarded } from "@/tests/api/suites/bad-input";
import { throughEachDoor } from "@/tests/support/api";

throughEachDoor((api, till) => {
  describeBadInput(api, till, { operation: "ReturnReward", goodRequest: () => rewarded(api, till) });
});
