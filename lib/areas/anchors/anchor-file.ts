import { type FileHandle, mkdir, open, readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { env } from "@/lib/platform/env";
import type { Anchor } from "./anchor";

const headSchema = z.object({ seq: z.int(), hash: z.string().nullable() });
const lineSchema = z.object({
  number: z.int().positive(),
  createdAt: z.iso.datetime().transform((text) => new Date(text)),
  afterEntryId: z.int(),
  entryId: z.int(),
  wallets: z.int(),
  root: z.string(),
  audit: headSchema,
  security: headSchema,
  previousHash: z.string().nullable(),
  hash: z.string(),
  keyId: z.string(),
  signature: z.string(),
});

/** The file that anchors are added to as JSON lines, outside the database. */
export function anchorFile(): string {
  const { anchorFile: file, dataDir } = env();
  return file ?? path.join(dataDir, "anchors", "anchors.jsonl");
}

/** One anchor as a line of the file, a row of an answer or the data of an event. */
export function anchorJson(anchor: Anchor): Record<string, unknown> {
  return { ...anchor, createdAt: anchor.createdAt.toISOString() };
}

/** Adds the anchors at the end of the file and waits until they are on the disk. A line that a crash cut short goes. */
export async function appendToAnchorFile(file: string, anchors: readonly Anchor[]): Promise<void> {
  if (anchors.length === 0) return;
  await mkdir(path.dirname(file), { recursive: true });
  const handle = await open(file, "a+", 0o600);
  try {
    const { size, tail } = await readTail(handle);
    const cutBytes = tail.length - (tail.lastIndexOf("\n") + 1);
    if (cutBytes > 0) await handle.truncate(size - cutBytes);
    await handle.writeFile(anchors.map((anchor) => `${JSON.stringify(anchorJson(anchor))}\n`).join(""));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Takes the last anchor out of the file, and a line behind it that a crash cut short. */
export async function removeLastAnchor(file: string): Promise<void> {
  const handle = await open(file, "r+");
  try {
    const { size, tail } = await readTail(handle);
    const end = tail.lastIndexOf("\n");
    const begin = end < 1 ? 0 : tail.lastIndexOf("\n", end - 1) + 1;
    await handle.truncate(size - tail.length + begin);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** More than any line takes. */
const TAIL_BYTES = 16_384;

async function readTail(handle: FileHandle): Promise<{ size: number; tail: Buffer }> {
  const { size } = await handle.stat();
  const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
  await handle.read(tail, 0, tail.length, size - tail.length);
  return { size, tail };
}

/** The last anchor in the file; null when there is none. Throws Error when its last whole line is no anchor. */
export async function readLastAnchor(file: string): Promise<Anchor | null> {
  const handle = await open(file, "r").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (handle === null) return null;
  try {
    const { tail } = await readTail(handle);
    const [line, cutShort] = tail.toString("utf8").split("\n").slice(-2);
    if (line === undefined || cutShort === undefined) return null;
    return anchorOf(line, `The last line of ${file}`);
  } finally {
    await handle.close();
  }
}

/**
 * The anchors in the file, in its order; null when there is no file. A line that was cut short by a crash at its end is left out.
 * @throws Error naming the line that is none.
 */
export async function readAnchorFile(file: string): Promise<Anchor[] | null> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return null;
  const lines = text.split("\n");
  lines.pop();
  return lines.map((line, index) => anchorOf(line, `Line ${index + 1} of ${file}`));
}

function anchorOf(line: string, place: string): Anchor {
  const parsed = lineSchema.safeParse(parseJson(line));
  if (!parsed.success) throw new Error(`${place} is no anchor.`);
  return parsed.data;
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
