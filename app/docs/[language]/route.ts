import { answerPage } from "@/lib/docs/answers";

interface Context {
  params: Promise<{ language: string }>;
}

/** The first page of the developer documentation, or a page whose address names no language. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { language } = await params;
  return answerPage(request, language, "index");
}
