import { describeSignIn } from "@/tests/api/suites/sign-in";
import { throughEachDoor } from "@/tests/support/api";

throughEachDoor((api, till) => {
  describeSignIn(api, till, {
    operation: "Hold",
    goodRequest: async () => {
      const { fields } = await api.customer();
      return { ...fields, PointsValue: 100 };
    },
  });
});
