/** The text with Arabic-Indic (٠–٩) and Eastern Arabic-Indic (۰–۹) digits as Latin ones, every other character as it was. */
export function toLatinDigits(text: string): string {
  // The value of such a digit is in its last four bits, as with the Latin ones.
  return text.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
}

/** The text as it is, and with Latin digits where that differs: names are kept with the digits that they were written in. */
export function digitSpellings(text: string): string[] {
  return [...new Set([text, toLatinDigits(text)])];
}
