import { serveOpenApi } from "@/lib/points-api/serve-openapi";

/** The interface as OpenAPI 3.1. */
export function GET(request: Request): Promise<Response> {
  return serveOpenApi(request, "3.1");
}
