import { describe, expect, test } from "vitest";
import { dealWarnings, untranslatedTexts } from "@/lib/areas/deals/warnings";
import type { DealSchedule } from "@/lib/portal/acts/deal-states";

const NOW = new Date("2026-11-21T10:00:00Z");
const inDays = (days: number) => new Date(NOW.getTime() + days * 86_400_000);

const perfect = {
  id: 1,
  merchantId: 1,
  categoryId: 5,
  branchIds: [10, 11],
  ratePlans: [],
  state: "draft" as DealSchedule["state"],
  discount: 10,
  startDate: inDays(1),
  endDate: inDays(10),
  expiryDate: inDays(20),
  titleEn: "Deal",
  titleAr: "عرض",
  descriptionEn: "Text",
  descriptionAr: "نص",
  termsEn: "",
  termsAr: "",
  hasImage: true,
  isCategoryActive: true,
};
const other = {
  id: 2,
  merchantId: 1,
  categoryId: 5,
  branchIds: [11],
  ratePlans: [],
  state: "published" as DealSchedule["state"],
  startDate: inDays(-3),
  endDate: inDays(3),
};
const overlap = [{ kind: "overlap", dealIds: [2] }];
const check = (deal: object, ...others: object[]) =>
  dealWarnings(
    { ...perfect, ...deal },
    others.map((changes) => ({ ...other, ...changes })),
    NOW,
  );

describe("an overlap", () => {
  test.each([
    ["live", {}],
    ["scheduled", { startDate: inDays(9), endDate: inDays(30) }],
    ["paused", { state: "paused" }],
  ] as const)("is told with a %s deal for the same customers", (_state, changes) => {
    expect(check({}, changes)).toEqual(overlap);
  });

  test.each([
    ["of another merchant", { merchantId: 2 }],
    ["in another category", { categoryId: 6 }],
    ["at other branches", { branchIds: [12] }],
    ["that is a draft", { state: "draft" }],
    ["that is over", { startDate: inDays(-9), endDate: inDays(-1) }],
    ["that ends when it starts", { endDate: inDays(1) }],
    ["that starts when it ends", { startDate: inDays(10), endDate: inDays(11) }],
    ["that is itself", { id: 1 }],
  ] as const)("is not told with a deal %s", (_which, changes) => {
    expect(check({}, changes)).toEqual([]);
  });

  test("goes by the rate plans in any letter case; a deal without a plan meets all of them", () => {
    expect(check({ ratePlans: ["Gold"] }, { ratePlans: ["GOLD", "x"] })).toEqual(overlap);
    expect(check({ ratePlans: ["Gold"] }, {})).toEqual(overlap);
    expect(check({ ratePlans: ["Gold"] }, { ratePlans: ["silver"] })).toEqual([]);
  });

  test("names every deal that is in the way", () => {
    expect(check({}, {}, { id: 3 }, { id: 4, categoryId: 9 })).toEqual([
      { kind: "overlap", dealIds: [2, 3] },
    ]);
  });
});

test("warns of a missing picture, missing Arabic, no branches and an unused category", () => {
  expect(
    check({ hasImage: false, titleAr: "", termsEn: "Terms", branchIds: [], isCategoryActive: false }),
  ).toEqual([
    { kind: "no_branches" },
    { kind: "no_image" },
    { kind: "no_arabic", texts: ["title", "terms"] },
    { kind: "category_inactive" },
  ]);
});

test("warns of a draft whose end is past; a published deal is over", () => {
  const dates = { startDate: inDays(-3), endDate: inDays(-1) };
  expect(check(dates)).toEqual([{ kind: "over" }]);
  expect(check({ ...dates, state: "published" })).toEqual([]);
});

describe("texts that are not translated", () => {
  const words = {
    titleEn: "Deal",
    titleAr: "",
    descriptionEn: "",
    descriptionAr: "نص",
    termsEn: "Once",
    termsAr: " ",
  };

  test("are named for each language, by what the other one has", () => {
    expect(untranslatedTexts(words)).toEqual({ ar: ["title", "terms"], en: ["description"] });
    expect(check(words).filter(({ kind }) => kind.startsWith("no_"))).toEqual([
      { kind: "no_arabic", texts: ["title", "terms"] },
      { kind: "no_english", texts: ["description"] },
    ]);
  });

  test("are none where both languages say nothing", () => {
    expect(
      untranslatedTexts({ ...words, titleAr: "عرض", descriptionAr: "", termsEn: "", termsAr: "" }),
    ).toEqual({
      ar: [],
      en: [],
    });
  });
});
