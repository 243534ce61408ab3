import type { Pool, PoolClient } from "pg";
import type { LogTypeId } from "@/lib/ledger/core/types";
import { eachListedEntry, type ListedScope } from "@/lib/log/listed-entries";
import type { Clock } from "@/lib/platform/clock";
import type { Language } from "@/lib/platform/language";
import type { RecurringJob } from "@/lib/platform/recurring-job";
import { parseZonedDateTime, plusDays, startOfDayAfter } from "@/lib/platform/time";
import { type WaitingWork, waitingWork } from "@/lib/platform/waiting-work";
import type { FileQuery } from "./report-files";
import type { FileFormat } from "./schemas";
import { type FileDay, FileInterrupted, type WriteFileOptions, writeFile } from "./write-file";

export interface FileRunnerOptions extends Pick<WaitingWork, "pool" | "onError"> {
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
    await writeFile(client, { fileId, format, language, timeZone, days, present, signal });
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
