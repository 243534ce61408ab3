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

const ARABIC_INDIC_ZERO = 0x0660;

/** A number as it is written in Arabic text. */
export function arabicNumber(value: number): string {
  return value
    .toLocaleString("en-US")
    .replace(/[\d,]/g, (sign) =>
      sign === "," ? "٬" : String.fromCharCode(ARABIC_INDIC_ZERO + Number(sign)),
    );
}
