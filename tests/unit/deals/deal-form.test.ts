import { expect, test } from "vitest";
import { emptyDealForm } from "@/components/deals/desk/deal-form";
import { problemsIn } from "@/components/kit/check-draft";
import { dealFieldsSchema } from "@/lib/areas/deals/desk-schemas";
import { FIELD_PROBLEMS } from "@/lib/portal/wire/problems";

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
  expect(problemsIn(dealFieldsSchema, emptyDealForm("2026-04-20T10:00:00Z", ZONE))).toEqual({
    titleEn: FIELD_PROBLEMS.required,
    categoryId: FIELD_PROBLEMS.required,
    discount: FIELD_PROBLEMS.required,
  });
  expect(problemsIn(dealFieldsSchema, base)).toEqual({});
});
