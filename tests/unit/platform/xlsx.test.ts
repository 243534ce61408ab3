import { buffer } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import type { CsvCell } from "@/lib/platform/csv";
import type { Language } from "@/lib/platform/language";
import { xlsxStream } from "@/lib/platform/xlsx";
import { noise } from "@/tests/support/rounds";
import { readZip } from "@/tests/support/zip";

type Row = readonly CsvCell[];

const columnsOf = (count: number) =>
  Array.from({ length: count }, (_, place) => ({
    header: { en: `c${place}`, ar: `ع${place}` },
    cell: (row: Row) => row[place],
  }));

async function written(
  rows: AsyncIterable<Row> | Iterable<Row>,
  {
    columns = 2,
    language = "en" as Language,
    ...options
  }: { columns?: number; language?: Language; sheetRowsMax?: number } = {},
): Promise<Record<string, string>> {
  return readZip(await buffer(xlsxStream(columnsOf(columns), rows, language, options)));
}

/** The rows of a sheet as what its cells hold. */
function cellsOf(sheet: string | undefined): (string | number | boolean | null)[][] {
  const text = (xml: string) => xml.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
  return [...(sheet ?? "").matchAll(/<row[^>]*>(.*?)<\/row>/gs)].map(([, row = ""]) =>
    [...row.matchAll(/<c([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].map(([, attributes = "", content]) => {
      if (content === undefined) return null;
      const value = /<(?:v|t[^>]*)>(.*)<\/(?:v|t)>/s.exec(content)?.[1] ?? "";
      if (attributes.includes('t="inlineStr"')) return text(value);
      return attributes.includes('t="b"') ? value === "1" : Number(value);
    }),
  );
}

describe("a workbook", () => {
  test("has the headers in the reader's language, and every row with texts as texts and numbers as numbers", async () => {
    const files = await written([
      ["=HYPERLINK(1)", 5],
      ["a & b < c > d", -1.25],
      [" نقاط\n", true],
      [null, undefined],
    ]);
    expect(cellsOf(files["xl/worksheets/sheet1.xml"])).toEqual([
      ["c0", "c1"],
      ["=HYPERLINK(1)", 5],
      ["a & b < c > d", -1.25],
      [" نقاط\n", true],
      [null, null],
    ]);
    // A formula would be an element of its own.
    expect(files["xl/worksheets/sheet1.xml"]).not.toContain("<f");
  });

  test("runs from right to left in Arabic", async () => {
    const files = await written([["x", 1]], { language: "ar" });
    expect(files["xl/worksheets/sheet1.xml"]).toContain('rightToLeft="1"');
    expect(cellsOf(files["xl/worksheets/sheet1.xml"])[0]).toEqual(["ع0", "ع1"]);
  });

  test("holds what XML cannot without breaking, and numbers that a spreadsheet cannot as texts", async () => {
    const files = await written([["a\u0000b\uD800c\uFFFFd", 9_007_199_254_740_991]]);
    expect(cellsOf(files["xl/worksheets/sheet1.xml"])[1]).toEqual(["ab\uFFFDcd", "9007199254740991"]);
  });

  test("holds days, moments and money as what a spreadsheet computes with", async () => {
    const day = { local: "2026-10-31", text: "2026-10-31" };
    const moment = { local: "2026-10-31T18:00:00", text: "2026-10-31T18:00:00+02:00" };
    const files = await written([[day, moment, { amount: "-1250.50" }]], { columns: 3 });
    // 31 October 2026 as spreadsheets count days.
    expect(cellsOf(files["xl/worksheets/sheet1.xml"])[1]).toEqual([46_326, 46_326.75, -1250.5]);
  });

  test.each([
    [0, [1]],
    [3, [4]],
    [4, [4, 2]],
    [7, [4, 4, 2]],
  ])(
    "of %s rows where a sheet takes three goes on in further sheets, each with its headers",
    async (count, lines) => {
      const rows = Array.from({ length: count }, (_, place) => [`row ${place}`, place]);
      const files = await written(rows, { sheetRowsMax: 3 });
      const sheets = Object.keys(files).filter((name) => name.startsWith("xl/worksheets/"));
      expect(sheets.map((name) => cellsOf(files[name]).length)).toEqual(lines);
      expect(sheets.flatMap((name) => cellsOf(files[name]).slice(1))).toEqual(rows);
      const named = files["xl/workbook.xml"]?.match(/<sheet /g)?.length;
      expect(named).toBe(lines.length);
      for (const name of sheets) expect(files["[Content_Types].xml"]).toContain(`/${name}`);
    },
  );

  test("reads its rows no faster than they are taken, and lets go of them when its reader goes away", async () => {
    let given = 0;
    let isClosed = false;
    async function* endless(): AsyncGenerator<Row> {
      try {
        for (;;) {
          given += 1;
          // A cipher's output, so that nothing of it can be compressed away.
          yield [Array.from({ length: 5 }, (_, part) => noise(given * 5 + part)).join(""), given];
        }
      } finally {
        isClosed = true;
      }
    }
    const stream = xlsxStream(columnsOf(2), endless(), "en");
    await new Promise((resolve) => stream.once("readable", resolve));
    await untilStill(() => given);
    // Less than a megabyte of rows is on its way, of as many as there are.
    expect(given).toBeLessThan(5_000);
    stream.destroy();
    await expect.poll(() => isClosed).toBe(true);
  });

  test("whose rows fail is broken off, so that half a file is never taken for a whole one", async () => {
    async function* failing(): AsyncGenerator<Row> {
      yield ["one", 1];
      throw new Error("The database is gone");
    }
    await expect(buffer(xlsxStream(columnsOf(2), failing(), "en"))).rejects.toThrow("The database is gone");
  });
});

/** Until a number has not changed for some turns of the event loop. */
async function untilStill(read: () => number): Promise<void> {
  for (let last = -1, still = 0; still < 50; ) {
    await new Promise((resolve) => setImmediate(resolve));
    still = read() === last ? still + 1 : 0;
    last = read();
  }
}
