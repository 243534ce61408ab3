import { gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import type { PoolClient } from "pg";
import { describe, expect, test } from "vitest";
import type { PortalEntry } from "@/lib/areas/entries/schemas";
import { type FileDay, FileInterrupted, writeFile } from "@/lib/areas/reports/files";
import type { FileFormat } from "@/lib/areas/reports/schemas";
import { FILE_FORMATS } from "@/lib/areas/reports/words";
import type { HistoryEntry } from "@/lib/ledger/rules/history-entry";
import { noise } from "@/tests/support/rounds";
import { readZip } from "@/tests/support/zip";

/** A database that keeps the parts of a file, and how far it has come. */
class FileShelf {
  parts: Buffer[] = [];
  progress: unknown[] = [];
  failsAtPart = Number.POSITIVE_INFINITY;

  async query(text: string, values: unknown[]): Promise<void> {
    if (text.startsWith("DELETE")) this.parts = [];
    else if (text.startsWith("UPDATE")) this.progress = values.slice(1);
    else if (this.parts.length >= this.failsAtPart) throw new Error("The database is gone");
    else this.parts.push(values[2] as Buffer);
  }

  get bytes(): Buffer {
    return Buffer.concat(this.parts);
  }
}

const ENTRY = {
  wallet: { id: 1, walletCode: "100001" },
  logTypeId: 2,
  points: 5,
  by: { id: 1, name: "Mona", kind: "portal" },
  createdAt: "2026-06-10T11:30:00.000Z",
} as PortalEntry;

/** Days of so many entries each, in parts of 500. */
function* daysOf(counts: readonly number[], onClose = () => {}): Generator<FileDay> {
  for (const count of counts)
    yield (async function* () {
      try {
        for (let given = 0; given < count; given += 500)
          yield Array<HistoryEntry>(Math.min(500, count - given)).fill({} as HistoryEntry);
      } finally {
        onClose();
      }
    })();
}

function write(
  shelf: FileShelf,
  format: FileFormat,
  days: Iterable<FileDay>,
  signal = new AbortController().signal,
) {
  let number = 0;
  return writeFile(shelf as unknown as PoolClient, {
    ...{ fileId: 1, format, language: "en", timeZone: "Africa/Cairo", days, signal },
    present: async (entries) =>
      entries.map(() => {
        number += 1;
        return { ...ENTRY, id: number, comment: noise(number), worth: "1" };
      }),
  });
}

const linesOf = (shelf: FileShelf, format: FileFormat): number =>
  format === "csv"
    ? (parse(gunzipSync(shelf.bytes), { bom: true, columns: true }) as unknown[]).length
    : (readZip(shelf.bytes)["xl/worksheets/sheet1.xml"]?.match(/<row[ >]/g)?.length ?? 0) - 1;

describe.each(FILE_FORMATS)("a file as %s", (format) => {
  test("has every entry of every day, is kept in parts, and says how far it has come", async () => {
    const shelf = new FileShelf();
    await write(shelf, format, daysOf([20_000, 0, 12_345]));
    expect(linesOf(shelf, format)).toBe(32_345);
    expect(shelf.parts.length).toBeGreaterThan(1);
    // None is much larger than a part: the file is never held whole.
    for (const part of shelf.parts) expect(part.byteLength).toBeLessThan(600 * 1024);
    expect(shelf.progress).toEqual([3, 32_345, shelf.bytes.byteLength]);
  });

  test("is begun anew, whatever there was of it", async () => {
    const shelf = new FileShelf();
    shelf.parts = [Buffer.from("half a file")];
    await write(shelf, format, daysOf([3]));
    expect(linesOf(shelf, format)).toBe(3);
  });

  test("is let go of when the process is to end, which is no failure of the file", async () => {
    const stopping = new AbortController();
    let closed = 0;
    const days = daysOf([100_000], () => {
      closed += 1;
    });
    const writing = write(new FileShelf(), format, days, stopping.signal);
    stopping.abort();
    await expect(writing).rejects.toBeInstanceOf(FileInterrupted);
    expect(closed).toBe(1);
  });

  test("that cannot be kept ends the reading of its entries", async () => {
    const shelf = new FileShelf();
    shelf.failsAtPart = 1;
    let closed = 0;
    const days = daysOf([1_000_000], () => {
      closed += 1;
    });
    await expect(write(shelf, format, days)).rejects.toThrow("The database is gone");
    await expect.poll(() => closed).toBe(1);
  });
});
