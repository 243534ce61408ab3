import { describeBadInput } from "@/tests/api/suites/bad-input";
import { newReference, throughEachDoor } from "@/tests/support/api";

throughEachDoor((api, till) => {
  describeBadInput(api, till, {
    operation: "Settle",
    goodRequest: async () => {
      const { fields } = await api.customer();
      return { ...fields, BillValue: 100, RedeemValue: 20, ExternalLogId: newReference() };
    },
  });
});
