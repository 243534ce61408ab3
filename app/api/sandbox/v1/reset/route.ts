import { serveReset } from "@/lib/points-api/serve-sandbox";

/** Brings the test wallets of a test client back to where they began. */
export function POST(request: Request): Promise<Response> {
  return serveReset(request);
}
