/** The formats of pictures that people may upload. Everything else, SVG first of all, is no picture here. */
export type PictureFormat = "jpeg" | "png" | "webp";

/** Type and size according to a file's own bytes. */
export interface PictureFile {
  format: PictureFormat;
  /** The picture is the whole file: nothing follows it that another program would take for something else. */
  isWhole: boolean;
  isAnimated: boolean;
}

/** Reads a file by its content: its name and what the browser calls it count for nothing. Null when it is no picture. Pure. */
export function readPictureFile(bytes: Uint8Array): PictureFile | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.subarray(0, 8).equals(PNG_SIGNATURE)) return readPng(file);
  if (file.subarray(0, 3).equals(JPEG_SIGNATURE)) return readJpeg(file);
  if (file.toString("latin1", 0, 4) === "RIFF" && file.toString("latin1", 8, 12) === "WEBP")
    return readWebp(file);
  return null;
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG_SIGNATURE = Buffer.from([0xff, 0xd8, 0xff]);

/** A PNG is a row of chunks, each with its length, up to IEND. */
function readPng(file: Buffer): PictureFile {
  let isAnimated = false;
  let at = PNG_SIGNATURE.length;
  while (at + 12 <= file.length) {
    const type = file.toString("latin1", at + 4, at + 8);
    isAnimated ||= type === "acTL";
    at += 12 + file.readUInt32BE(at);
    if (type === "IEND") return { format: "png", isWhole: at === file.length, isAnimated };
  }
  return { format: "png", isWhole: false, isAnimated };
}

/** A WebP says its length, and in an extended header whether it moves. */
function readWebp(file: Buffer): PictureFile {
  const isExtended = file.toString("latin1", 12, 16) === "VP8X" && file.length > 20;
  return {
    format: "webp",
    isWhole: file.readUInt32LE(4) + 8 === file.length,
    isAnimated: isExtended && (file.readUInt8(20) & 0x02) !== 0,
  };
}

/** Markers of a JPEG that have no length: TEM, RST0 to RST7, SOI. */
const isBare = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

/** A JPEG is a row of segments; the compressed picture itself ends at the next marker that is neither data nor a restart. */
function readJpeg(file: Buffer): PictureFile {
  const jpeg = (isWhole: boolean): PictureFile => ({ format: "jpeg", isWhole, isAnimated: false });
  let at = 2;
  while (at + 4 <= file.length || at + 2 === file.length) {
    if (file[at] !== 0xff) return jpeg(false);
    const marker = file[at + 1] ?? 0;
    if (marker === 0xd9) return jpeg(isHarmlessTail(file.subarray(at + 2)));
    if (marker === 0xff) at += 1;
    else if (isBare(marker)) at += 2;
    else {
      if (at + 4 > file.length) return jpeg(false);
      at += 2 + file.readUInt16BE(at + 2);
      if (marker === 0xda) at = endOfScan(file, at);
    }
  }
  return jpeg(false);
}

function endOfScan(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at !== -1; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1] ?? 0;
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return file.length;
}

/** Telephones put further pictures, or a film of the moment, behind the picture; some programs fill up with zeros. */
function isHarmlessTail(tail: Buffer): boolean {
  return (
    tail.subarray(0, 3).equals(JPEG_SIGNATURE) ||
    tail.toString("latin1", 4, 8) === "ftyp" ||
    tail.every((byte) => byte === 0)
  );
}
