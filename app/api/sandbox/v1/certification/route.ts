import { answerClientPreflight, refuseMethods } from "@/lib/points-api/client-endpoint";
import { serveCertification } from "@/lib/points-api/serve-sandbox";

const METHODS = "GET, HEAD, OPTIONS";

/** How far a test client has come with its certification. */
export function GET(request: Request): Promise<Response> {
  return serveCertification(request);
}

/** Which methods there are, and what browsers ask before they let a page call. */
export function OPTIONS(request: Request): Promise<Response> {
  return answerClientPreflight(request, METHODS);
}

/** The methods that are not. */
export const { POST, PUT, PATCH, DELETE } = refuseMethods(["POST", "PUT", "PATCH", "DELETE"], METHODS);
