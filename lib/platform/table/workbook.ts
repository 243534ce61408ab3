import readWorkbook from "read-excel-file/node";
import type { TableRecord } from "./records";

/** Longest workbook, in bytes as it is sent, and as it is unpacked: it is read as a whole. */
export const WORKBOOK_BYTES_MAX = 12 * 1024 * 1024;
const UNPACKED_BYTES_MAX = 160 * 1024 * 1024;

/** The records of the first sheet that has any; null when this is no workbook, or one that is too long. */
export async function workbookRecords(bytes: Buffer): Promise<TableRecord[] | null> {
  if (unpackedBytes(bytes) > UNPACKED_BYTES_MAX) return null;
  const sheets = await readWorkbook(bytes).catch(() => []);
  const rows = sheets.find(({ data }) => data.length > 0)?.data;
  if (rows === undefined) return null;
  return rows
    .map((row, index) => ({ line: index + 1, cells: row.map(cellText) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
}

/** A number with all its digits, and a day as an ISO date: a spreadsheet's own spelling is for eyes only. */
function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return "";
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00\.000Z$|\.000Z$/, "");
  return String(cell);
}

/** Unpacked size of a ZIP file's parts, according to its directory. */
function unpackedBytes(bytes: Buffer): number {
  let sum = 0;
  for (let at = bytes.indexOf("PK\x01\x02", 0, "latin1"); at !== -1 && at + 46 <= bytes.length; ) {
    sum += bytes.readUInt32LE(at + 24);
    at = bytes.indexOf("PK\x01\x02", at + 46, "latin1");
  }
  return sum;
}
