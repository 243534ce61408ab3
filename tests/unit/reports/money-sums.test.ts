import { expect, test } from "vitest";
import { figuresOf } from "@/components/receipt/voice";
import { sumOf } from "@/components/today/kinds";
import type { KindSum } from "@/lib/areas/reports/schemas";
import { measured } from "@/lib/areas/reports/words";

const sale = (value: number): KindSum => ({
  logTypeId: 2,
  cancelledLogTypeId: null,
  entries: 1,
  points: Math.floor(value),
  value,
});

test("sums of money in a page are exact: the numbers themselves would come to 0.30000000000000004", () => {
  const sales = [sale(0.1), sale(0.2)];
  expect(measured(sales, "issued").value).toBe(0.3);
  expect(sumOf(sales).value).toBe(0.3);
  const many = Array.from({ length: 3_000 }, () => sale(19.99));
  expect(measured(many, "issued").value).toBe(59_970);
  expect(sumOf(many).value).toBe(59_970);
});

test("a receipt shows piastres where there are any, two of them, and whole amounts as before", () => {
  const written = (language: "en" | "ar" | "both") => {
    const { money } = figuresOf(language, { timeZone: "Africa/Cairo", currency: "EGP" });
    return [150, 150.5, 1_250.75].map((value) =>
      money(value)
        .replace(/[\u200e\u200f\u00a0]/g, " ")
        .trim(),
    );
  };
  expect(written("en")).toEqual(["EGP 150", "EGP 150.50", "EGP 1,250.75"]);
  expect(written("both")).toEqual(["150 EGP", "150.50 EGP", "1,250.75 EGP"]);
  expect(written("ar")).toEqual(["150 ج.م.", "150.50 ج.م.", "1,250.75 ج.م."]);
});
