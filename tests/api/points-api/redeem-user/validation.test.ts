import { expect, it } from "vitest";
import { describeBadInput } from "@/tests/api/suites/bad-input";
import { expectRefusal, throughEachDoor } from "@/tests/support/api";

throughEachDoor((api, till) => {
  describeBadInput(api, till, {
    operation: "RedeemUser",
    goodRequest: async () => {
      const { fields } = await api.customer();
      return { ...fields, PointsValue: 100 };
    },
  });

  it.each([
    ["en", "Invalid value for field: PinCode. Send it as text, in quotes: a number loses leading zeros"],
    ["ar", "قيمة غير صحيحة للحقل: PinCode. أرسله كنص بين علامتي اقتباس: فالرقم يفقد الأصفار التي يبدأ بها"],
  ])("says why a PIN is no number (%s)", async (language, message) => {
    const { fields } = await api.customer();
    const before = await api.snapshot();
    const answer = await till.redeem({ ...fields, PinCode: 908172 }, { language });
    expectRefusal(answer, 1002);
    expect(answer.json.errorMessage).toBe(message);
    expect(await api.snapshot()).toEqual(before);
  });
});
