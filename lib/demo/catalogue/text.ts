/** Words in both languages of the service. */
export interface Text {
  en: string;
  ar: string;
}

/** Whole sentences, one below the other. */
export function lines(...sentences: Text[]): Text {
  return {
    en: sentences.map(({ en }) => en).join("\n"),
    ar: sentences.map(({ ar }) => ar).join("\n"),
  };
}
