import { answerHelp } from "@/lib/docs/help";

interface Context {
  params: Promise<{ language: string }>;
}

/** Leads to a page of the help. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { language } = await params;
  return answerHelp(request, language);
}
