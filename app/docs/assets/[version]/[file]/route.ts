import { viewerFile, viewerVersion } from "@/lib/docs/viewer";

interface Context {
  params: Promise<{ version: string; file: string }>;
}

/** A file of the API reference's viewer. Its address changes with its version, so it is kept for ever. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { version, file } = await params;
  const asset = version === (await viewerVersion()) ? await viewerFile(file) : null;
  if (asset === null) return new Response("Not found\n", { status: 404 });
  return new Response(new Uint8Array(asset.body), {
    headers: {
      "Content-Type": asset.contentType,
      "Cache-Control": "public, max-age=31536000, immutable",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
