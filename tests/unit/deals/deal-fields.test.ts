import { describe, expect, test } from "vitest";
import { createDealRequestSchema, type DealFields } from "@/lib/areas/deals/desk-schemas";
import { fieldProblems } from "@/lib/portal/wire/field-problems";
import { FIELD_PROBLEMS } from "@/lib/portal/wire/problems";
import { newDeal } from "@/tests/support/portal/deals";

const problemsOf = (fields: Partial<DealFields> | Record<string, unknown>) => {
  const input = { merchantId: 1, publication: { startsNow: false }, ...newDeal(1), ...fields };
  const result = createDealRequestSchema.safeParse(input);
  return result.success ? {} : fieldProblems(result.error, input);
};

test("a complete deal is accepted, with Arabic still to come", () => {
  expect(problemsOf({})).toEqual({});
  expect(problemsOf({ titleAr: "" })).toEqual({});
});

test.each([
  [{ titleEn: "  " }, { titleEn: FIELD_PROBLEMS.required }],
  [{ titleEn: "" }, { titleEn: FIELD_PROBLEMS.required }],
  [
    { startDate: "2026-12-02T00:00:00Z", endDate: "2026-12-01T00:00:00Z" },
    { endDate: FIELD_PROBLEMS.ends_before_start },
  ],
  [{ endDate: "2099-12-02T00:00:00Z" }, { expiryDate: FIELD_PROBLEMS.expires_before_end }],
])("what is wrong is told by its field: %j", (fields, problems) => {
  const found = problemsOf(fields);
  expect(Object.keys(found)).toEqual(Object.keys(problems));
  if (!("titleEn" in fields)) expect(found).toEqual(problems);
});

describe("the discount goes with its type", () => {
  test.each([
    [1, 0, false],
    [1, 1, true],
    [1, 100, true],
    [1, 101, false],
    [2, 1_000_000, true],
    [2, 0, false],
    [3, 0, true],
    [3, 5, false],
    [4, 0, true],
    [5, 1, false],
    [5, 2, true],
    [6, 1, true],
    [1, 2.5, false],
  ])("type %i with %d", (discountType, discount, isAccepted) => {
    expect(Object.keys(problemsOf({ discountType, discount }))).toEqual(isAccepted ? [] : ["discount"]);
  });
});

describe("texts", () => {
  test.each([
    ["a right-to-left override", "Free\u202etxt"],
    ["an embedding", "\u202bFree"],
    ["an isolate", "Free\u2067"],
    ["a control character", "Free\u0007"],
    ["half a character", "Free\ud83d"],
  ])("with %s are refused, in every field", (_name, text) => {
    for (const field of [
      "titleEn",
      "titleAr",
      "descriptionEn",
      "descriptionAr",
      "termsEn",
      "termsAr",
      "offerNumber",
    ])
      expect(problemsOf({ [field]: text }), field).toEqual({ [field]: FIELD_PROBLEMS.unsafe_text });
    expect(problemsOf({ ratePlans: [text] })).toEqual({ "ratePlans.0": FIELD_PROBLEMS.unsafe_text });
  });

  test("may be markup, emoji, or have the marks that Arabic needs: they are shown as they are", () => {
    expect(problemsOf({ titleEn: "<script>alert(1)</script> 🎉", titleAr: "خصم \u200f50%\u200e" })).toEqual(
      {},
    );
  });

  test("are broken into lines only where there is room for lines", () => {
    expect(problemsOf({ termsEn: "One\nTwo" })).toEqual({});
    expect(Object.keys(problemsOf({ titleEn: "One\nTwo" }))).toEqual(["titleEn"]);
  });
});
