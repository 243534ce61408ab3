import { answerHelp } from "@/lib/docs/help";

/** Leads to the portal's help in the reader's language. */
export function GET(request: Request): Promise<Response> {
  return answerHelp(request);
}
