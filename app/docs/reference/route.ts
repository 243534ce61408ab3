import { CONTENT_SECURITY_POLICY } from "@/lib/docs/frame";
import { viewerVersion } from "./viewer";

/**
 * The API reference: the service's OpenAPI document in a viewer that it serves itself, so that no other site is needed.
 * A page of its own, because the portal's styles would clash.
 */
export async function GET(): Promise<Response> {
  return new Response(page(`/docs/assets/${await viewerVersion()}`), {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-cache",
      "Content-Security-Policy": CONTENT_SECURITY_POLICY,
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "same-origin",
    },
  });
}

function page(assets: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Points Integration Service: API reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${assets}/swagger-ui.css">
<link rel="stylesheet" href="/docs/api-reference.css">
</head>
<body>
<p class="back"><a href="/docs">Developer pages</a> · <a href="/docs" lang="ar" dir="rtl">صفحات المطورين</a></p>
<main id="api-reference" data-document="/api/openapi.json"></main>
<noscript>This page needs JavaScript. The same reference is in <a href="/api/openapi.json">/api/openapi.json</a>.</noscript>
<script src="${assets}/swagger-ui-bundle.js"></script>
<script src="/docs/api-reference.js"></script>
</body>
</html>
`;
}
