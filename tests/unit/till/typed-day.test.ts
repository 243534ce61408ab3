import { expect, test } from "vitest";
import { isoDayOf } from "@/components/till/typed-day";

test.each([
  ["28/02/1990", "1990-02-28"],
  ["8.2.1990", "1990-02-08"],
  ["٢٨-٢-١٩٩٠", "1990-02-28"],
  ["1990/2/8", "1990-02-08"],
  ["1990-02-28", "1990-02-28"],
  ["28/02/90", "28/02/90"],
])("%s is read as %s", (typed, day) => expect(isoDayOf(typed)).toBe(day));
