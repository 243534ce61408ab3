import { describeSignIn } from "@/tests/api/suites/sign-in";
import { throughEachDoor } from "@/tests/support/api";
import { createTemplate } from "@/tests/support/coupons";

throughEachDoor((api, till) => {
  describeSignIn(api, till, {
    operation: "IssueCoupon",
    goodRequest: async () => ({
      ...(await api.customer()).fields,
      OfferNumber: (await createTemplate(api.database.pool)).offerNumber,
    }),
  });
});
