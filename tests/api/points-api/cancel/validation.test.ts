import { expect, it } from "vitest";
import { describeBadInput, redeemed } from "@/tests/api/suites/bad-input";
import { expectRefusal, throughEachDoor } from "@/tests/support/api";

throughEachDoor((api, till) => {
  describeBadInput(api, till, { operation: "Cancel", goodRequest: () => redeemed(api, till) });

  it("asks for one of TransactionId and OriginalExternalLogId", async () => {
    const { fields } = await api.customer();
    const before = await api.snapshot();
    for (const neither of [
      {},
      { TransactionId: null, OriginalExternalLogId: null },
      { OriginalExternalLogId: "" },
    ])
      expectRefusal(await till.cancel({ ...fields, ...neither }), 1001, { field: "TransactionId" });
    expect(await api.snapshot()).toEqual(before);
  });
});
