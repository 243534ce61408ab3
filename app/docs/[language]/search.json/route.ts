import { answerSearchIndex } from "@/lib/docs/answers";

interface Context {
  params: Promise<{ language: string }>;
}

/** Index of the developer pages' search, in one language. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { language } = await params;
  return answerSearchIndex(language);
}
