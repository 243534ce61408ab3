import { expect, test } from "vitest";
import { nameInSnapshot, referencesOf } from "@/lib/areas/audit/subject-names";

test("the numbers of things are found in what was and in what is since, one or several", () => {
  const before = { branchIds: [1, 2], categoryId: 7, name: "A" };
  const after = { branchIds: [], categoryId: null, approvedBy: 9, points: 500 };
  expect(referencesOf({ before, after })).toEqual([
    { field: "branchIds", type: "branch", id: "1" },
    { field: "branchIds", type: "branch", id: "2" },
    { field: "categoryId", type: "category", id: "7" },
    { field: "approvedBy", type: "user", id: "9" },
  ]);
  expect(referencesOf({ before: null, after: null })).toEqual([]);
});

test.each([
  [
    { nameEn: "One", nameAr: "واحد" },
    { en: "One", ar: "واحد" },
  ],
  [
    { titleEn: "Deal", titleAr: "" },
    { en: "Deal", ar: "Deal" },
  ],
  [{ fileName: "x.csv" }, { en: "x.csv", ar: "x.csv" }],
  [{ id: 5, isActive: true }, null],
  [null, null],
])("%j is called %j", (snapshot, name) => {
  expect(nameInSnapshot(snapshot)).toEqual(name);
});
