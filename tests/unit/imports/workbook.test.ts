import { buffer } from "node:stream/consumers";
import type { Worker } from "node:worker_threads";
import { describe, expect, test } from "vitest";
import { ZipFile } from "yazl";
import { readLines } from "@/lib/areas/imports/check-file";
import { customerColumns } from "@/lib/areas/imports/columns";
import { readLine } from "@/lib/areas/imports/read-line";
import type { FileColumn } from "@/lib/areas/imports/words";
import { shownNumber } from "@/lib/platform/table/shown-number";
import { type Agreed, surveyTable } from "@/lib/platform/table/survey";

const TODAY = "2026-11-27";
const RULES = { segments: [], pointsMax: 1_000_000, today: TODAY };
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const HEADER = ["Mobile number", "Name", "Wallet code", "Opening points"];
/** Styles of cells: plain, eleven digits, six digits, a day. */
const FORMATS = ["General", "00000000000", "000000", "dd/mm/yyyy"];

/** A cell: text, a number of a style, or XML of its own. */
type Cell = string | readonly [value: number, style: number] | { xml: string } | null;
interface SheetParts {
  rows: readonly (readonly Cell[])[];
  hiddenRows?: readonly number[];
  columns?: string;
  state?: string;
}

function cellXml(cell: Cell, address: string): string {
  if (cell === null) return "";
  if (typeof cell === "string") return `<c r="${address}" t="inlineStr"><is><t>${cell}</t></is></c>`;
  if ("xml" in cell) return cell.xml.replace("<c", `<c r="${address}"`);
  return `<c r="${address}" s="${cell[1]}"><v>${cell[0]}</v></c>`;
}

async function workbook(sheets: readonly SheetParts[], active = 0): Promise<Uint8Array> {
  const zip = new ZipFile();
  const add = (name: string, xml: string) => zip.addBuffer(Buffer.from(xml), name);
  const each = (text: (number: number) => string) => sheets.map((_, at) => text(at + 1)).join("");
  add(
    "xl/workbook.xml",
    `<workbook><bookViews><workbookView activeTab="${active}"/></bookViews><sheets>${each(
      (number) =>
        `<sheet name="Sheet ${number}" sheetId="${number}" state="${sheets[number - 1]?.state ?? "visible"}" r:id="rId${number}"/>`,
    )}</sheets></workbook>`,
  );
  add(
    "xl/_rels/workbook.xml.rels",
    `<Relationships>${each((number) => `<Relationship Id="rId${number}" Type="${RELATIONS}/worksheet" Target="/xl/worksheets/sheet${number}.xml"/>`)}<Relationship Id="s" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  );
  const formats = FORMATS.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`).join("");
  const styles = FORMATS.map((_, at) => `<xf numFmtId="${164 + at}"/>`).join("");
  add(
    "xl/styles.xml",
    `<styleSheet><numFmts>${formats}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${styles}</cellXfs></styleSheet>`,
  );
  for (const [at, { rows, hiddenRows = [], columns = "" }] of sheets.entries()) {
    const lines = rows.map(
      (row, line) =>
        `<row r="${line + 1}"${hiddenRows.includes(line + 1) ? ' hidden="1"' : ""}>${row.map((cell, column) => cellXml(cell, `${"ABCDE"[column]}${line + 1}`)).join("")}</row>`,
    );
    add(
      `xl/worksheets/sheet${at + 1}.xml`,
      `<x:worksheet>${columns}<sheetData>${lines.join("")}</sheetData></x:worksheet>`,
    );
  }
  zip.end();
  return buffer(zip.outputStream);
}

async function* whole(bytes: Uint8Array) {
  yield bytes;
}

