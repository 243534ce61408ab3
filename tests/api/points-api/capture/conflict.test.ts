import { expect, it } from "vitest";
import { held } from "@/tests/api/suites/held";
import { describeReplays } from "@/tests/api/suites/replays";
import { countCodes, throughEachDoor } from "@/tests/support/api";

throughEachDoor((api, till) => {
  describeReplays(api, till, {
    operation: "Capture",
    goodRequest: async () => ({
      ...(await held(api, till)),
      Points: 40,
      InvoiceNumber: "ORD-1",
      Comment: "Delivered",
    }),
    otherContent: {
      Points: 41,
      PointsValue: 40,
      HoldId: 1,
      InvoiceNumber: "ORD-2",
      Comment: "Fetched",
      BranchMsisdn: "01000000002",
    },
  });

  it("and Release of one hold at once, 20 times each: one of them ends it", async () => {
    const request = await held(api, till);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => [
        till.capture({ ...request, Points: 60 }),
        till.release(request),
      ]).flat(),
    );
    expect(countCodes(answers)).toEqual({ "0": 1, "1418": 39 });
    const { HoldId: _hold, ...fields } = request;
    const { json } = await till.send("GetWallet", fields);
    const spent =
      answers[0]?.json.errorCode === "0" || answers.some(({ json: one }) => one.pointsLog?.logTypeId === 1);
    expect(json).toMatchObject({ wallet: { totalPoints: spent ? 940 : 1_000, suspendedPoints: 0 } });
  });
});
