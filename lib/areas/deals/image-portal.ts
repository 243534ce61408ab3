import { prisma } from "@/lib/platform/database/pools";
import { processSingleton } from "@/lib/platform/process-singleton";
import { IMAGE_WIDTHS } from "./words";

/** An SVG that is opened by itself may draw, and nothing else. */
const POLICY = { "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox" };
const HASH = /^[\da-f]{64}$/;

/**
 * `GET /images/{hash}`: images are named by their content, so one that was fetched never changes. With `?width=`, one of
 * `IMAGE_WIDTHS`, it is WebP and at most that wide; of any other width there is none: 404.
 */
export async function serveImage(
  request: Request,
  { params }: { params: Promise<{ hash: string }> },
): Promise<Response> {
  const { hash } = await params;
  const asked = new URL(request.url).searchParams.get("width");
  const width = IMAGE_WIDTHS.find((known) => String(known) === asked);
  const isNamed = HASH.test(hash) && (asked === null || width !== undefined);
  const image = isNamed ? await readImage(hash, width) : null;
  if (image === null) return new Response("Image not found", { status: 404, headers: POLICY });
  return new Response(new Uint8Array(image.bytes), {
    headers: {
      "Content-Type": image.contentType,
      "Cache-Control": "public, max-age=31536000, immutable",
      ETag: width === undefined ? `"${hash}"` : `"${hash}-${width}"`,
      ...POLICY,
      "X-Content-Type-Options": "nosniff",
    },
  });
}

/** A picture as it is served. */
interface ServedImage {
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
