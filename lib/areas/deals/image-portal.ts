import { readImage } from "./images";
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
