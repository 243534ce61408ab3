import { parseJsonObject } from "@/lib/contract/request";
import { isDomainError } from "@/lib/errors";
import { PortalRefusal } from "./refusal";

const JSON_TYPE = /^application\/json\s*(;|$)/i;

/**
 * The JSON object of a request's body.
 * Throws PortalRefusal `malformed` when it is none, `too_large` as soon as it is longer than `bytesMax`.
 */
export async function readJsonBody(request: Request, bytesMax: number): Promise<Record<string, unknown>> {
  if (!JSON_TYPE.test(request.headers.get("content-type")?.trim() ?? ""))
    throw new PortalRefusal("malformed");
  const bytes = await readBytes(request, bytesMax);
  try {
    return parseJsonObject(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof TypeError || isDomainError(error)) throw new PortalRefusal("malformed");
    throw error;
  }
}

/** The bytes of a request's body. Throws PortalRefusal `too_large` as soon as there are more than `bytesMax`. */
export async function readBytes({ headers, body }: Request, bytesMax: number): Promise<Uint8Array> {
  if (Number(headers.get("content-length") ?? 0) > bytesMax) throw new PortalRefusal("too_large");
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = body?.getReader();
  for (;;) {
    const part = await reader?.read().catch(() => {
      throw new PortalRefusal("malformed");
    });
    if (part === undefined || part.done) return Buffer.concat(chunks);
    length += part.value.byteLength;
    if (length > bytesMax) {
      await reader?.cancel();
      throw new PortalRefusal("too_large");
    }
    chunks.push(part.value);
  }
}
