import { isUtf8 } from "node:buffer";
import { DomainError } from "@/lib/ledger/errors";
import type { IntegrationRequest } from "./message";
import { parseJsonObject } from "./request";

/** Longest request body, in bytes (rules.md §3). */
export const BODY_BYTES_MAX = 16 * 1024;

const JSON_TYPE = /^application\/json\s*(;|$)/i;

/**
 * The JSON object that a request carries.
 * Throws DomainError 1004 for another content type, 1006 when it is too long, 1003 when it is not one JSON object in UTF-8.
 */
export async function readJson(request: IntegrationRequest): Promise<Record<string, unknown>> {
  if (!JSON_TYPE.test(request.header("content-type")?.trim() ?? "")) throw new DomainError(1004);
  const encoding = request.header("content-encoding")?.trim().toLowerCase() ?? "identity";
  if (encoding !== "identity" && encoding !== "") throw new DomainError(1004);
  const bytes = await request.readBody(BODY_BYTES_MAX);
  return parseJsonObject(decode(bytes));
}

function decode(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw new DomainError(1003);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  // A byte order mark is no part of the text.
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}
