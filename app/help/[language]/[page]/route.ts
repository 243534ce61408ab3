import { answerHelp } from "@/lib/docs/help";

interface Context {
  params: Promise<{ language: string; page: string }>;
}

/** A page of the portal's help. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { language, page } = await params;
  return answerHelp(request, language, page);
}
