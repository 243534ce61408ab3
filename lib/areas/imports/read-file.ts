import { WALLET_STATUS } from "@/lib/ledger/core/types";
import { plainCell } from "@/lib/platform/table/cells";
import { cellsByColumn, type Matching } from "@/lib/platform/table/match";
import { type OpenTable, TableError } from "@/lib/platform/table/table";
import type { FILE_PROBLEMS } from "./schemas";
import type { FileColumn, ImportColumn } from "./words";

/** Why a file cannot be read at all. */
export interface FileProblem {
  code: (typeof FILE_PROBLEMS)[number];
  max?: number;
}

export class FileError extends Error {
  override readonly name = "FileError";

  constructor(readonly problem: FileProblem) {
    super(`The file cannot be read: ${problem.code}`);
  }
}

/** A line of the file with something on it. */
export interface FileLine {
  /** As an editor numbers it; the header is the first. */
  line: number;
  /** Cells by column; absent when the line is broken. */
  cells: Partial<Record<ImportColumn, string>> | null;
  /** Why it is broken, where its quotation marks are to blame. */
  isQuoteOpen?: boolean;
  /** Only in an export, of a wallet that is not active there. */
  isInactive?: boolean;
}

/** Lines of one file, the header not counted. */
export const LINES_MAX = 200_000;

const ACTIVE = String(WALLET_STATUS.active);

/** The columns of an import that a file brings. */
export function importColumns(columns: Matching<FileColumn>): ImportColumn[] {
  const brought = columns.flatMap((column) => {
    if (column === null || column === "status") return [];
    return [column === "givenName" || column === "familyName" ? "name" : column];
  });
  return [...new Set(brought)];
}

/**
 * The lines of a table of customers, each cell as it was meant. A line that is broken, or has more cells than columns, comes with no cells, and
 * the lines after it are read all the same.
 * @throws FileError when there are none, or too many
 */
export async function* readLines(table: OpenTable, columns: Matching<FileColumn>): AsyncGenerator<FileLine> {
  let count = 0;
  for await (const { line, cells, problem } of table.records()) {
    count += 1;
    if (count > LINES_MAX) throw new FileError({ code: "too_many_lines", max: LINES_MAX });
    const isWhole = cells?.slice(columns.length).every((cell) => cell.trim() === "") ?? false;
    if (cells === null || !isWhole) {
      yield { line, cells: null, ...(problem === "quote" && { isQuoteOpen: true }) };
      continue;
    }
    const { givenName, familyName, status = "", ...named } = cellsByColumn(columns, cells.map(plainCell));
    const joined = [givenName, familyName].filter((part) => part).join(" ");
    yield {
      line,
      cells: {
        ...named,
        ...(!named.name && (givenName !== undefined || familyName !== undefined) && { name: joined }),
      },
      ...(status !== "" && status !== ACTIVE && { isInactive: true }),
    };
  }
  if (count === 0) throw new FileError({ code: "empty" });
}

/** A file without a table cannot be read. */
export function toFileError(error: unknown): FileError {
  if (error instanceof FileError) return error;
  if (error instanceof TableError) return new FileError({ code: error.why });
  throw error;
}
