import { expect, test } from "vitest";
import { readSource } from "@/lib/docs/source";
import type { PageName } from "@/lib/points-api/developer-pages";
import type { Answer } from "./api";

/** A sentence of a developer page in both languages, and its proof. */
export interface SentenceCase {
  en: string;
  ar: string;
  prove: () => Promise<void>;
}
export type Sentences = Partial<Record<PageName, readonly SentenceCase[]>>;

type Said = Pick<Answer<{ errorCode: string }>, "json" | "headers">;

/** The code, and whether it is the first answer again. */
export const told = ({ json, headers }: Said) =>
  headers["idempotent-replayed"] === "true" ? `${json.errorCode} again` : json.errorCode;

/** Sends requests one after the other; the code of each answer, as {@link told} writes it. */
export async function codes(...asked: (() => Promise<Said>)[]): Promise<string[]> {
  const all: string[] = [];
  for (const ask of asked) all.push(told(await ask()));
  return all;
}

export const idOf = (answer: { json: { pointsLog: { id: number } | null } }) =>
  answer.json.pointsLog?.id ?? 0;

const flat = (text: string) => text.replace(/\s+/g, " ");

/** Reads each sentence from its page in both languages, and proves it. */
export function proveSentences(sentences: Sentences): void {
  const all = Object.entries(sentences).flatMap(([page, cases]) =>
    cases.map((one): [string, PageName, SentenceCase] => [flat(one.en), page as PageName, one]),
  );
  test.each(all)("“%s” (%s) stands on the page and is true", async (_sentence, page, { en, ar, prove }) => {
    expect(flat(await readSource("en", page)), "in English").toContain(flat(en));
    expect(flat(await readSource("ar", page)), "in Arabic").toContain(flat(ar));
    await prove();
  });
}
