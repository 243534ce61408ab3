import { answerSamples } from "@/lib/docs/answers";

/** The sample programs of the developer pages, packed. */
export function GET(request: Request): Promise<Response> {
  return answerSamples(request);
}
