import { refuseMethods } from "@/lib/points-api/client-endpoint";
import { answerEventsPreflight, serveEvents } from "@/lib/points-api/serve-events";

/** The events of the client's merchant, page by page. */
export function GET(request: Request): Promise<Response> {
  return serveEvents(request);
}

/** Which methods there are, and what browsers ask before they let a page call. */
export function OPTIONS(request: Request): Promise<Response> {
  return answerEventsPreflight(request);
}

/** The methods that are not. */
export const { POST, PUT, PATCH, DELETE } = refuseMethods(
  ["POST", "PUT", "PATCH", "DELETE"],
  "GET, HEAD, OPTIONS",
);
