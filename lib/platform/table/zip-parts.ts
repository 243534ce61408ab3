import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";

const unpack = promisify(inflateRaw);

const END = Buffer.from("PK\x05\x06", "latin1");
const CENTRAL_ENTRY = 0x02014b50;
const CENTRAL_BYTES = 46;

/** Unpacks a part of a ZIP file by its name; null where there is none. */
export type Part = (name: string) => Promise<string | null>;

/**
 * The parts of a ZIP file, unpacked off the main thread as they are asked for; null when this is none. All that were unpacked are at most `bytesMax`
 * together, measured while they are unpacked and whatever the directory says: the part beyond it throws.
 */
export function zipParts(file: Buffer, bytesMax: number): Part | null {
  const end = file.lastIndexOf(END);
  if (end === -1 || end + 22 > file.length) return null;
  const places = new Map<string, { method: number; size: number; local: number }>();
  for (let at = file.readUInt32LE(end + 16); isEntry(file, at); ) {
    const [name, extra, comment] = [28, 30, 32].map((offset) => file.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    // Names of parts are compared without case, and some programs write them with backslashes.
    const key = file.toString("utf8", at + CENTRAL_BYTES, at + CENTRAL_BYTES + name);
    places.set(key.replaceAll("\\", "/").toLowerCase(), {
      method: file.readUInt16LE(at + 10),
      size: file.readUInt32LE(at + 20),
      local: file.readUInt32LE(at + 42),
    });
    at += CENTRAL_BYTES + name + extra + comment;
  }
  let left = bytesMax;
  return async (name) => {
    const place = places.get(name.toLowerCase());
    if (place === undefined || place.local + 30 > file.length) return null;
    const { method, size, local } = place;
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const bytes = file.subarray(start, start + size);
    if (left <= 0) throw new Error("The parts are larger than they may be");
    const plain = method === 0 ? bytes : await unpack(bytes, { maxOutputLength: left });
    left -= plain.length;
    return plain.toString("utf8");
  };
}

function isEntry(file: Buffer, at: number): boolean {
  return at + CENTRAL_BYTES <= file.length && file.readUInt32LE(at) === CENTRAL_ENTRY;
}
