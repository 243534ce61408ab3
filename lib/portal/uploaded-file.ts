import { portalPool } from "@/lib/platform/database/pg-pools";
import { isUnfinished, plainCell } from "@/lib/platform/table/cells";
import type { ColumnRules, Matching } from "@/lib/platform/table/match";
import { recallColumns, rememberColumns } from "@/lib/platform/table/remembered";
import { type Survey, surveyTable } from "@/lib/platform/table/survey";
import { TableError } from "@/lib/platform/table/table";
import type { AgreedFile } from "@/lib/portal/wire/files";
import { AdminError } from "./acts/errors";
import { fieldRefusal } from "./refusal";
import { fillIn } from "./wire/errors";
import { FIELD_PROBLEMS } from "./wire/problems";

interface Uploaded<Column extends string> {
  /** The file's bytes in base64. */
  file: string;
  agreed?: AgreedFile | undefined;
  rules: ColumnRules<Column>;
  merchantId: number | null;
  kind: "branches" | "coupons" | "promotions";
}

/** @throws AdminError validation: a cell that is read has no value of its own */
async function refuseUnfinished<Column extends string>({ table, columns }: Survey<Column>): Promise<void> {
  for await (const { line, cells } of table.records()) {
    const read = cells?.filter((_, place) => columns[place] != null) ?? [];
    if (read.some((cell) => isUnfinished(plainCell(cell)))) throw lineRefusal("file_formula", line);
  }
}

/** A file that cannot be taken because of one of its lines. */
export function lineRefusal(problem: "file_formula" | "file_number", line: number): AdminError {
  return new AdminError("validation", { fields: { file: fillIn(FIELD_PROBLEMS[problem], { line }) } });
}

/**
 * Looks at a file that came with a request. Answers about columns are remembered for the merchant's next file of the same columns.
 * @throws AdminError validation: the file cannot be read, or its columns were agreed to be what there is not
 */
export async function surveyUploaded<Column extends string>({
  file,
  agreed = {},
  rules,
  merchantId,
  kind,
}: Uploaded<Column>): Promise<Survey<Column>> {
  const bytes = Buffer.from(file, "base64");
  const columns = agreed.columns as Matching<Column> | undefined;
  if (columns !== undefined && !rules.isEnough(new Set(columns.filter((column) => column !== null))))
    throw fieldRefusal("file", "columns");
  const source = async function* () {
    yield bytes;
  };
  try {
    const survey = await surveyTable(source, rules, { ...agreed, columns, dayOrders: undefined }, (headers) =>
      recallColumns<Column>(portalPool(), { merchantId, kind, headers }),
    );
    const { headers, hasHeader } = survey.table;
    if (columns !== undefined && hasHeader && columns.length === headers.length)
      await rememberColumns(portalPool(), { merchantId, kind, headers }, columns);
    if (survey.isClear) await refuseUnfinished(survey);
    return survey;
  } catch (error) {
    if (error instanceof TableError) throw fieldRefusal("file", `file_${error.why}`);
    throw error;
  }
}
