import { isUtf8 } from "node:buffer";
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from "node:zlib";
import type { LibertyTaken } from "@/lib/areas/clients/desk-schemas";
import { type BodyProblem, DomainError, isDomainError } from "@/lib/ledger/rules/errors";
import type { IntegrationRequest } from "./message";
import { parseBody } from "./request";

/** Longest request body, in bytes, as sent and after decompression, but for the lines of a bill (rules.md §3). */
const FIELDS_BYTES_MAX = 16 * 1024;
/** Longest body with the lines of a bill: a thousand, each as wide as a till writes them. */
export const BODY_BYTES_MAX = 256 * 1024;

const CONTENT_TYPE = /^([^;]*)(?:;(.*))?$/s;
const CHARSET = /(?:^|;)\s*charset\s*=\s*"?([^\s";]+)"?/i;
/** Content types of bodies that are read as JSON although they name something else; "" is no header at all. */
const TAKEN_FOR_JSON: ReadonlySet<string> = new Set([
  "",
  "text/json",
  "text/plain",
  "application/x-www-form-urlencoded",
]);

/**
 * The JSON object that a request carries, and the liberties taken to read it (rules.md §3).
 *
 * @throws DomainError 1004 for another content type, charset or encoding; 1006 when it is too long, also once it is
 * decompressed; 1003 when it is not one JSON object
 */
export async function readJson(
  request: Pick<IntegrationRequest, "header" | "readBody">,
  { isStrict = false } = {},
): Promise<{ body: Record<string, unknown>; taken: LibertyTaken[] }> {
  const [, type = "", parameters = ""] = CONTENT_TYPE.exec(request.header("content-type") ?? "") ?? [];
  const isJson = type.trim().toLowerCase() === "application/json";
  if (!isJson && (isStrict || !TAKEN_FOR_JSON.has(type.trim().toLowerCase())))
    throw new DomainError(1004, {});
  const charset = CHARSET.exec(parameters)?.[1]?.toLowerCase() ?? "utf-8";
  const isUnicode = isStrict || charset === "utf-8" || charset === "utf8";
  const encoding = request.header("content-encoding")?.trim().toLowerCase() ?? "";
  const isPlain = encoding === "" || encoding === "identity";
  if (!isPlain && isStrict) throw new DomainError(1004, { unsupported: "Content-Encoding" });
  // An unreadable encoding is refused before the body is taken off the line.
  const decompress = isPlain ? undefined : decompressor(encoding);
  const decoder = isUnicode ? undefined : decoderOf(charset);
  const sent = await request.readBody(BODY_BYTES_MAX);
  const bytes = decompress === undefined ? sent : decompress(sent);
  const text = decoder === undefined ? decodeUtf8(bytes) : decode(decoder, bytes);
  return {
    body:
      bytes.length > FIELDS_BYTES_MAX ? parseLong(text) : isJson ? parseBody(text) : parseUndeclared(text),
    taken: [
      ...(isJson ? [] : (["contentType"] as const)),
      ...(isUnicode ? [] : (["charset"] as const)),
      ...(isPlain ? [] : (["contentEncoding"] as const)),
    ],
  };
}

/** A body that is long because of its bill's lines. @throws DomainError 1006 for any other */
function parseLong(text: string): Record<string, unknown> {
  let body: Record<string, unknown>;
  try {
    body = parseBody(text);
  } catch (cause) {
    throw new DomainError(1006, {}, { cause });
  }
  const { Items: lines, ...fields } = body;
  const isBill = Array.isArray(lines) && JSON.stringify(lines).length * 4 > text.length;
  if (!isBill || Buffer.byteLength(JSON.stringify(fields)) > FIELDS_BYTES_MAX) throw new DomainError(1006);
  return body;
}

/** Refuses a body that neither declares JSON nor is any, with advice about its Content-Type. */
function parseUndeclared(text: string): Record<string, unknown> {
  try {
    return parseBody(text);
  } catch (error) {
    throw isDomainError(error) && !text.trimStart().startsWith("{") ? new DomainError(1004, {}) : error;
  }
}

function decodeUtf8(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw new DomainError(1003, problemOfBytes(bytes));
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  // A byte order mark is no part of the text.
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

/** Signatures of bodies that are no UTF-8. */
function problemOfBytes([first, second]: Uint8Array): { problem?: BodyProblem } {
  if (first === 0x1f && second === 0x8b) return { problem: "compressed" };
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return isMarked ? { problem: "utf16" } : {};
}

/** A decoder for a charset that browsers know, by any of its names. */
function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset, { fatal: true });
  } catch (cause) {
    throw new DomainError(1004, { unsupported: "charset" }, { cause });
  }
}

function decode(decoder: TextDecoder, bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new DomainError(1003, {}, { cause });
  }
}

type Decompress = (bytes: Uint8Array) => Uint8Array;
const LIMIT = { maxOutputLength: BODY_BYTES_MAX };
/** Bodies are small, so that they are decompressed at once: it takes less than handing them to another thread. */
const DECOMPRESS: Readonly<Record<string, Decompress>> = {
  gzip: (bytes) => gunzipSync(bytes, LIMIT),
  "x-gzip": (bytes) => gunzipSync(bytes, LIMIT),
  // Some send it with a header of zlib, as the standard says, and some without.
  deflate: (bytes) => ((bytes[0] ?? 0) % 16 === 8 ? inflateSync(bytes, LIMIT) : inflateRawSync(bytes, LIMIT)),
  br: (bytes) => brotliDecompressSync(bytes, LIMIT),
};

function decompressor(encoding: string): Decompress {
  const decompress = Object.hasOwn(DECOMPRESS, encoding) ? DECOMPRESS[encoding] : undefined;
  if (decompress === undefined) throw new DomainError(1004, { unsupported: "Content-Encoding" });
  return (bytes) => {
    try {
      return decompress(bytes);
    } catch (cause) {
      const isTooLong = (cause as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
      throw new DomainError(isTooLong ? 1006 : 1003, {}, { cause });
    }
  };
}
