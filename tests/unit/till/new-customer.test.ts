import { expect, test } from "vitest";
import { isoDayOf, newCustomerOf } from "@/components/till/new-customer";

test.each([
  ["mobile", "01012345678", { mobile: "01012345678", name: "" }],
  ["number", "12345", { mobile: "12345", name: "" }],
  ["name", "Mona", { mobile: "", name: "Mona" }],
  ["code", "W-1", { mobile: "", name: "" }],
  ["receipt", "entry:7", null],
  ["short", "Mo", null],
] as const)("who was looked for by a %s begins with what was typed", (sought, text, customer) => {
  expect(newCustomerOf(sought, text)).toEqual(customer);
});

test.each([
  ["28/02/1990", "1990-02-28"],
  ["8.2.1990", "1990-02-08"],
  ["٢٨-٢-١٩٩٠", "1990-02-28"],
  ["1990/2/8", "1990-02-08"],
  ["1990-02-28", "1990-02-28"],
  ["28/02/90", "28/02/90"],
])("%s is read as %s", (typed, day) => expect(isoDayOf(typed)).toBe(day));
