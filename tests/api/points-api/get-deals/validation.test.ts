import { describe, expect, it } from "vitest";
import { expectDealsRefusal, throughEachDoor } from "@/tests/support/api";

throughEachDoor((api, till) => {
  describe("ratePlan", () => {
    it.each([
      ["65 characters long", `ratePlan=${"g".repeat(65)}`],
      ["with a line feed", "ratePlan=gold%0Asilver"],
      ["with a NUL", "ratePlan=gold%00"],
      ["sent twice", "ratePlan=gold&ratePlan=silver"],
      ["sent as an array", "ratePlan=gold&ratePlan=gold"],
    ])("is refused with 1002 when it is %s", async (_label, query) => {
      const before = await api.snapshot();
      const answer = await till.deals({ query });
      expectDealsRefusal(answer, 1002);
      expect(answer.json).toMatchObject({
        ErrorMessage: expect.stringMatching(/^Invalid value for field: ratePlan\. A text of at most 64/),
        EnglishErrorMessage: expect.stringMatching(
          /^Invalid value for field: ratePlan\. A text of at most 64/,
        ),
        ArabicErrorMessage: expect.stringMatching(/^قيمة غير صحيحة للحقل: ratePlan\. نص لا يزيد على 64/),
      });
      expect(await api.snapshot()).toEqual(before);
    });

    it.each([
      ["64 characters long", `ratePlan=${"g".repeat(64)}`],
      ["64 emoji long", `ratePlan=${encodeURIComponent("😀".repeat(64))}`],
      ["badly percent-encoded", "ratePlan=%zz"],
      ["invalid UTF-8", "ratePlan=%ff"],
      ["like a name that every object has", "ratePlan=__proto__"],
      ["SQL", "ratePlan=' OR 1=1 --".replaceAll(" ", "%20")],
      ["in a query of many fields", `${"a=1&".repeat(500)}ratePlan=gold`],
      ["no query but a question mark", ""],
    ])("is accepted when it is %s", async (_label, query) => {
      expect((await till.deals({ query })).status).toBe(200);
    });
  });

  it("fills both languages of the message on failure, and ErrorMessage in the caller's", async () => {
    const answer = await till.deals({ query: "ratePlan=%00", language: "ar" });
    expectDealsRefusal(answer, 1002);
    expect(answer.json.ErrorMessage).toBe(answer.json.ArabicErrorMessage);
  });

  it.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])(
    "refuses %s with 405, its envelope and what is allowed",
    async (method) => {
      const answer = await till.deals({ method });
      expectDealsRefusal(answer, 1007, 405);
      expect(answer.headers.allow).toBe("GET, HEAD");
    },
  );
});
