import { toLatinDigits } from "./digits";

const VARIANTS: Readonly<Record<string, string>> = {
  ٱ: "ا",
  ى: "ي",
  ی: "ي",
  ة: "ه",
  ک: "ك",
  "٪": "%",
  // A hamza without a seat is often left out.
  ء: "",
  // The stretching of a word.
  ـ: "",
};

/**
 * The text as it is compared with what a person typed: case, diacritics and the ways in which the same Arabic word is
 * written (forms of hamza and alef, ta marbuta, alef maqsura, tatweel, presentation forms) make no difference, and Arabic-Indic
 * digits are Latin ones. Words are separated by single spaces; signs between them count for nothing.
 */
export function foldText(text: string): string {
  return (
    toLatinDigits(text)
      // Takes marks off their letters, those of a hamza over alef, waw and ya among them.
      .normalize("NFKD")
      .replace(/[\p{M}\p{Cf}]/gu, "")
      .replace(/[ٱىیةک٪ءـ]/g, (letter) => VARIANTS[letter] ?? letter)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}%]+/gu, " ")
      .trim()
  );
}

/** The words of a search, folded. The Arabic article is left off, so that a word is found with and without it. */
export function searchWords(text: string): string[] {
  return foldText(text)
    .split(" ")
    .filter((word) => word !== "")
    .map((word) => word.replace(/^ال(?=\p{L}{2})/u, ""));
}

/** Orders names for a list: by their letters as {@link foldText} reads them, the same on every device. */
export function compareTexts(one: string, other: string): number {
  const [first, second] = [foldText(one), foldText(other)];
  if (first === second) return one < other ? -1 : Number(one > other);
  return first < second ? -1 : 1;
}
