import { expect, test } from "vitest";
import { nationalIdProblem, plainNationalId } from "@/lib/platform/national-id";

const problem = (text: string, country: string, birthDate: string | null = null) =>
  nationalIdProblem(plainNationalId(text), { country, birthDate, today: "2026-11-27" });

test.each([
  ["29002280101234", "1990-02-28", null],
  ["٢٩٠٠٢٢٨٠١٠١٢٣٤", null, null],
  ["290-0228-01 01234", "1990-02-28", null],
  ["30105158801234", "2001-05-15", null],
  ["29002280101234", "1990-02-27", "birth_date"],
  // As spreadsheets leave them.
  ["2.98012E+13", null, "rounded"],
  ["2,98012E+13", null, "rounded"],
  ["29801230101234.0", null, "rounded"],
  ["29801230000000", null, "invalid"],
  // No such century, month, day or governorate; a digit too few; a day that has not come.
  ["19002280101234", null, "invalid"],
  ["29013280101234", null, "invalid"],
  ["29002300101234", null, "invalid"],
  ["29002289901234", null, "invalid"],
  ["2900228010123", null, "invalid"],
  ["32702280101234", null, "invalid"],
])("in Egypt %s of somebody born on %s: %s", (text, birthDate, expected) => {
  expect(problem(text, "EG", birthDate)).toBe(expected);
});

test.each([
  ["KW", "290022801234", "1990-02-28", null],
  ["KW", "290022801234", "1990-02-27", "birth_date"],
  ["SA", "1012345678", null, null],
  ["SA", "3012345678", null, "invalid"],
  ["AE", "784-1990-1234567-1", "1990-05-01", null],
  ["AE", "784-1990-1234567-1", "1991-05-01", "birth_date"],
  // A country without a rule: any text but a number that a spreadsheet has rounded.
  ["JO", "A 123/45", null, null],
  ["JO", "9.8012E+9", null, "rounded"],
])("in %s %s of somebody born on %s: %s", (country, text, birthDate, expected) => {
  expect(problem(text, country, birthDate)).toBe(expected);
});
