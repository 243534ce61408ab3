import { existsSync, readdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import mime from "mime-types";
import Negotiator from "negotiator";
import send from "send";
import securityHeaders from "./security-headers.json";

/** Encodings in which files are kept, the smallest first, and how their names end. */
const ENCODINGS = { br: ".br", gzip: ".gz" } as const;
type Encoding = keyof typeof ENCODINGS;

/** Files under this path have the hash of their content in their name: they never change. */
const HASHED = "/_next/static/";
const YEAR_SECONDS = 365 * 24 * 60 * 60;
const NOSNIFF = securityHeaders.filter(({ key }) => key === "X-Content-Type-Options");

export interface StaticFiles {
  /**
   * Answers a GET or HEAD for one of the files: in the smallest encoding that the browser accepts, cached for ever when
   * the name has its hash, otherwise with an ETag.
   * @returns false, with nothing done, when the request is for something else
   */
  serve(request: IncomingMessage, response: ServerResponse): boolean;
}

/**
 * The files below `root`, whose layout is that of their addresses, with `file.br` and `file.gz` beside what can be
 * compressed (scripts/static-files.mjs). Only files that exist now are served, each under its exact address, so no path
 * leads elsewhere. A missing folder serves nothing.
 */
export function openStaticFiles(root: string): StaticFiles {
  const files = new Map<string, readonly Encoding[]>();
  const names = existsSync(root) ? listFiles(root) : new Set<string>();
  for (const name of names) {
    if (Object.values(ENCODINGS).some((ending) => name.endsWith(ending))) continue;
    const encodings = Object.entries(ENCODINGS).filter(([, ending]) => names.has(name + ending));
    files.set(
      `/${name}`,
      encodings.map(([encoding]) => encoding as Encoding),
    );
  }
  return {
    serve(request, response) {
      if (request.method !== "GET" && request.method !== "HEAD") return false;
      const address = request.url?.split("?", 1)[0] ?? "";
      const available = files.get(address);
      if (available === undefined) return false;
      const accepted = new Negotiator(request).encodings([...available]);
      const encoding = available.find((candidate) => accepted.includes(candidate));
      setHeaders(response, address, { isCompressible: available.length > 0, encoding });
      send(request, encoding ? address + ENCODINGS[encoding] : address, {
        root,
        cacheControl: false,
        lastModified: false,
        acceptRanges: false,
        index: false,
      }).pipe(response);
      return true;
    },
  };
}

function setHeaders(
  response: ServerResponse,
  address: string,
  { isCompressible, encoding }: { isCompressible: boolean; encoding: Encoding | undefined },
): void {
  const isHashed = address.startsWith(HASHED);
  // Scripts, styles and fonts are never pages: the headers that are about pages would be a tenth of a small file.
  for (const { key, value } of isHashed ? NOSNIFF : securityHeaders) response.setHeader(key, value);
  if (isHashed) response.removeHeader("Content-Security-Policy");
  response.setHeader(
    "Content-Type",
    mime.contentType(path.posix.basename(address)) || "application/octet-stream",
  );
  response.setHeader("Cache-Control", isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : "no-cache");
  if (isCompressible) response.setHeader("Vary", "Accept-Encoding");
  if (encoding !== undefined) response.setHeader("Content-Encoding", encoding);
}

/** The names of all files, with "/" between folders on every system. */
function listFiles(root: string): Set<string> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  return new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/")),
  );
}
