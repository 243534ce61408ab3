import { describeBadInput } from "@/tests/api/suites/bad-input";
import { held } from "@/tests/api/suites/held";
import { throughEachDoor } from "@/tests/support/api";

throughEachDoor((api, till) => {
  describeBadInput(api, till, {
    operation: "Capture",
    goodRequest: () => held(api, till),
  });
});
