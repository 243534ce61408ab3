import { describeSignIn } from "@/tests/api/suites/sign-in";
import { newReference, throughEachDoor } from "@/tests/support/api";

throughEachDoor((api, till) => {
  describeSignIn(api, till, {
    operation: "Reward",
    goodRequest: async () => {
      const { fields } = await api.customer({ points: 0 });
      return { ...fields, PointsValue: 100, ExternalLogId: newReference() };
    },
  });
});
