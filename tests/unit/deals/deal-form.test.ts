import { describe, expect, test } from "vitest";
import {
  changedFields,
  checkDealForm,
  conflictOf,
  emptyDealForm,
  withFields,
} from "@/components/deals/desk/deal-form";
import { FIELD_PROBLEMS } from "@/lib/portal/wire/errors";

const ZONE = "Africa/Cairo";
const base = { ...emptyDealForm("2026-04-20T10:00:00Z", ZONE), titleEn: "Base", categoryId: 1, discount: 10 };

test("a new deal begins at the first minute of tomorrow, by the programme's clock and its summer time", () => {
  // Egypt's clocks went forward on 24 April 2026.
  expect([base.startDate, base.endDate, base.expiryDate]).toEqual([
    "2026-04-20T22:00:00.000Z",
    "2026-05-20T21:00:00.000Z",
    "2026-06-03T21:00:00.000Z",
  ]);
});

test("a form says what is missing, and is sent when nothing is", () => {
  const { problems } = checkDealForm(emptyDealForm("2026-04-20T10:00:00Z", ZONE));
  expect(problems).toEqual({
    titleEn: FIELD_PROBLEMS.required,
    categoryId: FIELD_PROBLEMS.required,
    discount: FIELD_PROBLEMS.required,
  });
  expect(checkDealForm(base).fields).toMatchObject({ titleEn: "Base", discount: 10 });
});

test("branches and rate plans in another order are no change", () => {
  const one = { ...base, branchIds: [1, 2], ratePlans: ["a", "b"] };
  expect(changedFields(one, { ...base, branchIds: [2, 1], ratePlans: ["b", "a"] })).toEqual([]);
  expect(changedFields(one, { ...one, branchIds: [1] })).toEqual(["branchIds"]);
});

describe("two people's changes", () => {
  const mine = { ...base, titleEn: "Mine", discount: 20, termsEn: "Same" };
  const theirs = { ...base, titleEn: "Theirs", descriptionEn: "Their text", termsEn: "Same" };

  test("are told apart: what only they changed, and what both did, differently", () => {
    expect(conflictOf(base, { mine, theirs })).toEqual({ theirs: ["descriptionEn"], both: ["titleEn"] });
  });

  test("are put together without losing either's", () => {
    expect(withFields(mine, theirs, ["descriptionEn"])).toEqual({ ...mine, descriptionEn: "Their text" });
  });
});
