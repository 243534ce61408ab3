import { plainDigits } from "../digits";

/** Letters that a spreadsheet or a till writes in the forms of one place in a word, and what stands for a plain blank. */
const PRESENTATION_FORMS = /[\ufb50-\ufdff\ufe70-\ufeff]+/g;
const BLANKS = /[\t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
/** Marks of direction and the choice of a glyph: no name has one. The joiners of Arabic and Persian stay. */
const MARKS = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]|[\ufe00-\ufe0f]/g;
const FORMULA_TEXT = /^="((?:[^"]|"")*)"$/;
/** The apostrophe that this service's own files, and people, put before a text that a spreadsheet would take for a formula or a number. */
const APOSTROPHE = /^'(?=[=+\-@\d٠-٩۰-۹])/;

/** A cell as it was meant: without what forced a spreadsheet to take it as text, in normal letters, blanks at its ends left out. */
export function plainCell(cell: string): string {
  return cell
    .trim()
    .replace(FORMULA_TEXT, (_, text: string) => text.replaceAll('""', '"'))
    .replace(MARKS, "")
    .replace(BLANKS, " ")
    .trim()
    .replace(APOSTROPHE, "")
    .replace(PRESENTATION_FORMS, (letters) => letters.normalize("NFKC"))
    .replaceAll("ـ", "")
    .replace(/ {2,}/g, " ")
    .normalize("NFC");
}

const ERROR =
  /^#(?:REF!|N\/A|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|FIELD!|BUSY!|GETTING_DATA)$|^Err:\d{3}$/i;

/** Whether a spreadsheet shows an error here: nothing that a person meant. */
export function isUnfinished(cell: string): boolean {
  return ERROR.test(cell);
}

const YES = new Set([
  "yes",
  "y",
  "true",
  "1",
  "on",
  "x",
  "✓",
  "✔",
  "agreed",
  "subscribed",
  "نعم",
  "ايوه",
  "أيوه",
  "موافق",
  "صح",
  "مشترك",
]);
const NO = new Set([
  "no",
  "n",
  "false",
  "0",
  "off",
  "unsubscribed",
  "لا",
  "غير موافق",
  "خطأ",
  "غير مشترك",
  "",
]);

/** One reading of yes and no in both languages; null for what is neither. */
export function readYesNo(cell: string): boolean | null {
  const text = plainDigits(cell).toLowerCase().replace(/\.0+$/, "");
  if (YES.has(text)) return true;
  return NO.has(text) ? false : null;
}

export type WholeNumber = number | "fraction" | "negative" | "unclear" | "none";

const UNITS = /\s*(?:pts?\.?|points?|نقطة|نقاط|نقطه)$/i;
const COMMA_GROUPS = /^\d{1,3}(?:[,٬ '’]\d{3})+(?=$|[.٫])/;
const SCIENTIFIC = /^(\d)(?:\.(\d+))?e\+?(\d{1,2})$/i;

/**
 * A whole number however it is written: with zeros behind a point, marks between thousands, Arabic digits, its unit. A spelling that could be
 * another number is unclear: `1.250` is 1250 in one country and one and a quarter in another.
 */
export function readWholeNumber(cell: string): WholeNumber {
  let text = plainDigits(cell).replace(UNITS, "");
  if (/^-|^\(.*\)$/.test(text)) return /\d/.test(text) ? "negative" : "none";
  const [, lead, rest = "", exponent] = SCIENTIFIC.exec(text) ?? [];
  // A spreadsheet has rounded it unless every digit is there.
  if (lead !== undefined) {
    if (rest.length < Number(exponent)) return "unclear";
    text = `${lead}${rest.slice(0, Number(exponent))}.${rest.slice(Number(exponent))}0`;
  }
  text = text.replace(COMMA_GROUPS, (grouped) => grouped.replace(/[,٬ '’]/g, ""));
  const [, whole, fraction = ""] = /^(\d{1,15})(?:[.٫](\d+))?$/.exec(text) ?? [];
  if (whole === undefined) return /^[\d.,٫٬ ]+$/.test(text) && /\d/.test(text) ? "unclear" : "none";
  if (fraction.length === 3 && whole.length <= 3 && lead === undefined && !text.includes("٫"))
    return "unclear";
  // The noise of numbers that were computed: less than a millionth.
  if (/^9{6}/.test(fraction)) return Number(whole) + 1;
  return /^(?:0*$|0{6})/.test(fraction) ? Number(whole) : "fraction";
}
