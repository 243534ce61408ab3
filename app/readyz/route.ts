import { healthResponse, readinessAnswer } from "@/lib/platform/http/health";

export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  return healthResponse(await readinessAnswer());
}
