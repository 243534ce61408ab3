import { describe, expect, test } from "vitest";
import { customerColumns } from "@/lib/areas/imports/columns";
import type { FileColumn } from "@/lib/areas/imports/words";
import { surveyTable } from "@/lib/platform/table/survey";

async function survey(header: string, line: string, columns?: (FileColumn | null)[]) {
  const bytes = new TextEncoder().encode(`${header}\n${line}\n`);
  const source = async function* () {
    yield bytes;
  };
  return surveyTable(source, customerColumns("2026-11-27"), columns === undefined ? {} : { columns });
}

describe("a column of numbers whose name says that they are points", () => {
  test.each([
    ["Mobile number,Loyalty points total", "01001234567,250"],
    ["Mobile number,Total pts", "01001234567,0"],
    ["رقم الموبايل,نقاط العميل حتى الآن", "01001234567,٢٥٠"],
    ["رقم الموبايل,رصيد العميل", "01001234567,1250"],
  ])("is proposed as points brought along, and shown before the file is read: %s", async (header, line) => {
    const found = await survey(header, line);
    expect([found.isClear, found.question.columns]).toEqual([false, ["mobile", "openingPoints"]]);
  });

  test.each([
    ["Mobile number,Appointments", "01001234567,2"],
    ["Mobile number,Points of sale", "01001234567,Maadi"],
  ])("is nothing else: %s", async (header, line) => {
    expect((await survey(header, line)).question.columns).toEqual(["mobile", null]);
  });
});

describe("a column that is not read and looks like one that matters", () => {
  test("is named with that one in the question, in a known shop's export too", async () => {
    const found = await survey("E-mail Address,Mobile Phone,Our points", "a@example.com,01001234567,250");
    expect([found.isClear, found.question.columns, found.question.looksLike]).toEqual([
      false,
      ["email", "mobile", null],
      [null, null, "openingPoints"],
    ]);
  });

  test("is left out once a person has said so", async () => {
    const found = await survey("Mobile number,Our points", "01001234567,250", ["mobile", null]);
    expect(found.isClear).toBe(true);
  });

  test("is none where the file has a better one, or where nothing depends on it", async () => {
    const square = await survey(
      "Square Customer ID,Phone Number,Points balance,Lifetime points",
      "X1,01001234567,250,900",
    );
    expect([square.isClear, square.question.looksLike[3]]).toEqual([true, null]);
    const contacts = await survey(
      "E-mail Address,Mobile Phone,Other",
      "a@example.com,01001234567,b@example.com",
    );
    expect(contacts.isClear).toBe(true);
  });
});
