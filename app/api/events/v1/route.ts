import { serveEvents } from "@/lib/points-api/serve-events";
import { services } from "@/lib/services";

/** The events of the client's merchant, page by page. */
export function GET(request: Request): Promise<Response> {
  return serveEvents(services(), request);
}
