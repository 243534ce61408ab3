import type { ServerResponse } from "node:http";
import { sendNodeResponse } from "srvx/node";

/** So often, in milliseconds, what was compressed of a file goes out: by itself Brotli keeps megabytes back until the end. */
const FLUSH_MS = 250;

/** Sends a file, compressed or not, whose parts reach the reader while it is made. */
export async function sendFile(
  outgoing: ServerResponse & { flush?: () => void },
  response: Response,
): Promise<void> {
  const flushing = setInterval(() => outgoing.flush?.(), FLUSH_MS);
  try {
    await sendNodeResponse(outgoing, response);
  } finally {
    clearInterval(flushing);
  }
}