async function read(bytes: Uint8Array, agreed: Agreed<FileColumn> = {}) {
  const survey = await surveyTable(() => whole(bytes), customerColumns(TODAY), agreed);
  const lines: string[] = [];
  for await (const { line, cells } of readLines(survey.table, survey.columns)) {
    const { wallet, problems } = readLine(cells ?? {}, { ...RULES, dayOrders: survey.dayOrders });
    const told = wallet && [wallet.msisdn, wallet.name, wallet.walletCode, wallet.openingPoints || null];
    const refused = problems.map(({ column, code }) => `${column} ${code}`).join();
    lines.push(`${line} ${told?.filter((part) => part !== null).join(" | ") ?? `! ${refused}`}`);
  }
  return { ...survey, lines };
}

const customer = (end: number, name: string): Cell[] => [`0100123450${end}`, name, null, [10, 0]];

describe("a workbook", () => {
  test("has numbers as their cells show them: zeros in front of a code and of a mobile number stay", async () => {
    const file = await workbook([{ rows: [HEADER, [[1001234501, 1], "Amal", [4201, 2], [10, 0]]] }]);
    const { lines, isClear } = await read(file);
    expect([isClear, lines]).toEqual([true, ["2 +201001234501 | Amal | 004201 | 10"]]);
  });

  test("refuses the line whose cell is an error, or a formula without its value, in every column", async () => {
    const formula = { xml: "<c><f>5*50</f></c>" };
    const error = { xml: '<c t="e"><v>#REF!</v></c>' };
    const file = await workbook([
      {
        rows: [
          HEADER,
          ["01001234501", "Amal", null, formula],
          ["01001234502", "Bassem", null, error],
          ["01001234503", formula, null, [10, 0]],
          ["01001234504", "Dina", error, [10, 0]],
          ["01001234505", "Walid", null, { xml: "<c><f>5*50</f><v>250</v></c>" }],
        ],
      },
    ]);
    expect((await read(file)).lines).toEqual([
      "2 ! openingPoints formula",
      "3 ! openingPoints formula",
      "4 ! name formula",
      "5 ! walletCode formula",
      "6 +201001234505 | Walid | 250",
    ]);
  });

  test("asks about rows that a filter hides, and reads or leaves them as agreed", async () => {
    const rows = [HEADER, customer(1, "Shown"), customer(2, "Hidden"), customer(3, "Shown too")];
    const file = await workbook([{ rows, hiddenRows: [3] }]);
    const { isClear, question } = await read(file);
    expect([isClear, question.hidden]).toEqual([false, { rows: 1, columns: 0 }]);
    const left = await read(file, { hidden: "leave" });
    expect([left.isClear, left.lines.map((line) => line[0])]).toEqual([true, ["2", "4"]]);
    const taken = await read(file, { hidden: "read" });
    expect([taken.isClear, taken.lines.map((line) => line[0])]).toEqual([true, ["2", "3", "4"]]);
  });

  test("asks about columns that are hidden, and leaves empty hidden ones alone", async () => {
    const rows = [HEADER, customer(1, "Amal")];
    const hide = (column: number) => `<cols><col min="${column}" max="${column}" hidden="1"/></cols>`;
    const points = await workbook([{ rows, columns: hide(4) }]);
    expect((await read(points)).question.hidden).toEqual({ rows: 0, columns: 1 });
    expect((await read(points, { hidden: "leave" })).lines).toEqual(["2 +201001234501 | Amal"]);
    expect((await read(points, { hidden: "read" })).lines).toEqual(["2 +201001234501 | Amal | 10"]);
    expect((await read(await workbook([{ rows, columns: hide(9) }]))).isClear).toBe(true);
  });

  test("is read from the sheet that is shown, never from a hidden one; of several a person chooses", async () => {
    const sheet = (name: string, state?: string): SheetParts => ({
      rows: [HEADER, customer(1, name)],
      ...(state !== undefined && { state }),
    });
    const hidden = await read(
      await workbook([sheet("Old", "hidden"), sheet("New"), sheet("Older", "veryHidden")]),
    );
    expect([hidden.isClear, hidden.lines]).toEqual([true, ["2 +201001234501 | New | 10"]]);
    const several = await workbook([sheet("First"), sheet("Second")], 1);
    const asked = await read(several);
    expect([asked.isClear, asked.question.sheets]).toEqual([false, ["Sheet 2", "Sheet 1"]]);
    const chosen = await read(several, { sheet: "Sheet 1" });
    expect([chosen.isClear, chosen.lines]).toEqual([true, ["2 +201001234501 | First | 10"]]);
  });
});

