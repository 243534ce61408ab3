import { readImage } from "./images";

const HASH = /^[\da-f]{64}$/;

/** `GET /images/{hash}`: images are named by their content, so one that was fetched never changes. */
export async function serveImage(
  _request: Request,
  { params }: { params: Promise<{ hash: string }> },
): Promise<Response> {
  const { hash } = await params;
  const image = HASH.test(hash) ? await readImage(hash) : null;
  if (image === null) return new Response("Image not found", { status: 404 });
  return new Response(new Uint8Array(image.bytes), {
    headers: {
      "Content-Type": image.contentType,
      "Cache-Control": "public, max-age=31536000, immutable",
      ETag: `"${hash}"`,
      // An SVG that is opened by itself may draw, and nothing else.
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
