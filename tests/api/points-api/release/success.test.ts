import { expect, it } from "vitest";
import { held } from "@/tests/api/suites/held";
import { expectSuccess, throughEachDoor } from "@/tests/support/api";

throughEachDoor((api, till) => {
  it("gives all points of a hold back", async () => {
    const request = await held(api, till);
    const answer = await till.release({ ...request, Comment: "Withdrawn" });
    const { wallet, entry } = expectSuccess(answer);
    expect(wallet).toMatchObject({ totalPoints: 1_000, suspendedPoints: 0, redPoints: 0 });
    expect(entry).toMatchObject({ logTypeId: 10, amount: 100, comments: "Withdrawn", refundedLogId: null });
    expect(answer.json).toMatchObject({
      transaction: { holdId: request.HoldId, capturedPoints: 0, releasedPoints: 100 },
      totalAmount: 100,
    });
  });
});
