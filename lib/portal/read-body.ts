import { JsonError, parseJsonObject } from "@/lib/platform/http/json-object";
import { BodyError, readBody } from "@/lib/platform/http/read-body";
import { AdminError } from "@/lib/portal/acts/errors";

const JSON_TYPE = /^application\/json\s*(;|$)/i;

/**
 * The JSON object of a request's body.
 * Throws AdminError `malformed` when it is none, `too_large` as soon as it is longer than `bytesMax`.
 */
export async function readJsonBody(request: Request, bytesMax: number): Promise<Record<string, unknown>> {
  if (!JSON_TYPE.test(request.headers.get("content-type")?.trim() ?? "")) throw new AdminError("malformed");
  const bytes = await readBytes(request, bytesMax);
  try {
    return parseJsonObject(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof TypeError || error instanceof JsonError) throw new AdminError("malformed");
    throw error;
  }
}

/** The bytes of a request's body. Throws AdminError `too_large` as soon as there are more than `bytesMax`. */
export async function readBytes(request: Request, bytesMax: number): Promise<Uint8Array> {
  try {
    return await readBody(request, bytesMax);
  } catch (error) {
    if (!(error instanceof BodyError)) throw error;
    throw new AdminError(error.problem === "too_large" ? "too_large" : "malformed");
  }
}
