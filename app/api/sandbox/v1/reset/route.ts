import { answerClientPreflight, refuseMethods } from "@/lib/points-api/client-endpoint";
import { serveReset } from "@/lib/points-api/serve-sandbox";

const METHODS = "POST, OPTIONS";

/** Brings the test wallets of a test client back to where they began. */
export function POST(request: Request): Promise<Response> {
  return serveReset(request);
}

/** Which methods there are, and what browsers ask before they let a page call. */
export function OPTIONS(request: Request): Promise<Response> {
  return answerClientPreflight(request, METHODS);
}

/** The methods that are not. */
export const { GET, PUT, PATCH, DELETE } = refuseMethods(["GET", "PUT", "PATCH", "DELETE"], METHODS);
