import { describe, expect, test } from "vitest";
import { foldText, searchWords } from "@/lib/platform/search-text";

describe("texts that mean the same", () => {
  test.each([
    ["letter case", "COFFEE House", "coffee house"],
    ["Latin diacritics", "Café crème", "cafe creme"],
    ["forms of alef with hamza and madda", "أحمد إبراهيم آية ٱلبيت", "احمد ابراهيم اية البيت"],
    ["hamza on waw and ya", "مؤمن طارئ", "مومن طاري"],
    ["hamza without a seat", "شيء سماء", "شئ سما"],
    ["ta marbuta", "قهوة", "قهوه"],
    ["alef maqsura", "مقهى", "مقهي"],
    ["tatweel", "خـــصم", "خصم"],
    ["vowel signs", "خَصْمٌ", "خصم"],
    ["Persian letters", "کتابی", "كتابي"],
    ["presentation forms", "ﻗﻬﻮﺓ", "قهوة"],
    ["a ligature", "ﻻتيه", "لاتيه"],
    ["Arabic-Indic digits and percent sign", "خصم ٢٠٪", "خصم 20%"],
    ["Persian digits", "۲۰", "20"],
    ["spaces and signs", "  buy 2 – get 1!  ", "buy 2 get 1"],
    ["marks that cannot be seen", "قه\u200dوة\u200f", "قهوة"],
  ])("are the same: %s", (_difference, one, other) => {
    expect(foldText(one)).toBe(foldText(other));
    expect(foldText(one)).not.toBe("");
  });
});

test("different words stay different", () => {
  const words = ["قهوة", "قهر", "خصم", "coffee", "20", "20%", "2", "شاي"];
  expect(new Set(words.map(foldText)).size).toBe(words.length);
});

describe("the words of a search", () => {
  test("are found with and without the article", () => {
    expect(searchWords("القهوة")).toEqual(searchWords("قهوه"));
    expect(searchWords("البن الطازج")).toEqual(["بن", "طازج"]);
  });

  test("keep what only begins like an article", () => {
    expect(searchWords("الى الف")).toEqual(["الي", "الف"]);
  });

  test("are none where nothing but signs was typed", () => {
    expect(searchWords(" – !؟ ")).toEqual([]);
  });
});
