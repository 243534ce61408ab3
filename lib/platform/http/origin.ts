import { env } from "@/lib/platform/env";
import { forwardedTarget, type Received } from "./forwarded";
import { receivedOf } from "./socket-address";

const HOST = /^(?:[\w-]+(?:\.[\w-]+)*|\[[\da-f:]+\])(?::\d{1,5})?$/i;

/**
 * Where the caller reached this service, such as "https://points.example": by its own `Host`, or as the outermost trusted
 * proxy says by `X-Forwarded-Proto` and `X-Forwarded-Host`. "" for a host that is none: it is not repeated.
 */
export function originOf(received: Received, target = forwardedTarget(received)): string {
  const host = target.host ?? received.header("host");
  const protocol = target.protocol === "https" ? "https" : "http";
  return host !== undefined && HOST.test(host) ? `${protocol}://${host}` : "";
}

/** Where this service is reached: `PUBLIC_URL`, otherwise where this request reached it. */
export function addressOf(headers: Headers): string {
  return env().publicUrl ?? originOf(receivedOf(headers));
}
/**
 * True for the origin of this service's own pages: that of its public address, or the host that the request came to.
 * Browsers send `Origin` with every change, so its absence is not a browser's and is no own origin.
 */
export function isOwnOrigin(
  origin: string | null | undefined,
  host: string | null | undefined,
  publicUrl: string | undefined,
): boolean {
  if (origin === null || origin === undefined || !URL.canParse(origin)) return false;
  const { origin: normalised, host: originHost } = new URL(origin);
  return publicUrl !== undefined && normalised === new URL(publicUrl).origin ? true : originHost === host;
}
