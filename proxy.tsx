import { type NextRequest, NextResponse } from "next/server";
import { CERTIFICATE_PATH } from "@/lib/areas/certification/words";
import { DISPLAY_PATH } from "@/lib/areas/display/words";
import { RECEIPT_PATH } from "@/lib/areas/receipt/words";
import { LINK_PATH } from "@/lib/areas/staff/words";
import { env } from "@/lib/platform/env";
import { contentSecurityPolicy } from "@/lib/portal/security";
import { PAGE_PATH_HEADER, SESSION_COOKIE } from "@/lib/portal/session/session-cookie";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * Runs before every page, never before the APIs: gives it a nonce and its security headers, and sends whoever has no
 * session cookie to the sign-in page, unless they come with a one-time link or the number of a certificate, or are
 * the customer's side of a till. Whether a session is good is for the pages and handlers to find out.
 */
export function proxy(request: NextRequest): NextResponse {
  const { pathname, search } = request.nextUrl;
  // A form that a browser sent itself, because the page's scripts were not there: the page is shown again and says so.
  if (request.method === "POST") return NextResponse.redirect(request.nextUrl, 303);
  const isOpen =
    pathname === "/sign-in" ||
    pathname === LINK_PATH ||
    pathname === DISPLAY_PATH ||
    pathname.startsWith(`${CERTIFICATE_PATH}/`);
  if (!isOpen && !request.cookies.getAll().some(({ name }) => name.endsWith(SESSION_COOKIE))) {
    const target = new URL("/sign-in", request.nextUrl);
    if (pathname !== "/") target.searchParams.set("next", pathname + search);
    return NextResponse.redirect(target, 307);
  }
  const nonce = Buffer.from(crypto.randomUUID()).toString("base64");
  const policy = contentSecurityPolicy({
    nonce,
    isDevelopment: env().nodeEnv === "development",
    isReceipt: pathname.startsWith(`${RECEIPT_PATH}/`),
    mapTilesUrl: env().mapTiles?.url,
  });
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set(PAGE_PATH_HEADER, pathname + search);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  // The service worker tells the portal's pages by it from those of whatever stands in front (public/sw.js).
  response.headers.set("x-portal-page", "1");
  if (env().publicUrl?.startsWith("https://"))
    response.headers.set("strict-transport-security", `max-age=${YEAR_SECONDS}; includeSubDomains`);
  return response;
}

/** Every address but those of route files and of files: an address that is neither is a page that is not there. */
export const config = {
  matcher: [
    "/((?!api/|_next/|docs$|docs/|help$|help/|images/|icons/|(?:livez|readyz|favicon\\.ico|manifest\\.webmanifest|sw\\.js|offline\\.(?:css|html|js))$).*)",
  ],
};
