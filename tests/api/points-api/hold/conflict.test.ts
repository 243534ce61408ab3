import { describeReplays } from "@/tests/api/suites/replays";
import { describeStandings } from "@/tests/api/suites/standings";
import { throughEachDoor } from "@/tests/support/api";

throughEachDoor((api, till) => {
  describeStandings(api, till, {
    operation: "Hold",
    allowed: [1],
    goodRequest: async ({ fields }) => ({ ...fields, PointsValue: 10 }),
  });

  describeReplays(api, till, {
    operation: "Hold",
    goodRequest: async () => ({
      ...(await api.customer()).fields,
      PointsValue: 40,
      Minutes: 60,
      InvoiceNumber: "ORD-1",
      Comment: "Delivery",
    }),
    otherContent: {
      Points: 40,
      PointsValue: 41,
      Minutes: 61,
      InvoiceNumber: "ORD-2",
      Comment: "Pick-up",
      BranchMsisdn: "01000000002",
    },
  });
});
