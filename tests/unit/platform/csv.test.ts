import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CsvCell, csvHeaders, csvStream, plainHeader } from "@/lib/platform/csv";
import type { Language } from "@/lib/platform/language";
import { plainCell } from "@/lib/platform/table/cells";
import { openTable } from "@/lib/platform/table/table";

const HEADER = { en: "text", ar: "نص" };
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;
const INNER_FORMULA = /([;\t\r\n]\s*)(?=[=+\-@＝＋－＠])/g;

async function written(
  rows: readonly (readonly CsvCell[])[],
  headers = rows[0]?.map((_, place) => `c${place}`) ?? [],
  language: Language = "en",
) {
  const columns = headers.map((header, place) => ({
    header: { en: header, ar: `${header} بالعربية` },
    cell: (row: readonly CsvCell[]) => row[place],
  }));
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(
    await new Response(csvStream(columns, rows, language)).arrayBuffer(),
  );
}

const read = (text: string) => parse(text, { bom: true, relax_column_count: true }) as string[][];

describe("a CSV file", () => {
  test("begins with a byte order mark and its headers, and ends its lines as Excel does", async () => {
    expect(await written([["نقاط", 5]], ["name", "points"])).toBe("\uFEFFname,points\r\nنقاط,5\r\n");
  });

  test("has its headers in the reader's language", async () => {
    expect(await written([["نقاط", 5]], ["name", "points"], "ar")).toBe(
      "\uFEFFname بالعربية,points بالعربية\r\nنقاط,5\r\n",
    );
  });

  test("has its headers when there are no rows", async () => {
    expect(await written([], ["name", "points"])).toBe("\uFEFFname,points\r\n");
  });

  test("gives every text back as it was, whatever is in it, but for the apostrophe before a formula", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" })), { minLength: 1 }),
        async (rows) => {
          const expected = rows.map((row) =>
            row.map((text) => {
              const within = text.replace(INNER_FORMULA, "$1'");
              return FORMULA.test(within) ? `'${within}` : within;
            }),
          );
          expect(read(await written(rows)).slice(1)).toEqual(expected);
        },
      ),
    );
  });

  test.each([
    ["=1+1", "'=1+1"],
    ["+201110000001", "'+201110000001"],
    ["-1+1", "'-1+1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t1", "'\t1"],
    ["\t=1", "'\t'=1"],
    ["\r=1", "'\r'=1"],
    ['=HYPERLINK("x","y")', `'=HYPERLINK("x","y")`],
    ["＝1", "'＝1"],
  ])("lets no spreadsheet take the text %j for a formula", async (text, disarmed) => {
    const [, row] = read(await written([[text, "plain"]]));
    expect(row).toEqual([disarmed, "plain"]);
  });

  test.each([";", "\t"])("lets no spreadsheet that splits at %j find a formula in it", async (separator) => {
    const texts = [`a${separator}=1+1`, `a${separator} @SUM(A1)`, "a\n-1+1", "a\r\n+1"];
    for (const text of texts) {
      const file = await written([["plain", text, "last"]]);
      const cells = file.split(/[\r\n]+/).flatMap((line) => line.split(separator));
      expect(cells.filter((cell) => /^[\s"]*[=+\-@]/.test(cell))).toEqual([]);
    }
  });

  test("writes numbers as they are, below zero too, truths as words, and what is not there as nothing", async () => {
    const [, row] = read(await written([[-120, 0, 1.5, true, false, null, undefined]]));
    expect(row).toEqual(["-120", "0", "1.5", "true", "false", "", ""]);
  });

  test("breaks off when its rows fail, and does not end as if it were whole", async () => {
    async function* rows() {
      yield ["first"];
      throw new Error("The database went away.");
    }
    const stream = csvStream([{ header: HEADER, cell: (row: string[]) => row[0] }], rows(), "en");
    await expect(new Response(stream).text()).rejects.toThrow("The database went away.");
  });

  test("stops reading rows when nobody wants them any more", async () => {
    let ended: () => void = () => undefined;
    const end = new Promise<void>((resolve) => {
      ended = resolve;
    });
    let count = 0;
    async function* rows() {
      try {
        for (;;) {
          count += 1;
          yield ["x".repeat(1_000)];
        }
      } finally {
        ended();
      }
    }
    const reader = csvStream([{ header: HEADER, cell: (row: string[]) => row[0] }], rows(), "en").getReader();
    await reader.read();
    await reader.cancel();
    await end;
    expect(count).toBeLessThan(10_000);
  });
});

describe("the name of a file", () => {
  test("is whole in its own script, and plain for programs that know no other", () => {
    const headers = csvHeaders({ name: "فرع المعادي 2026-11-21", plainName: "branch-7-2026-11-21" });
    const [, plain, encoded] =
      /filename="([^"]*)"; filename\*=UTF-8''(\S+)$/.exec(headers["content-disposition"] ?? "") ?? [];
    expect(plain).toBe("branch-7-2026-11-21.csv");
    expect(decodeURIComponent(encoded ?? "")).toBe("فرع المعادي 2026-11-21.csv");
  });

  test("can neither leave its header nor its folder", () => {
    const headers = csvHeaders({ name: '../a"\r\nSet-Cookie: x=1;\\', plainName: 'a";\r\nb' });
    expect(headers["content-disposition"]).toMatch(
      /^attachment; filename="a-;-b\.csv"; filename\*=UTF-8''[\w.%-]+\.csv$/,
    );
    expect(headers["content-disposition"]).not.toContain("/");
  });
});

test("what was written is read back by imports as it was", async () => {
  const texts = ['=1+1 "quoted", and\nmore', "-5", "الميناء"];
  const bytes = new TextEncoder().encode(
    await written(
      texts.map((text) => [text]),
      ["text"],
    ),
  );
  const source = async function* () {
    yield bytes;
  };
  const table = await openTable(source, (header) => header === "text");
  const cells: string[] = [];
  for await (const record of table.records()) cells.push(plainCell(record.cells?.[0] ?? ""));
  expect(cells).toEqual(texts);
});

test.each([
  ["Mobile number", "mobilenumber"],
  [" E-Mail ", "email"],
  ["رقم الموبايل", "رقمالموبايل"],
  ["ﻷسم", "لأسم"],
])("the header %j is compared as %j", (header, plain) => {
  expect(plainHeader(header)).toBe(plain);
});
