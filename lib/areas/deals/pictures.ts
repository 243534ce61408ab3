import { createHash } from "node:crypto";
import { type AdminActor, requirePermission } from "@/lib/portal/acts/actor";
import { administer } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError, type PictureProblem } from "@/lib/portal/acts/errors";
import { PICTURE_BYTES_MAX } from "./words";

interface StoredImage {
  /** SHA-256 of what was stored, hexadecimal: its name. */
  hash: string;
  width: number;
  height: number;
}

/**
 * Stores an uploaded picture, written anew (see preparePicture). The same picture is stored once.
 * @throws AdminError forbidden, picture
 */
export async function storeImage(
  context: AdminContext,
  actor: AdminActor,
  file: Uint8Array,
  use?: PictureUse,
): Promise<StoredImage> {
  requirePermission(actor, "image.store");
  const { hash, bytes, ...facts } = await preparePicture(file, use);
  await administer(context, actor, "image.store", async ({ tx, now, record }) => {
    // Known already, and whoever uploads it again is about to use it: see removeUnusedPictures.
    const known = await tx.image.updateMany({ where: { hash }, data: { unusedSince: null } });
    if (known.count > 0) return;
    const { count } = await tx.image.createMany({
      data: [{ hash, bytes, ...facts, createdAt: now }],
      skipDuplicates: true,
    });
    if (count === 0) return;
    await record({
      subject: "image",
      subjectId: hash,
      merchantId: actor.merchantId,
      before: null,
      after: { ...facts, sizeBytes: bytes.byteLength },
    });
  });
  return { hash, width: facts.width, height: facts.height };
}

const PIXELS_MAX = 40_000_000;
/** Uses of a picture, each with the least width and height. */
const LEAST = { deal: [300, 200], logo: [64, 64] } as const;
export type PictureUse = keyof typeof LEAST;
/** Stored pictures are at most this wide and high: twice the largest shown size. */
const STORED_SIDE_MAX = 1600;
const QUALITY = 82;
const SECONDS_MAX = 20;

/** A picture as it is stored: written anew by the service, named by its content. */
interface Picture {
  /** SHA-256 of the bytes, hexadecimal. */
  hash: string;
  contentType: "image/webp";
  width: number;
  height: number;
  bytes: Uint8Array<ArrayBuffer>;
}

const unusable = (problem: PictureProblem) => new AdminError("picture", { problem });

/**
 * Makes an uploaded file the picture that is stored. Its type is what its content says; only the pixels are taken over, so nothing that
 * came with them (EXIF with the place it was taken at, comments, scripts, a second file behind the first) is kept. The picture is turned
 * upright and made no larger than needed. Pictures are taken apart one after the other: a large one fills a good part of the memory.
 * @throws AdminError picture
 */
export function preparePicture(file: Uint8Array, use: PictureUse = "deal"): Promise<Picture> {
  const picture = turn.then(() => prepare(file, use));
  turn = picture.catch(() => undefined);
  return picture;
}

let turn: Promise<unknown> = Promise.resolve();

async function prepare(file: Uint8Array, use: PictureUse): Promise<Picture> {
  const [widthMin, heightMin] = LEAST[use];
  if (file.byteLength > PICTURE_BYTES_MAX) throw unusable("too_large");
  const found = readPictureFile(file);
  if (found === null) throw unusable("type");
  if (found.isAnimated) throw unusable("animated");
  if (found.end === null || found.end > file.byteLength) throw unusable("broken");
  // Most processes never see an upload; they do without the library.
  const { default: sharp } = await import("sharp");
  const source = sharp(file.subarray(0, found.end), {
    limitInputPixels: PIXELS_MAX,
    failOn: "warning",
    pages: 1,
  });
  // Says what the header claims, before anything is unpacked.
  const claimed = await source.metadata().catch(brokenPicture);
  if (claimed.format !== found.format) throw unusable("broken");
  if (claimed.width * claimed.height > PIXELS_MAX) throw unusable("too_large");
  if (claimed.autoOrient.width < widthMin || claimed.autoOrient.height < heightMin)
    throw unusable(use === "logo" ? "logo_too_small" : "too_small");
  const { data, info } = await source
    .autoOrient()
    .resize({ width: STORED_SIDE_MAX, height: STORED_SIDE_MAX, fit: "inside", withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .timeout({ seconds: SECONDS_MAX })
    .toBuffer({ resolveWithObject: true })
    .catch(brokenPicture);
  return {
    hash: createHash("sha256").update(data).digest("hex"),
    contentType: "image/webp",
    width: info.width,
    height: info.height,
    bytes: new Uint8Array(data),
  };
}

/** The library's message about a file is not for the sender. */
function brokenPicture(error: unknown): never {
  const isTooLarge = error instanceof Error && /pixel limit/i.test(error.message);
  throw unusable(isTooLarge ? "too_large" : "broken");
}

/** The formats of pictures that people may upload. Everything else, SVG first of all, is no picture here. */
type PictureFormat = "jpeg" | "png" | "webp";

/** Type and size according to a file's own bytes. */
interface PictureFile {
  format: PictureFormat;
  /** Bytes of the picture itself; null when its end is missing. Telephones and programs put data of their own behind it. */
  end: number | null;
  isAnimated: boolean;
}

/** Reads a file by its content: its name and what the browser calls it count for nothing. Null when it is no picture. Pure. */
function readPictureFile(bytes: Uint8Array): PictureFile | null {
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
    if (type === "IEND") return { format: "png", end: at, isAnimated };
  }
  return { format: "png", end: null, isAnimated };
}

/** A WebP says its length, and in an extended header whether it moves. */
function readWebp(file: Buffer): PictureFile {
  const isExtended = file.toString("latin1", 12, 16) === "VP8X" && file.length > 20;
  return {
    format: "webp",
    end: file.readUInt32LE(4) + 8,
    isAnimated: isExtended && (file.readUInt8(20) & 0x02) !== 0,
  };
}

/** Markers of a JPEG that have no length: TEM, RST0 to RST7, SOI. */
const isBare = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

/** A JPEG is a row of segments; the compressed picture itself ends at the next marker that is neither data nor a restart. */
function readJpeg(file: Buffer): PictureFile {
  const jpeg = (end: number | null): PictureFile => ({ format: "jpeg", end, isAnimated: false });
  let at = 2;
  while (at + 4 <= file.length || at + 2 === file.length) {
    if (file[at] !== 0xff) return jpeg(null);
    const marker = file[at + 1] ?? 0;
    if (marker === 0xd9) return jpeg(at + 2);
    if (marker === 0xff) at += 1;
    else if (isBare(marker)) at += 2;
    else {
      if (at + 4 > file.length) return jpeg(null);
      at += 2 + file.readUInt16BE(at + 2);
      if (marker === 0xda) at = endOfScan(file, at);
    }
  }
  return jpeg(null);
}

function endOfScan(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at !== -1; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1] ?? 0;
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return file.length;
}
