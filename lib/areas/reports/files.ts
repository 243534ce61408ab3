import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import type { Pool, PoolClient } from "pg";
import { entryColumns } from "@/lib/areas/entries/columns";
import type { PortalEntry } from "@/lib/areas/entries/schemas";
import type { HistoryEntry } from "@/lib/ledger/rules/history-entry";
import type { LogTypeId } from "@/lib/ledger/rules/types";
import { eachListedEntry, type ListedScope } from "@/lib/log/listed-entries";
import type { Clock } from "@/lib/platform/clock";
import { type CsvColumn, csvStream } from "@/lib/platform/csv";
import type { Language } from "@/lib/platform/language";
import type { RecurringJob } from "@/lib/platform/recurring-job";
import { parseZonedDateTime, plusDays, startOfDayAfter } from "@/lib/platform/time";
import { type WaitingWork, waitingWork } from "@/lib/platform/waiting-work";
import { xlsxStream } from "@/lib/platform/xlsx";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { administer } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { readIn } from "@/lib/portal/acts/person";
import { lengthOf } from "./range";
import type { FileFormat, ReportEntriesFilter } from "./schemas";

interface FileRunnerOptions extends Pick<WaitingWork, "pool" | "onError"> {
  /** Where the entries are read: a copy, or the database itself. */
  source: () => Promise<Pool>;
  clock: Clock;
  timeZone: () => string;
  present: WriteFileOptions["present"];
}

/** A file that fails so many times is given up. */
const ATTEMPTS_MAX = 3;

/** Makes the files that were asked for. One that was left is begun anew. */
export function createFileRunner(options: FileRunnerOptions): RecurringJob<void> {
  return waitingWork({
    name: "report files",
    pool: options.pool,
    waiting: "SELECT id FROM report_file WHERE state IN ('waiting', 'running') ORDER BY id",
    lock: "report file",
    work: (client, fileId, signal) => makeFile(client, fileId, { ...options, signal }),
    onError: options.onError,
  });
}

interface FileRow {
  format: FileFormat;
  language: Language;
  query: FileQuery;
  merchant_id: number | null;
}

async function makeFile(
  client: PoolClient,
  fileId: number,
  { signal, ...options }: FileRunnerOptions & { signal: AbortSignal },
): Promise<void> {
  const { clock, present } = options;
  const { rows } = await client.query<FileRow>(BEGIN, [fileId, ATTEMPTS_MAX]);
  const [file] = rows;
  if (file === undefined) {
    await client.query(GIVE_UP, [fileId, clock.now()]);
    return;
  }
  try {
    const { format, language } = file;
    const days = await daysOf(file, options);
    const timeZone = options.timeZone();
    await readIn(language, () =>
      writeFile(client, { fileId, format, language, timeZone, days, present, signal }),
    );
  } catch (error) {
    if (!(error instanceof FileInterrupted)) throw error;
    // The file is not at fault.
    await client.query("UPDATE report_file SET attempts = attempts - 1 WHERE id = $1", [fileId]);
    return;
  }
  const done = "UPDATE report_file SET state = 'done', finished_at = $2 WHERE id = $1";
  await client.query(done, [fileId, clock.now()]);
}

const BEGIN = `
UPDATE report_file SET state = 'running', attempts = attempts + 1, days_done = 0, lines = 0, bytes = 0
 WHERE id = $1 AND state IN ('waiting', 'running') AND attempts < $2
RETURNING format, language, query, merchant_id`;

const GIVE_UP = `
UPDATE report_file SET state = 'failed', finished_at = $2 WHERE id = $1 AND state IN ('waiting', 'running')`;

/** The days of a file, the newest first, each read when it is its turn. */
async function daysOf(
  { query, merchant_id: ownMerchantId }: FileRow,
  { pool, source, timeZone }: FileRunnerOptions,
): Promise<Iterable<FileDay>> {
  const log = await source();
  // The merchant for which it was asked stands, whatever the filter says.
  const scope = await listedScope(pool, { ...query, merchantId: ownMerchantId ?? query.merchantId ?? null });
  const filter = listedFilter(query, timeZone());
  return (function* () {
    for (let day = query.to; day >= query.from; day = plusDays(day, -1)) {
      const from = parseZonedDateTime(day, filter.timeZone);
      const until = startOfDayAfter(day, filter.timeZone);
      yield eachListedEntry(log, { scope, filter: { ...filter, from, until } });
    }
  })();
}

/** Branches of a filter: one branch, none (0), or all branches of a merchant. */
export async function listedScope(
  pool: Pool,
  { merchantId, branchId }: { merchantId: number | null; branchId?: number | undefined },
): Promise<ListedScope> {
  if (branchId === 0) return { merchantId, branchIds: [], withoutBranch: true };
  if (branchId !== undefined) return { merchantId, branchIds: [branchId], withoutBranch: false };
  const { rows } = await pool.query<{ id: number }>(
    "SELECT id FROM branch WHERE $1::integer IS NULL OR merchant_id = $1 ORDER BY id",
    [merchantId],
  );
  return { merchantId, branchIds: rows.map(({ id }) => id), withoutBranch: true };
}

