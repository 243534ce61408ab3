import { postmanCollection } from "@/lib/points-api/postman";

/** The interface as a Postman collection that calls the service where it was asked for. Public: it holds no secret. */
export function GET(request: Request): Response {
  return new Response(JSON.stringify(postmanCollection(new URL(request.url).origin)), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "public, max-age=300",
      "Access-Control-Allow-Origin": "*",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
