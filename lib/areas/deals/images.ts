import { prisma } from "@/lib/platform/database/pools";
import { processSingleton } from "@/lib/platform/process-singleton";

/** A picture as it is served. */
export interface ServedImage {
  contentType: string;
  bytes: Uint8Array;
}

const SVG = "image/svg+xml";
/** Those of some hundred deals, in the widths that are asked for: some tens of kilobytes each. */
const MADE_MAX = 1_000;

/**
 * The image whose content has this SHA-256 (hexadecimal). As it is stored, or as PNG where that is SVG, which tills do not
 * draw (rules.md §10); with a width, as WebP of at most so many pixels, never enlarged. Null when there is none.
 */
export async function readImage(hash: string, width?: number): Promise<ServedImage | null> {
  const made = processSingleton("made-images", () => new Map<string, Promise<ServedImage>>());
  const key = `${hash} ${width}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const image = await prisma().image.findUnique({
    where: { hash },
    select: { contentType: true, bytes: true, width: true },
  });
  if (image === null || (width === undefined && image.contentType !== SVG)) return image;
  // Another request may have begun it meanwhile.
  const begun = made.get(key);
  if (begun !== undefined) return begun;
  const making = make(image, width);
  const [oldest] = made.keys();
  if (oldest !== undefined && made.size >= MADE_MAX) made.delete(oldest);
  made.set(key, making);
  making.catch(() => made.delete(key));
  return making;
}

/** Twice as wide as it is shown, for screens of many pixels. */
const DRAWN_SCALE = 2;
const DRAWN_WIDTH_MAX = 1600;
/** Dots an inch at which a drawing is as wide as it says. */
const DENSITY = 72;

async function make(image: ServedImage & { width: number }, width = Number.POSITIVE_INFINITY) {
  const { default: sharp } = await import("sharp");
  const scale = image.contentType === SVG ? Math.min(DRAWN_SCALE, DRAWN_WIDTH_MAX / image.width) : 1;
  const sized = sharp(image.bytes, { density: DENSITY * Math.max(1, scale) }).resize({
    width: Math.min(width, Math.round(image.width * scale)),
  });
  return Number.isFinite(width)
    ? { contentType: "image/webp", bytes: await sized.webp().toBuffer() }
    : { contentType: "image/png", bytes: await sized.png({ palette: true }).toBuffer() };
}
