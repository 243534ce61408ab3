/** Letters that people write in several ways, as one: vowel signs are dropped, أ إ آ are ا, ة is ه, ى is ي. */
const folded = (text: string) =>
  text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").replace(/ة/g, "ه").replace(/ى/g, "ي");

/** Whether each typed word stands in one of the texts. */
export function isFound(typed: string, texts: readonly string[]): boolean {
  const searched = folded(texts.join("\n"));
  return folded(typed)
    .split(/\s+/)
    .every((word) => searched.includes(word));
}
