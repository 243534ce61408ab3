import { answerPageList } from "@/lib/docs/answers";

/** The developer pages as a list for programs that read them. */
export function GET(request: Request): Promise<Response> {
  return answerPageList(request);
}
