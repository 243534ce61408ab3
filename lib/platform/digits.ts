/** Marks that are not seen: of direction, of joining, of the choice of a glyph, and the soft hyphen. */
const MARKS = String.raw`\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufe00-\ufe0f\ufeff`;
const INVISIBLE = new RegExp(`[${MARKS}]`, "g");
const BLANKS = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
const HYPHENS = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
/** Most numbers as they are sent: nothing of it stands for something else. */
const PLAIN = /^[!-~]*$/;
const FULL_WIDTH = /[\uff01-\uff5e]/g;
const EDGES = new RegExp(String.raw`^[\s${MARKS}]+|[\s${MARKS}]+$`, "g");

/** The text with Arabic-Indic (٠–٩) and Eastern Arabic-Indic (۰–۹) digits as Latin ones, every other character as it was. */
export function toLatinDigits(text: string): string {
  // The value of such a digit is in its last four bits, as with the Latin ones.
  return text.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
}

/** The text as it is, and with Latin digits where that differs: names are kept with the digits that they were written in. */
export function digitSpellings(text: string): string[] {
  return [...new Set([text, toLatinDigits(text)])];
}

/** The text without blanks and invisible marks at its ends. */
export function trimmed(text: string): string {
  return text.replace(EDGES, "");
}

/**
 * A text in which digits are expected, in plain characters: digits are Latin, hyphens and blanks of any kind are those of a
 * keyboard, full-width characters are narrow, and invisible marks are gone (rules.md §3).
 */
export function plainDigits(text: string): string {
  if (PLAIN.test(text)) return text;
  return toLatinDigits(
    text
      .replace(INVISIBLE, "")
      .replace(BLANKS, " ")
      .replace(HYPHENS, "-")
      .replace(FULL_WIDTH, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0)),
  ).trim();
}