describe("a small file that unpacks to a large one", () => {
  const BLANKS = " ".repeat(12_000_000);
  const row = (name: Cell) => [HEADER, ["01001234501", name, null, [10, 0]] as const];

  test("is read in one pass, whatever its blanks stand in, and a cell is cut to what a value may have", async () => {
    const bombs: Cell[] = [
      `Amal${BLANKS}x`,
      { xml: `<c t="inlineStr"${BLANKS}><is><t>Amal</t></is></c>` },
      { xml: `<c t="inlineStr"><is><t>Amal</t></is>${"<!--".repeat(3_000_000)}</c>` },
      { xml: `<c t="inlineStr"><is><t>Amal</t></is>${"<a ".repeat(4_000_000)}</c>` },
      { xml: `<c><v>1${BLANKS}2</v></c>` },
    ];
    for (const bomb of bombs) {
      const file = await workbook([{ rows: row(bomb) }]);
      expect(file.byteLength).toBeLessThan(100_000);
      const outcome = await read(file).then(
        ({ lines }) => lines.length,
        (error: Error) => error.name,
      );
      expect([0, 1, "FileError", "TableError"]).toContain(outcome);
    }
  });

  test("is refused beyond what may be unpacked, measured in all parts together and whatever its directory says", async () => {
    const sheet = { rows: row(" ".repeat(40_000_000)) };
    await expect(read(await workbook([sheet, sheet, sheet, sheet, sheet]))).rejects.toThrow("document");
    expect((await read(await workbook([{ rows: row("Amal") }]))).lines).toHaveLength(1);
  });

  test("is read by a thread, which has ended with it: nothing in a file keeps the process from its other work", async () => {
    const threads: Worker[] = [];
    const note = (thread: Worker) => threads.push(thread);
    process.on("worker", note);
    const rows = Array.from({ length: 3_000 }, (_, at) => [`0100${1_000_000 + at}`, "Amal", null, null]);
    const columns = '<cols><col min="4" max="1000" hidden="1"/></cols>';
    const outcomes = [
      await read(await workbook([{ rows: [HEADER.slice(0, 3), ...rows], columns }])),
      await read(await workbook([{ rows: row("Amal") }])),
    ];
    process.off("worker", note);
    expect(outcomes.map(({ lines }) => lines.length)).toEqual([3_000, 1]);
    expect(threads.map(({ threadId }) => threadId)).toEqual([-1, -1]);
  });
});

test.each([
  [4201, "000000", "004201"],
  [1001234567, "0000-000-0000", "0100-123-4567"],
  [1001234567, "[<=9999999]###-####;(###) ###-####", "(100) 123-4567"],
  [42, '"C-"0000', "C-0042"],
  [201001234567, "General", "201001234567"],
  [1250, "#,##0", "1250"],
  [1250.0000000000002, "General", "1250"],
  [1249.6, "0", "1250"],
  [1.005, "0.00", "1.01"],
  [1250, '#,##0.00 "EGP"', "1250 EGP"],
  [1250.5, "#,##0.00_);(#,##0.00)", "1250.5"],
  [0.25, "0%", "25%"],
  [1_250_000, "0,", "1250"],
  [-5, "0;(0)", "(5)"],
  [-5, "0", "-5"],
  [45_000, "dd/mm/yyyy", "2023-03-15"],
  [45_000.5, "[$-409]d mmm yyyy h:mm", "2023-03-15T12:00:00"],
  [2.01001234567e11, "0.00E+00", "201001234567"],
])("%d in the format %s is read as %s", (value, format, shown) => {
  expect(shownNumber(value, format)).toBe(shown);
});
