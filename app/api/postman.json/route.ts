import { postmanJson } from "@/lib/points-api/postman";

/** The interface as a Postman collection that calls the service where it was asked for. Public: it holds no secret. */
export function GET(request: Request): Response {
  return new Response(postmanJson(request), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "no-cache",
      "Access-Control-Allow-Origin": "*",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
