import { describe, expect, test } from "vitest";
import { readLines } from "@/lib/areas/imports/check-file";
import { customerColumns } from "@/lib/areas/imports/columns";
import { readLine } from "@/lib/areas/imports/read-line";
import type { FileColumn } from "@/lib/areas/imports/words";
import { plainCell, readWholeNumber, readYesNo } from "@/lib/platform/table/cells";
import { readDay } from "@/lib/platform/table/dates";
import { type Agreed, surveyTable } from "@/lib/platform/table/survey";
import { xlsxStream } from "@/lib/platform/xlsx";

const TODAY = "2026-11-27";
const RULES = { segments: [], pointsMax: 1_000_000, today: TODAY };

async function* whole(bytes: Uint8Array) {
  yield bytes;
}

async function read(file: string | Uint8Array, agreed: Agreed<FileColumn> = {}) {
  const bytes = typeof file === "string" ? new TextEncoder().encode(file) : file;
  const survey = await surveyTable(() => whole(bytes), customerColumns(TODAY), agreed);
  const lines: { line: number; wallet: ReturnType<typeof readLine>["wallet"]; isBroken: boolean }[] = [];
  for await (const { line, cells } of readLines(survey.table, survey.columns)) {
    const read = readLine(cells ?? {}, { ...RULES, dayOrders: survey.dayOrders });
    lines.push({ line, wallet: read.wallet, isBroken: cells === null });
  }
  return { ...survey, lines };
}
const names = (found: Awaited<ReturnType<typeof read>>) => found.lines.map(({ wallet }) => wallet?.name);

function utf16(text: string, isBigEndian: boolean, mark = "\ufeff"): Uint8Array {
  const bytes = Buffer.from(mark + text, "utf16le");
  return Uint8Array.from(isBigEndian ? bytes.swap16() : bytes);
}

/** The letters of a text in Windows-1256, one byte each. */
function windows1256(text: string): Uint8Array {
  const letters = new TextDecoder("windows-1256").decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  return Uint8Array.from([...text].map((letter) => letters.indexOf(letter)));
}

const TWO = "رقم الموبايل,الاسم\n01001234567,منى عادل\n01001234568,سمير فؤاد\n";

describe("a table", () => {
  test.each([
    ["semicolons", "Mobile number;Name\n01001234567;Mona\n"],
    ["tabs", "Mobile number\tName\n01001234567\tMona\n"],
    ["bars", "Mobile number|Name\n01001234567|Mona\n"],
    ["a sep= line", "sep=;\nMobile number;Name\n01001234567;Mona\n"],
    ["a quoted sep= line", '"sep=|"\r\nMobile number|Name\r\n01001234567|Mona\r\n'],
    [
      "a title above the header",
      "Customers of the branch,,\nExported 26/11/2026,,\n\nMobile number,Name\n01001234567,Mona\n",
    ],
    ["empty columns at its end", "Mobile number,Name,,,\n01001234567,Mona,,,\n"],
    ["UTF-16", utf16("Mobile number\tName\r\n01001234567\tMona\r\n", false)],
    ["UTF-16, the other way round", utf16("Mobile number\tName\r\n01001234567\tMona\r\n", true)],
    ["UTF-16 without a mark", utf16("Mobile number\tName\r\n01001234567\tMona\r\n", false, "")],
  ])("with %s is read without a question", async (_, file) => {
    const found = await read(file);
    expect(found.isClear).toBe(true);
    expect(names(found)).toEqual(["Mona"]);
  });

  test("in Windows-1256 is proposed as that, with the first names both ways, and read once that was said", async () => {
    const file = windows1256(TWO);
    const asked = await read(file);
    expect(asked.isClear).toBe(false);
    expect(asked.question.encodings?.map(({ encoding, names }) => [encoding, names[0]])).toEqual([
      ["windows-1256", "منى عادل"],
      ["windows-1252", expect.stringMatching(/^[^\u0600-\u06ff]+$/)],
    ]);
    const agreed = await read(file, { encoding: "windows-1256" });
    expect([agreed.isClear, names(agreed)]).toEqual([true, ["منى عادل", "سمير فؤاد"]]);
  });

  test("of a spreadsheet is read whatever it is called: numbers with all their digits, days as days", async () => {
    const columns = (["Mobile number", "Name", "National ID"] as const).map((name, index) => ({
      header: { en: name, ar: name },
      cell: (row: (string | number)[]) => row[index],
    }));
    const rows = [[201001234567, "منى", 29002280101234]];
    const bytes = Buffer.concat(await xlsxStream(columns, rows, "ar").toArray());
    const { lines, isClear } = await read(Uint8Array.from(bytes));
    expect(isClear).toBe(true);
    expect(lines[0]?.wallet).toMatchObject({ msisdn: "+201001234567", name: "منى", nid: "29002280101234" });
  });

  test("may have an address over several lines; behind an open quotation mark the lines are read by themselves", async () => {
    const file = [
      "Mobile number,Name,Address",
      '01001234567,Mona,"12 Example Street\n2nd floor\nGiza"',
      '01001234568,"Ali,Cairo',
      "01001234569,Samir,Cairo",
      '01001234570,"The ""Best"" Shop",Cairo',
      '01001234571,5" pipe,Cairo',
    ].join("\n");
    const { lines } = await read(file);
    expect(lines.map(({ line, wallet, isBroken }) => [line, isBroken ? "broken" : wallet?.name])).toEqual([
      ...[
        [2, "Mona"],
        [5, "broken"],
        [6, "Samir"],
        [7, 'The "Best" Shop'],
        [8, '5" pipe'],
      ],
    ]);
    expect(lines[0]?.wallet?.address).toBe("12 Example Street, 2nd floor, Giza");
  });

  test("of a contact list or a shop is known by itself, and what else it has is left alone", async () => {
    const google = await read(
      "Name,Given Name,Family Name,Phone 1 - Type,Phone 1 - Value,Notes\nMona Adel,Mona,Adel,Mobile,+20 100 123 4567,VIP\n",
    );
    const shop = await read(
      "First Name,Last Name,Email,Default Address Phone,Total Spent\nMona,Adel,mona@example.com,01001234567,10.5\n",
    );
    for (const found of [google, shop]) {
      expect(found.isClear).toBe(true);
      expect(found.lines[0]?.wallet).toMatchObject({ name: "Mona Adel", msisdn: "+201001234567" });
    }
  });
});