/** A filter of the address as the ledger knows it. */
export function listedFilter(
  { kinds, undid, hour, weekday, tierId, userId, item, since }: FileQuery,
  timeZone: string,
) {
  const logTypeIds = kinds?.split(",").map((kind) => Number(kind) as LogTypeId);
  const firstMonth = since && `${since}-01`;
  return {
    logTypeIds,
    undidLogTypeId: undid as LogTypeId | undefined,
    hour,
    weekday,
    segmentId: tierId,
    userId,
    skuId: item,
    firstMonth,
    timeZone,
  };
}

/** The entries of a file: a filter whose days are known. */
export type FileQuery = ReportEntriesFilter & { from: string; to: string };

/** One person's files that are not made yet; above this number one has to wait. */
const UNDONE_MAX = 3;

interface CreateReportFileInput {
  format: FileFormat;
  language: Language;
  query: FileQuery;
}

/**
 * Asks for a file of entries, which a job then makes. That it was asked for, and of what, is in the audit log before the first
 * entry is given out. The caller checks that merchant and branch are within the actor's reach.
 * @throws AdminError forbidden, busy when too many of the actor's are being made
 */
export function createReportFile(
  context: AdminContext,
  actor: AdminActor,
  { format, language, query }: CreateReportFileInput,
): Promise<number> {
  return administer(context, actor, "report_file.create", async ({ tx, now, record }) => {
    const { merchantId, userId } = actor;
    const undone = await tx.reportFile.count({
      where: { createdBy: userId, state: { in: ["waiting", "running"] } },
    });
    if (undone >= UNDONE_MAX) throw new AdminError("busy");
    const { id } = await tx.reportFile.create({
      data: {
        ...{ format, language, merchantId, query: { ...query } },
        days: lengthOf(query),
        createdBy: userId,
        createdAt: now,
      },
    });
    await record({
      subject: "report_file",
      subjectId: id,
      merchantId,
      before: null,
      after: { format, ...query },
    });
    return id;
  });
}

/** A file is kept in parts of this size, so that none is ever held whole. */
const PART_BYTES = 512 * 1024;

/** A day of the file, the newest first, with the entries that it has. */
export type FileDay = AsyncIterable<HistoryEntry[]>;

interface WriteFileOptions {
  fileId: number;
  format: FileFormat;
  language: Language;
  timeZone: string;
  days: Iterable<FileDay>;
  /** The entries as people know them: with names, and what their points were worth. */
  present: (entries: readonly HistoryEntry[]) => Promise<FileEntry[]>;
  signal: AbortSignal;
}

/** An entry with the worth of its points: those that it gave, or took as a number below zero, at the redemption rate of its moment. */
export interface FileEntry extends PortalEntry {
  /** A decimal; lines add up to the rows of what is owed. */
  worth: string;
}

const WORTH_COLUMN: CsvColumn<FileEntry> = {
  header: { en: "Worth of the points", ar: "قيمة النقاط" },
  cell: ({ worth }) => ({ amount: worth }),
};

/** The process is to end; another one begins the file anew. */
export class FileInterrupted extends Error {
  override readonly name = "FileInterrupted";
}

/**
 * Writes a file from its beginning, part by part, in memory that does not grow with its length, and notes how far it has come. Both
 * formats are streams that cannot be gone on with in the middle, so a file that was interrupted is begun anew. A CSV file is
 * kept compressed. The caller holds the file's lock on this connection.
 * @throws FileInterrupted
 */
export async function writeFile(
  client: PoolClient,
  { fileId, format, language, timeZone, ...read }: WriteFileOptions,
): Promise<void> {
  await client.query("DELETE FROM report_file_part WHERE file_id = $1", [fileId]);
  const columns = [...entryColumns(timeZone, language), WORTH_COLUMN];
  const progress = { daysDone: 0, lines: 0 };
  const entries = eachEntry(read, progress);
  const bytes =
    format === "xlsx"
      ? xlsxStream(columns, entries, language)
      : // An error of either is thrown where the other is read.
        Readable.fromWeb(
          csvStream(columns, entries, language) as Parameters<typeof Readable.fromWeb>[0],
        ).compose(createGzip());
  let part = 0;
  let size = 0;
  const store = async (chunk: Buffer) => {
    await client.query("INSERT INTO report_file_part (file_id, part, bytes) VALUES ($1, $2, $3)", [
      fileId,
      part,
      chunk,
    ]);
    part += 1;
    size += chunk.byteLength;
    await client.query(PROGRESS, [fileId, progress.daysDone, progress.lines, size]);
  };
  for await (const chunk of inParts(bytes)) await store(chunk);
  await client.query(PROGRESS, [fileId, progress.daysDone, progress.lines, size]);
}

const PROGRESS = "UPDATE report_file SET days_done = $2, lines = $3, bytes = $4 WHERE id = $1";

async function* eachEntry(
  { days, present, signal }: Pick<WriteFileOptions, "days" | "present" | "signal">,
  progress: { daysDone: number; lines: number },
): AsyncGenerator<FileEntry> {
  for (const day of days) {
    for await (const entries of day) {
      if (signal.aborted) throw new FileInterrupted("The process is to end");
      yield* await present(entries);
      progress.lines += entries.length;
    }
    if (signal.aborted) throw new FileInterrupted("The process is to end");
    progress.daysDone += 1;
  }
}

async function* inParts(bytes: Readable): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    waiting.push(chunk);
    length += chunk.byteLength;
    if (length < PART_BYTES) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(waiting);
}
