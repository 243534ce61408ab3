import { serveEvents } from "@/lib/points-api/serve-events";

/** The events of the client's merchant, page by page. */
export function GET(request: Request): Promise<Response> {
  return serveEvents(request);
}
