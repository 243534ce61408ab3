import { inflateRawSync } from "node:zlib";

const CENTRAL_ENTRY = 0x02014b50;

/** The files of a ZIP archive as text, by their names, as its directory at the end names them. */
export function readZip(archive: Buffer): Record<string, string> {
  const end = archive.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  const files: Record<string, string> = {};
  for (let at = archive.readUInt32LE(end + 16); archive.readUInt32LE(at) === CENTRAL_ENTRY; ) {
    const method = archive.readUInt16LE(at + 10);
    const size = archive.readUInt32LE(at + 20);
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      archive.readUInt16LE(at + offset),
    );
    const name = archive.toString("utf8", at + 46, at + 46 + (nameLength ?? 0));
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const bytes = archive.subarray(start, start + size);
    files[name] = (method === 0 ? bytes : inflateRawSync(bytes)).toString("utf8");
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return files;
}
