import { expect, test } from "vitest";
import { clientFiltersSchema } from "@/lib/areas/clients/desk-schemas";
import { staffFiltersSchema } from "@/lib/areas/staff/desk-schemas";
import { readFilters } from "@/lib/portal/wire/read-filters";

test("an address names filters; what makes no sense is left out and takes no other filter with it", () => {
  const read = (text: string) => readFilters(staffFiltersSchema, new URLSearchParams(text));
  expect(read("merchant=7&status=active&role=cashier")).toEqual({
    merchant: 7,
    status: "active",
    role: "cashier",
  });
  expect(read("merchant=seven&status=gone&role=cashier&other=1")).toEqual({ role: "cashier" });
  expect(read("")).toEqual({});
});

test("the text of a search is trimmed, and nothing typed is no filter", () => {
  const read = (text: string) => readFilters(clientFiltersSchema, new URLSearchParams(text));
  expect(read("text=+web+")).toEqual({ text: "web" });
  expect(read("text=+")).toEqual({});
});

test("what the database cannot keep is no part of a filter", () => {
  const read = (text: string) => readFilters(clientFiltersSchema, new URLSearchParams(text));
  expect(read("text=we%00b")).toEqual({ text: "web" });
  expect(read("text=%00")).toEqual({});
});
