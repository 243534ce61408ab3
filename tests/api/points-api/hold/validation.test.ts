import { describeBadInput } from "@/tests/api/suites/bad-input";
import { throughEachDoor } from "@/tests/support/api";

throughEachDoor((api, till) => {
  describeBadInput(api, till, {
    operation: "Hold",
    goodRequest: async () => {
      const { fields } = await api.customer();
      return { ...fields, PointsValue: 100 };
    },
  });
});
