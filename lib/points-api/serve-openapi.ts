import { addressOf } from "@/lib/platform/http/origin";
import { processSingleton } from "@/lib/platform/process-singleton";
import { type Services, services } from "@/lib/services";
import { openApiDocument } from "./openapi";
import { asOpenApi30 } from "./openapi-3-0";
import { findTryable, type Tryable, tryableRequest, withNewValues } from "./tryable";

export const OPENAPI_EDITIONS = ["3.1", "3.0"] as const;
export type OpenApiEdition = (typeof OPENAPI_EDITIONS)[number];

/** Two who look at once see the same examples; references are used up when a person tries them. */
const KEPT_MS = 5_000;
const KEPT_MAX = 32;

interface Kept {
  text: Promise<string>;
  madeAt: number;
}

/**
 * The interface as OpenAPI 3.1, or 3.0 for older generators. Public, and readable by tools in other browser windows: it
 * holds no secret.
 */
export async function serveOpenApi(request: Request, edition: OpenApiEdition): Promise<Response> {
  return new Response(await keptText(edition, addressOf(request.headers)), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "no-cache",
      "Access-Control-Allow-Origin": "*",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

function keptText(edition: OpenApiEdition, baseUrl: string): Promise<string> {
  const kept = processSingleton("openapi-texts", () => new Map<string, Kept>());
  const key = `${edition} ${baseUrl}`;
  const now = performance.now();
  const known = kept.get(key);
  if (known !== undefined && now - known.madeAt < KEPT_MS) return known.text;
  if (kept.size >= KEPT_MAX) kept.clear();
  const text = openApiText(services(), { edition, baseUrl });
  kept.set(key, { text, madeAt: now });
  text.catch(() => kept.delete(key));
  return text;
}

/** The document as it is served: addressed to where it was asked for, with examples that are carried out as they stand. */
export async function openApiText(
  services: Services,
  { edition, baseUrl }: { edition: OpenApiEdition; baseUrl: string },
): Promise<string> {
  const tryable = await findTryable(services);
  const document = withExamples(openApiDocument(), tryable);
  const text = JSON.stringify(edition === "3.0" ? asOpenApi30(document) : document);
  return withNewValues(text, tryable, baseUrl);
}

interface RequestBody {
  content: { "application/json": { example?: Readonly<Record<string, unknown>> } };
}

function withExamples(document: Readonly<Record<string, unknown>>, tryable: Tryable) {
  const copy = structuredClone(document);
  for (const [path, methods] of Object.entries(copy.paths as Record<string, Record<string, unknown>>)) {
    const { requestBody } = (methods.post ?? {}) as { requestBody?: RequestBody };
    const body = requestBody?.content["application/json"];
    if (body?.example === undefined) continue;
    body.example = tryableRequest(path.split("/").at(-1) ?? "", body.example, tryable);
  }
  return copy;
}
