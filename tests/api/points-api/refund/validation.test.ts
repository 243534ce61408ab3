import { describeBadInput, redeemed } from "@/tests/api/suites/bad-input";
import { throughEachDoor } from "@/tests/support/api";

throughEachDoor((api, till) => {
  describeBadInput(api, till, { operation: "Refund", goodRequest: () => redeemed(api, till) });
});
