import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import type { PoolClient } from "pg";
import { entryColumns } from "@/lib/areas/entries/columns";
import type { PortalEntry } from "@/lib/areas/entries/schemas";
import type { HistoryEntry } from "@/lib/ledger/core/history-entry";
import { csvStream } from "@/lib/platform/csv";
import type { Language } from "@/lib/platform/language";
import { xlsxStream } from "@/lib/platform/xlsx";
import type { FileFormat } from "./schemas";

/** A file is kept in parts of this size, so that none is ever held whole. */
const PART_BYTES = 512 * 1024;

/** A day of the file, the newest first, with the entries that it has. */
export type FileDay = AsyncIterable<HistoryEntry[]>;

export interface WriteFileOptions {
  fileId: number;
  format: FileFormat;
  language: Language;
  timeZone: string;
  days: Iterable<FileDay>;
  /** The entries as people know them: with names. */
  present: (entries: readonly HistoryEntry[]) => Promise<PortalEntry[]>;
  signal: AbortSignal;
}

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
  const columns = entryColumns(timeZone, language);
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
): AsyncGenerator<PortalEntry> {
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
