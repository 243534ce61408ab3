import { answerEventsPreflight, serveEvents } from "@/lib/points-api/serve-events";

/** The events of the client's merchant, page by page. */
export function GET(request: Request): Promise<Response> {
  return serveEvents(request);
}

/** Which methods there are, and what browsers ask before they let a page call. */
export function OPTIONS(request: Request): Promise<Response> {
  return answerEventsPreflight(request);
}
