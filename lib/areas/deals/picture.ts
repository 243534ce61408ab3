import { createHash } from "node:crypto";
import { AdminError, type PictureProblem } from "@/lib/portal/acts/errors";
import { readPictureFile } from "./picture-file";

/** The longest file that is looked at. */
export const PICTURE_BYTES_MAX = 8 * 1024 * 1024;
const PIXELS_MAX = 40_000_000;
const WIDTH_MIN = 300;
const HEIGHT_MIN = 200;
/** Stored pictures are at most this wide and high: twice the largest shown size. */
const STORED_SIDE_MAX = 1600;
const QUALITY = 82;
const SECONDS_MAX = 20;

/** A picture as it is stored: written anew by the service, named by its content. */
export interface Picture {
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
export function preparePicture(file: Uint8Array): Promise<Picture> {
  const picture = turn.then(() => prepare(file));
  turn = picture.catch(() => undefined);
  return picture;
}

let turn: Promise<unknown> = Promise.resolve();

async function prepare(file: Uint8Array): Promise<Picture> {
  if (file.byteLength > PICTURE_BYTES_MAX) throw unusable("too_large");
  const found = readPictureFile(file);
  if (found === null) throw unusable("type");
  if (found.isAnimated) throw unusable("animated");
  if (!found.isWhole) throw unusable("broken");
  // Most processes never see an upload; they do without the library.
  const { default: sharp } = await import("sharp");
  const source = sharp(file, { limitInputPixels: PIXELS_MAX, failOn: "warning", pages: 1 });
  // Says what the header claims, before anything is unpacked.
  const claimed = await source.metadata().catch(brokenPicture);
  if (claimed.format !== found.format) throw unusable("broken");
  if (claimed.width * claimed.height > PIXELS_MAX) throw unusable("too_large");
  if (claimed.autoOrient.width < WIDTH_MIN || claimed.autoOrient.height < HEIGHT_MIN)
    throw unusable("too_small");
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
