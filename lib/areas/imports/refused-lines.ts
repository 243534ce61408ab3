import type { AdminActor } from "@/lib/portal/acts/actor";
import type { AdminContext } from "@/lib/portal/acts/context";
import { readImport } from "./read-imports";
import type { LineProblem } from "./read-line";
import { openLine } from "./sealed-line";
import type { ImportColumn } from "./words";

/** A refused line of an import, with what it said. */
export interface RefusedLine {
  line: number;
  problems: LineProblem[];
  cells: Partial<Record<ImportColumn, string>>;
}

const PART_SIZE = 1_000;

/**
 * The lines of an import that were refused, in their order, and the columns that its file has.
 * @throws AdminError forbidden, not_found
 */
export async function readRefusedLines(
  context: AdminContext,
  actor: AdminActor,
  importId: number,
): Promise<{ fileName: string; columns: ImportColumn[]; lines: AsyncGenerator<RefusedLine> }> {
  const { fileName } = await readImport(context, actor, importId);
  const { columns } = await context.database.walletImport.findUniqueOrThrow({ where: { id: importId } });
  return { fileName, columns: columns as ImportColumn[], lines: refusedLines(context, importId) };
}

/**
 * At most `limit` of them, those after the line `after`, and whether there are more.
 * @throws AdminError forbidden, not_found
 */
export async function readRefusedPage(
  context: AdminContext,
  actor: AdminActor,
  importId: number,
  { after, limit }: { after: number; limit: number },
): Promise<{ lines: RefusedLine[]; hasMore: boolean }> {
  await readImport(context, actor, importId);
  const lines = await refusedAfter(context, importId, { after, limit: limit + 1 });
  return { lines: lines.slice(0, limit), hasMore: lines.length > limit };
}

async function* refusedLines(context: AdminContext, importId: number): AsyncGenerator<RefusedLine> {
  let after = 0;
  for (;;) {
    const lines = await refusedAfter(context, importId, { after, limit: PART_SIZE });
    yield* lines;
    after = lines.at(-1)?.line ?? 0;
    if (lines.length < PART_SIZE) return;
  }
}

async function refusedAfter(
  { database }: AdminContext,
  importId: number,
  { after, limit }: { after: number; limit: number },
): Promise<RefusedLine[]> {
  // Lines whose wallets were made but whose points were not are told as well.
  const rows = await database.walletImportRow.findMany({
    where: { importId, line: { gt: after }, OR: [{ state: 2 }, { state: 4, problems: { not: [] } }] },
    orderBy: { line: "asc" },
    take: limit,
  });
  return rows.map(({ line, problems, fields }) => {
    const { cells } = openLine(fields);
    return { line, problems: problems as unknown as LineProblem[], cells: cells ?? {} };
  });
}
