import { held } from "@/tests/api/suites/held";
import { describeSignIn } from "@/tests/api/suites/sign-in";
import { throughEachDoor } from "@/tests/support/api";

throughEachDoor((api, till) => {
  describeSignIn(api, till, {
    operation: "Release",
    goodRequest: () => held(api, till),
  });
});
