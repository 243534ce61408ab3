import type { TableRecord } from "./records";
import { Runs, readSheet, type Sheet, type Shown, TooLong, tagsOf } from "./sheet";
import { builtInFormat } from "./shown-number";
import { type Part, zipParts } from "./zip-parts";

/** Longest workbook, in bytes as it is sent, and as it is unpacked: it is read as a whole. */
export const WORKBOOK_BYTES_MAX = 12 * 1024 * 1024;
const UNPACKED_BYTES_MAX = 160 * 1024 * 1024;

/** A person's answers about a workbook: the sheet's name, and whether hidden rows and columns are read. */
export interface AgreedWorkbook {
  sheet?: string | undefined;
  hidden?: "read" | "leave" | undefined;
}

export interface WorkbookTable {
  records: TableRecord[];
  /** Sheets that can be seen and have rows, the one that was read first. */
  sheets: string[];
  /** Rows and columns with something in them that the spreadsheet hides. */
  hidden: { rows: number; columns: number };
}

/**
 * The table of a workbook as a person sees it in a spreadsheet: the sheet that opens, without hidden sheets, rows and columns, numbers
 * as their cells show them. Null when this is no workbook, one that unpacks to more than is read, or one without a row.
 * @throws TooLong
 */
export async function readWorkbook(bytes: Buffer, agreed: AgreedWorkbook): Promise<WorkbookTable | null> {
  try {
    const part = zipParts(bytes, UNPACKED_BYTES_MAX);
    const book = part && (await openBook(part));
    if (!book) return null;
    const filled: { name: string; sheet: Sheet }[] = [];
    for (const { name, path } of book.sheets) {
      const sheet = readSheet((await part(path)) ?? "", book.shown);
      if (sheet.rows.length > 0) filled.push({ name, sheet });
    }
    const chosen = filled.find(({ name }) => name === agreed.sheet) ?? filled[0];
    if (chosen === undefined) return null;
    const others = filled.filter((sheet) => sheet !== chosen);
    return { ...tableOf(chosen.sheet, agreed), sheets: [chosen, ...others].map(({ name }) => name) };
  } catch (error) {
    if (error instanceof TooLong) throw error;
    // Damaged: what it says of its own parts is not so.
    return null;
  }
}

function tableOf(
  { rows, hiddenColumns }: Sheet,
  { hidden = "leave" }: AgreedWorkbook,
): Pick<WorkbookTable, "records" | "hidden"> {
  const isLeft = hidden === "leave";
  const records = rows
    .filter(({ isHidden }) => !(isLeft && isHidden))
    .map(({ line, cells }) => ({
      line,
      cells: isLeft && hiddenColumns.size > 0 ? cells.filter((_, at) => !hiddenColumns.has(at)) : cells,
    }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
  return {
    records,
    hidden: { rows: rows.filter(({ isHidden }) => isHidden).length, columns: hiddenColumns.size },
  };
}

/** The sheets that can be seen, the one that opens first, and how cells are shown; null when the parts are no workbook. */
async function openBook(
  part: Part,
): Promise<{ sheets: { name: string; path: string }[]; shown: Shown } | null> {
  const path =
    targets(await part("_rels/.rels"), "", /\/officeDocument$/)
      .values()
      .next().value ?? "xl/workbook.xml";
  const xml = await part(path);
  if (xml === null) return null;
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const relations = await part(`${folder}_rels/${path.slice(folder.length)}.rels`);
  const worksheets = targets(relations, folder, /\/worksheet$/);
  const only = (type: RegExp) => part(targets(relations, folder, type).values().next().value ?? "");
  const sheets: { name: string; path: string | undefined; isHidden: boolean }[] = [];
  let active = 0;
  let counts1904 = false;
  for (const { name, attributes, isEnd } of tagsOf(xml)) {
    if (isEnd) continue;
    if (name === "workbookView") active = Number(attributes("activeTab") ?? 0);
    if (name === "workbookPr") counts1904 = ["1", "true"].includes(attributes("date1904") ?? "");
    if (name === "sheet")
      sheets.push({
        name: attributes("name") ?? "",
        path: worksheets.get(attributes("id") ?? ""),
        isHidden: /hidden$/i.test(attributes("state") ?? ""),
      });
  }
  const opens = sheets[active];
  const inOrder = [
    ...sheets.filter((sheet) => sheet === opens),
    ...sheets.filter((sheet) => sheet !== opens),
  ];
  return {
    sheets: inOrder
      .filter(({ path, isHidden }) => path !== undefined && !isHidden)
      .map(({ name, path = "" }) => ({ name, path })),
    shown: {
      texts: textsOf(await only(/\/sharedStrings$/)),
      formats: formatsOf(await only(/\/styles$/)),
      counts1904,
    },
  };
}

/** Parts that a part refers to, by the reference's id, of one type. */
function targets(relations: string | null, folder: string, type: RegExp): Map<string, string> {
  const found = new Map<string, string>();
  for (const { name, attributes, isEnd } of tagsOf(relations ?? "")) {
    if (name !== "Relationship" || isEnd || !type.test(attributes("Type") ?? "")) continue;
    const target = attributes("Target") ?? "";
    const path = new URL(target, `file:///${folder}`).pathname.slice(1);
    found.set(attributes("Id") ?? "", decodeURIComponent(path));
  }
  return found;
}

function textsOf(xml: string | null): string[] {
  const texts: string[] = [];
  let runs = new Runs();
  for (const tag of tagsOf(xml ?? "")) {
    if (tag.name === "si" && !tag.isEnd) runs = new Runs();
    else if (tag.name === "si") texts.push(runs.text);
    else runs.see(tag);
  }
  return texts;
}

/** The format of each style of cells. */
function formatsOf(xml: string | null): string[] {
  const own = new Map<number, string>();
  const formats: string[] = [];
  let isOfCells = false;
  for (const { name, attributes, isEnd } of tagsOf(xml ?? "")) {
    if (name === "cellXfs") isOfCells = !isEnd;
    if (isEnd) continue;
    if (name === "numFmt") own.set(Number(attributes("numFmtId")), attributes("formatCode") ?? "General");
    if (name !== "xf" || !isOfCells) continue;
    const id = Number(attributes("numFmtId") ?? 0);
    formats.push(own.get(id) ?? builtInFormat(id));
  }
  return formats;
}
