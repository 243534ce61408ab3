/** The languages of every text on the wire. English is the default. */
export const LANGUAGES = ["en", "ar"] as const;
export type Language = (typeof LANGUAGES)[number];

/** A text in both languages. */
export type Bilingual = Readonly<Record<Language, string>>;

export const words = (en: string, ar: string): Bilingual => ({ en, ar });

/** The text in the given language; English where there is no Arabic. */
export function inLanguage(text: Bilingual, language: Language): string {
  return text[language] === "" ? text.en : text[language];
}
