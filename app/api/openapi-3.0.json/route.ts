import { serveOpenApi } from "@/lib/points-api/serve-openapi";

/** The same as OpenAPI 3.0, for generators of clients that know no newer one. */
export function GET(request: Request): Promise<Response> {
  return serveOpenApi(request, "3.0");
}
