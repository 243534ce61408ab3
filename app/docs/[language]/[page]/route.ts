import { answerPage } from "@/lib/docs/answers";

interface Context {
  params: Promise<{ language: string; page: string }>;
}

/** A page of the developer documentation. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { language, page } = await params;
  return answerPage(request, language, page);
}
