import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

const RETRY_AFTER_SECONDS = 2;

const STYLE =
  "body{font-family:system-ui,sans-serif;display:grid;min-height:90vh;place-content:center;text-align:center;gap:1.5rem;padding:1rem;line-height:1.6;color-scheme:light dark}p{margin:0}";

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${RETRY_AFTER_SECONDS}">
<title>Points</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p>This page is not available at the moment. It is tried again by itself.</p>
<p lang="ar" dir="rtl">هذه الصفحة غير متاحة حاليًا، وستُعاد المحاولة تلقائيًا.</p>
</main>
</body>
</html>
`;

const HEADERS = {
  "Retry-After": String(RETRY_AFTER_SECONDS),
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
} as const;

const CONTENT_SECURITY_POLICY = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; frame-ancestors 'none'`;

/**
 * Answers a request for a page that no page worker can render now: 503 with `Retry-After`. A browser that opens a page gets a
 * short one in both languages that tries again by itself; a script gets one line.
 */
export function answerWithoutPages({ headers, method }: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const isPage = (headers.accept ?? "").includes("text/html") && headers.rsc === undefined;
  const body = isPage ? PAGE : "Pages are not available at the moment.\n";
  response.writeHead(503, {
    ...HEADERS,
    "Content-Type": isPage ? "text/html; charset=utf-8" : "text/plain; charset=utf-8",
    ...(isPage && { "Content-Security-Policy": CONTENT_SECURITY_POLICY }),
    "Content-Length": Buffer.byteLength(body),
  });
  response.end(method === "HEAD" ? undefined : body);
}
