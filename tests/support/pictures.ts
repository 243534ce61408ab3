import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

/** A picture of one colour. */
export function picture(
  format: "jpeg" | "png" | "webp",
  { width = 600, height = 400, colour = "#0b6470" } = {},
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: colour } })
    .toFormat(format)
    .toBuffer();
}

/** A photograph as a telephone takes it: lying on its side, with the place it was taken at. */
export function photograph(): Promise<Buffer> {
  return sharp({ create: { width: 600, height: 400, channels: 3, background: "#884400" } })
    .jpeg()
    .withExif({ IFD0: { Copyright: "SECRET OWNER" }, IFD3: { GPSLatitude: "30/1 2/1 40/1" } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A small file that unpacks to as many pixels as it says. */
export function pngBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(4_000_000))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A PNG that says that it moves. */
export async function animatedPng(): Promise<Buffer> {
  const still = await picture("png");
  const control = chunk("acTL", Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]));
  // Behind the signature and the header.
  return Buffer.concat([still.subarray(0, 33), control, still.subarray(33)]);
}

export async function animatedWebp(): Promise<Buffer> {
  const frames = Buffer.concat([Buffer.alloc(600 * 400 * 3, 20), Buffer.alloc(600 * 400 * 3, 200)]);
  return sharp(frames, { raw: { width: 600, height: 800, channels: 3, pageHeight: 400 } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer();
}
