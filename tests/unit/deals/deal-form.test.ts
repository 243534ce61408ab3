import { expect, test } from "vitest";
import { emptyDealForm } from "@/components/deals/desk/deal-form";
import { problemsIn } from "@/components/kit/check-draft";
import { createDealRequestSchema } from "@/lib/areas/deals/desk-schemas";
import { NEEDED_PARTS } from "@/lib/areas/deals/words";
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

test("a form is saved as a draft with what it lacks, and published when it lacks nothing", () => {
  const problems = (form: object, publication?: object) =>
    problemsIn(createDealRequestSchema, { merchantId: 1, ...form, ...(publication && { publication }) });
  const published = { startsNow: false };
  const bare = {
    ...emptyDealForm("2026-04-20T10:00:00Z", ZONE),
    ...{ startDate: null, endDate: null, expiryDate: null },
  };
  expect(problems(bare)).toEqual({});
  expect(problems(bare, published)).toEqual(
    Object.fromEntries(NEEDED_PARTS.map((part) => [part, FIELD_PROBLEMS.required])),
  );
  expect(problems(base, published)).toEqual({});
});
