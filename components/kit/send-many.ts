import type { Many, ManyAnswer } from "@/lib/portal/wire/many";
import { portalFetch } from "./fetch";

/** Does one act to many records (`path` after `/api/portal/`); `more` is what else the act has to know. */
export function sendMany(path: string, more: object = {}): (request: Many) => Promise<ManyAnswer> {
  const answer = async () => (await import("@/lib/portal/wire/many")).manyAnswerSchema;
  return (request) => portalFetch(answer, path, { method: "POST", body: { ...request, ...more } });
}
