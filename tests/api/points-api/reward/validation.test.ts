import { describeBadInput } from "@/tests/api/suites/bad-input";
import { newReference, throughEachDoor } from "@/tests/support/api";

throughEachDoor((api, till) => {
  describeBadInput(api, till, {
    operation: "Reward",
    goodRequest: async () => {
      const { fields } = await api.customer({ points: 0 });
      return { ...fields, PointsValue: 100, ExternalLogId: newReference() };
    },
  });
});
