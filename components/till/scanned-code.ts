import { toLatinDigits } from "@/lib/platform/digits";

/** Codes of wallets, coupons and receipts are at least as long; so are few bills that are written without a decimal point. */
export const CODE_LENGTH_MIN = 6;

/** Keys of an American keyboard, and what they write under the Arabic layout; capitals are those that write one sign there. */
const AMERICAN = "qwertyuiop[]asdfghjkl;'zxcvnm,./`QWERYUIOPASDFHJKLZXCVNM";
const ARABIC = "ضصثقفغعهخحجدشسيبلاتنمكطئءؤرىةوزظذ\u064e\u064b\u064f\u064cإ`÷×؛\u0650\u064d][أـ،/~\u0652}{آ'";
const ON_AMERICAN = new Map([...ARABIC].map((sign, place) => [sign, [...AMERICAN][place] ?? sign]));

const HAS_DIGIT = /\d/;
const ARABIC_LETTER = /[\u0621-\u064a]/;
const MARKS = /[\p{Cc}\p{Cf}]/gu;
/** A symbol's kind, as scanners put it in front (ISO/IEC 15424). */
const AIM_IDENTIFIER = /^\][A-Za-z][\dA-Za-z](?=.)/;
/** Signs that a scanner was set to put around a code; a plus belongs to a number, a bracket may. */
const EDGES = /^[^\p{L}\p{N}+(]+|[^\p{L}\p{N})]+$/gu;
/** A code has no blank. One of digits alone has no separators of money either; "100,001" and "100001.00" are bills. */
const CODE = /^(?:[\d-]+|(?=.*\p{L})[\p{L}\d._:-]+)$/u;

/**
 * The code in what a scanner wrote: without its marks, its prefix and suffix, and as on the American keyboard that scanners are made
 * for. Any other text, such as a name, stays as it is. Pure.
 */
export function readScanned(text: string): string {
  const plain = toLatinDigits(text.replace(MARKS, "")).trim();
  if (!HAS_DIGIT.test(plain)) return plain;
  const american = ARABIC_LETTER.test(plain) && !/\s/.test(plain) ? onAmericanKeyboard(plain) : plain;
  const code = american.replace(AIM_IDENTIFIER, "").replace(EDGES, "");
  return code === "" ? plain : code;
}

function onAmericanKeyboard(text: string): string {
  return [...text.replaceAll("لا", "b")].map((letter) => ON_AMERICAN.get(letter) ?? letter).join("");
}

/** The code that a text is, or is as long as one; null for a bill as people write it. Pure. */
export function codeIn(text: string): string | null {
  const code = readScanned(text);
  return code.length >= CODE_LENGTH_MIN && CODE.test(code) && HAS_DIGIT.test(code) ? code : null;
}
