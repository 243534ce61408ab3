import { rewarded } from "@/tests/api/suites/bad-input";
import { describeSignIn } from "@/tests/api/suites/sign-in";
import { throughEachDoor } from "@/tests/support/api";

throughEachDoor((api, till) => {
  describeSignIn(api, till, {
    operation: "ReturnReward",
    goodRequest: () => rewarded(api, till),
  });
});