describe("days", () => {
  const file = (...days: string[]) =>
    `Mobile number,Date of birth\n${days.map((day, index) => `0100123456${index},${day}`).join("\n")}\n`;
  const born = (found: Awaited<ReturnType<typeof read>>) =>
    found.lines.map(({ wallet }) => wallet?.birthDate);

  test("of a column are in one order: one day that can be one only settles all", async () => {
    expect(born(await read(file("03/04/1990", "4/28/1992")))).toEqual(["1990-03-04", "1992-04-28"]);
    expect(born(await read(file("03/04/1990", "28/4/1992")))).toEqual(["1990-04-03", "1992-04-28"]);
  });

  test.each([
    ["none settles it", ["03/04/1990", "12/01/1985", "1/2/1979", "5/6/1980"]],
    ["two contradict each other", ["03/04/1990", "28/4/1992", "4/28/1992"]],
  ])("are asked for with three samples side by side where %s", async (_, days) => {
    const asked = await read(file(...days));
    expect(asked.isClear).toBe(false);
    const [question] = asked.question.days;
    expect(question?.samples[0]).toEqual({
      text: "03/04/1990",
      dayFirst: "1990-04-03",
      monthFirst: "1990-03-04",
    });
    expect(question?.samples.length).toBeLessThanOrEqual(3);
    const agreed = await read(file(...days), { dayOrders: { birthDate: "month_first" } });
    expect([agreed.isClear, born(agreed)[0]]).toEqual([true, "1990-03-04"]);
  });

  test.each([
    ["32932", "1990-02-28"],
    ["28.02.1990", "1990-02-28"],
    ["28-02-1990", "1990-02-28"],
    ["1990/2/28", "1990-02-28"],
    ["19900228", "1990-02-28"],
    ["28/2/90", "1990-02-28"],
    ["1990-02-28 00:00:00", "1990-02-28"],
    ["2/28/1990 12:00:00 AM", "1990-02-28"],
    ["28-Feb-90", "1990-02-28"],
    ["Feb 28, 1990", "1990-02-28"],
    ["٢٨ فبراير ١٩٩٠", "1990-02-28"],
    ["28‏/2‏/1990", "1990-02-28"],
    ["5/5/1990", "1990-05-05"],
  ])("%s is read as %s", (text, day) => {
    expect(readDay(text, { from: 1906, to: 2026 })).toMatchObject({ day });
  });

  test.each([
    ["1410-08-03", "hijri"],
    ["3/8/1410", "hijri"],
    ["3 شعبان 1410", "hijri"],
    ["1410/8/3 هـ", "hijri"],
    ["1/2/15", "short_year"],
    ["31/2/1990", "none"],
    ["1990", "none"],
  ])("%s is none: %s", (text, kind) => {
    expect(readDay(text, { from: 1906, to: 2026 })).toEqual({ kind });
  });
});

describe("a cell", () => {
  test.each([
    ['="01001234567"', "01001234567"],
    ["'01001234567", "01001234567"],
    ["\t01001234567 ", "01001234567"],
    ["\ufee3\ufea4\ufee4\ufeaa", "محمد"],
    ["Rene\u0301e", "Renée"],
    ["مـــحـــمـد", "محمد"],
    ["محمّد  \u200fسالم", "محمّد سالم"],
    ["O'Brien", "O'Brien"],
  ])("%j is %s", (cell, plain) => {
    expect(plainCell(cell)).toBe(plain);
  });

  test.each([
    ["1250.00", 1250],
    ["1,250", 1250],
    ["1,250.00", 1250],
    ["١٢٥٠٫٠٠", 1250],
    ["١٬٢٥٠", 1250],
    ["1 250", 1250],
    ["1250 pts", 1250],
    ["1250 نقطة", 1250],
    ["1.2500E+03", 1250],
    ["1250.5", "fraction"],
    ["-5", "negative"],
    ["(5)", "negative"],
    ["1.250", "unclear"],
    ["1250,5", "unclear"],
    ["1.25E+03", "unclear"],
    ["-", "none"],
    ["many", "none"],
  ])("%s as a whole number is %s", (cell, number) => {
    expect(readWholeNumber(cell)).toBe(number);
  });

  test("says yes and no in both languages, one way for all columns", () => {
    expect(["Yes", "نعم", "TRUE", "1", "1.0", "✓", "موافق"].map(readYesNo)).toEqual(Array(7).fill(true));
    expect(["no", "لا", "false", "0", "", "غير موافق"].map(readYesNo)).toEqual(Array(6).fill(false));
    expect(readYesNo("perhaps")).toBeNull();
  });
});
