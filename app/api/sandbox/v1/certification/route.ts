import { serveCertification } from "@/lib/points-api/serve-sandbox";

/** How far a test client has come with its certification. */
export function GET(request: Request): Promise<Response> {
  return serveCertification(request);
}
