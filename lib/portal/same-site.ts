import { isOwnOrigin } from "@/lib/platform/http/origin";
import { PORTAL_HEADER, PORTAL_HEADER_VALUE } from "@/lib/portal/wire/request";

const READING_METHODS = new Set(["GET", "HEAD"]);

/**
 * True when the request was made by this portal's own pages. A change must carry the portal's header, which no other
 * site can add, and an origin that is this service's; a look-up must not come from another site.
 */
export function isFromPortal(
  { method, headers }: Pick<Request, "method" | "headers">,
  publicUrl: string | undefined,
): boolean {
  const site = headers.get("sec-fetch-site");
  if (READING_METHODS.has(method)) return site === null || site === "same-origin" || site === "none";
  if (headers.get(PORTAL_HEADER) !== PORTAL_HEADER_VALUE) return false;
  if (site !== null && site !== "same-origin") return false;
  return isOwnOrigin(headers.get("origin"), headers.get("host"), publicUrl);
}
