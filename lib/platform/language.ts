/** The languages of every text on the wire. English is the default. */
export const LANGUAGES = ["en", "ar"] as const;
export type Language = (typeof LANGUAGES)[number];

/** A text in both languages. */
export type Bilingual = Readonly<Record<Language, string>>;

/** The text in the language asked for; English stands in for an Arabic text that nobody has written yet. */
export function inLanguage(text: Bilingual, language: Language): string {
  return text[language] === "" ? text.en : text[language];
}
