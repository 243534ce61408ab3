import { openApiDocument } from "@/lib/points-api/openapi";

let document: string | undefined;

/** The interface as OpenAPI 3.1. Public, and readable by tools in other browser windows: it holds no secret. */
export function GET(): Response {
  document ??= JSON.stringify(openApiDocument());
  return new Response(document, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "public, max-age=300",
      "Access-Control-Allow-Origin": "*",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
