import { answerPage } from "@/lib/docs/answers";

interface Context {
  params: Promise<{ language: string }>;
}

/** The first page of the developer documentation. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { language } = await params;
  return answerPage(request, language, "index");
}
