import { prisma } from "@/lib/platform/database/pools";
import { processSingleton } from "@/lib/platform/process-singleton";

/** A picture as it is served. */
export interface ServedImage {
  contentType: string;
  bytes: Uint8Array;
}

const SVG = "image/svg+xml";
/** Drawings are few: those of the demo data. */
const DRAWN_MAX = 100;

/**
 * The image whose content has this SHA-256 (hexadecimal), as PNG, JPEG or WebP: tills do not draw SVG (rules.md §10). Null
 * when there is none.
 */
export async function readImage(hash: string): Promise<ServedImage | null> {
  const drawn = processSingleton("drawn-images", () => new Map<string, Promise<ServedImage>>());
  const known = drawn.get(hash);
  if (known !== undefined) return known;
  const image = await prisma().image.findUnique({
    where: { hash },
    select: { contentType: true, bytes: true, width: true },
  });
  if (image?.contentType !== SVG) return image;
  const drawing = draw(image.bytes, image.width);
  if (drawn.size >= DRAWN_MAX) drawn.clear();
  drawn.set(hash, drawing);
  drawing.catch(() => drawn.delete(hash));
  return drawing;
}

/** Twice as wide as it is shown, for screens of many pixels. */
const DRAWN_SCALE = 2;
const DRAWN_WIDTH_MAX = 1600;
/** Dots an inch at which a drawing is as wide as it says. */
const DENSITY = 72;

async function draw(svg: Uint8Array, width: number): Promise<ServedImage> {
  const { default: sharp } = await import("sharp");
  const scale = Math.min(DRAWN_SCALE, DRAWN_WIDTH_MAX / width);
  const bytes = await sharp(svg, { density: DENSITY * Math.max(1, scale) })
    .resize({ width: Math.round(width * scale) })
    .png({ palette: true })
    .toBuffer();
  return { contentType: "image/png", bytes };
}
