import { expect, test } from "vitest";
import { newCustomerOf } from "@/components/till/new-customer";

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
