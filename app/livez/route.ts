import { healthResponse, livenessAnswer } from "@/lib/platform/http/health";

export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  return healthResponse(livenessAnswer());
}
