import { LANGUAGES, type Language } from "@/lib/platform/language";

/**
 * The language of an answer: of those this service speaks, the one that `Accept-Language` weighs highest; English when
 * it names neither (rules.md §10, §11).
 */
export function languageOf(acceptLanguage: string | undefined): Language {
  if (acceptLanguage === undefined || acceptLanguage === "") return "en";
  let best: { language: Language; weight: number } = { language: "en", weight: 0 };
  for (const range of acceptLanguage.split(",", 20)) {
    const [tag = "", ...parameters] = range.split(";");
    const language = LANGUAGES.find((known) => known === tag.trim().slice(0, 2).toLowerCase());
    const weight = weightOf(parameters);
    if (language !== undefined && weight > best.weight) best = { language, weight };
  }
  return best.language;
}

function weightOf(parameters: readonly string[]): number {
  const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/i.exec(parameter)?.[1]).find(Boolean);
  return quality === undefined ? 1 : Number(quality) || 0;
}
