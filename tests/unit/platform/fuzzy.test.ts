import { describe, expect, test } from "vitest";
import { bestFirst, matchOf } from "@/lib/platform/fuzzy";

describe("what was typed", () => {
  test.each([
    ["dea", ["Deals", "العروض"]],
    ["العروض", ["Deals", "العروض"]],
    ["عروض", ["Deals", "العروض"]],
    ["dela", ["Deals"]],
    ["aproval", ["Approvals"]],
    ["approvlas", ["Approvals"]],
    ["branch 12", ["Branch 12", "فرع 12"]],
    ["فرع ١٢", ["Branch 12", "فرع 12"]],
    ["audit log", ["Audit log"]],
    ["log audit", ["Audit log"]],
    ["الاعتمادات", ["Approvals", "الاعتمادات"]],
    ["اعتمدات", ["Approvals", "الاعتمادات"]],
    ["احمد", ["أحمد"]],
    ["", ["Anything"]],
  ])("%j finds %j", (typed, texts) => {
    expect(matchOf(typed, texts)).toBeGreaterThan(0);
  });

  test.each([
    ["xyz", ["Deals", "العروض"]],
    ["deals staff", ["Deals"]],
    ["ds", ["Deals"]],
    ["branch 13", ["Branch 12"]],
    ["نقطة", ["Deals", "العروض"]],
    ["فرع", ["من فعل ماذا"]],
  ])("%j does not find %j", (typed, texts) => {
    expect(matchOf(typed, texts)).toBe(0);
  });
});

test("what begins as it was typed comes before what has it somewhere, and alike ones keep their order", () => {
  const first = (typed: string, texts: string[]) => bestFirst(texts, (text) => matchOf(typed, [text]));
  const found = first("de", ["Order of the deals", "Redeem", "Deals", "Staff"]);
  expect(found).toEqual(["Deals", "Order of the deals", "Redeem"]);
  expect(first("", ["b", "a", "c"])).toEqual(["b", "a", "c"]);
});
