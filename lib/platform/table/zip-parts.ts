import { inflateRawSync } from "node:zlib";

const END = Buffer.from("PK\x05\x06", "latin1");
const CENTRAL_ENTRY = 0x02014b50;
const CENTRAL_BYTES = 46;

/** The parts of a ZIP file by their names, unpacked as they are asked for; null when this is none, or unpacks to more than `bytesMax`. */
export function zipParts(file: Buffer, bytesMax: number): ((name: string) => string | null) | null {
  const end = file.lastIndexOf(END);
  if (end === -1 || end + 22 > file.length) return null;
  const places = new Map<string, { method: number; size: number; local: number }>();
  let unpacked = 0;
  for (let at = file.readUInt32LE(end + 16); isEntry(file, at); ) {
    const [name, extra, comment] = [28, 30, 32].map((offset) => file.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    unpacked += file.readUInt32LE(at + 24);
    // Names of parts are compared without case, and some programs write them with backslashes.
    const key = file.toString("utf8", at + CENTRAL_BYTES, at + CENTRAL_BYTES + name);
    places.set(key.replaceAll("\\", "/").toLowerCase(), {
      method: file.readUInt16LE(at + 10),
      size: file.readUInt32LE(at + 20),
      local: file.readUInt32LE(at + 42),
    });
    at += CENTRAL_BYTES + name + extra + comment;
  }
  if (unpacked > bytesMax) return null;
  return (name) => {
    const place = places.get(name.toLowerCase());
    if (place === undefined || place.local + 30 > file.length) return null;
    const { method, size, local } = place;
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const bytes = file.subarray(start, start + size);
    // The directory's sizes are only said: unpacking ends at the bound all the same.
    return (method === 0 ? bytes : inflateRawSync(bytes, { maxOutputLength: bytesMax })).toString("utf8");
  };
}

function isEntry(file: Buffer, at: number): boolean {
  return at + CENTRAL_BYTES <= file.length && file.readUInt32LE(at) === CENTRAL_ENTRY;
}
