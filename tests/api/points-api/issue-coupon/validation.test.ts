import { describeBadInput } from "@/tests/api/suites/bad-input";
import { throughEachDoor } from "@/tests/support/api";
import { createTemplate } from "@/tests/support/coupons";

throughEachDoor((api, till) => {
  describeBadInput(api, till, {
    operation: "IssueCoupon",
    goodRequest: async () => ({
      ...(await api.customer()).fields,
      OfferNumber: (await createTemplate(api.database.pool)).offerNumber,
    }),
  });
});
