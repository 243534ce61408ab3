/** So much of a body that is refused unread is still taken off the line, so that its sender gets to read the answer. */
export const DISCARDED_BYTES_MAX = 1024 * 1024;

/** A body that cannot be had: longer than it may be, or broken off. Each door answers it in its own words. */
export class BodyError extends Error {
  override readonly name = "BodyError";

  constructor(
    readonly problem: "too_large" | "broken",
    options?: ErrorOptions,
  ) {
    super(`The request's body is ${problem === "broken" ? "broken off" : "too large"}`, options);
  }
}

/**
 * The bytes of a request's body, for the route handlers of Next.js.
 * @throws BodyError as soon as there are more than `bytesMax`, or when the line breaks
 */
export async function readBody({ headers, body }: Request, bytesMax: number): Promise<Uint8Array> {
  if (Number(headers.get("content-length") ?? 0) > bytesMax) throw new BodyError("too_large");
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = body?.getReader();
  for (;;) {
    const part = await reader?.read().catch((cause: unknown) => {
      throw new BodyError("broken", { cause });
    });
    if (part === undefined || part.done) return Buffer.concat(chunks);
    length += part.value.byteLength;
    if (length > bytesMax) {
      void discardRest(reader);
      throw new BodyError("too_large");
    }
    chunks.push(part.value);
  }
}

/** Takes what follows of a refused body off the line: cancelling it would break the connection before its answer. */
export async function discardRest(
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
): Promise<void> {
  try {
    for (let left = DISCARDED_BYTES_MAX; left > 0; ) {
      const part = await reader?.read();
      if (part === undefined || part.done) return;
      left -= part.value.byteLength;
    }
    await reader?.cancel();
  } catch {
    // The caller has gone; there is nothing left to read.
  }
}
