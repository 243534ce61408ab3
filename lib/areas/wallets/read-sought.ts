import { isWholeMobile, normalizeMsisdn } from "@/lib/platform/msisdn";
import { SOUGHT_DIGITS_MIN, SOUGHT_LETTERS_MIN, type Sought } from "./shown-schemas";

/** Meanings of a text, besides a wallet's code and the number on a receipt. */
export interface Reading {
  sought: Sought;
  /** E.164: the text is a whole phone number. */
  msisdn: string | null;
  /** Digits that a mobile number may begin or end with. */
  mobilePart: string | null;
  /** A name, or the beginnings of its words. */
  name: string | null;
  entryId: number | null;
}

/** Separators that people write between the digits of a number. */
const SEPARATORS = /[\s().-]/g;
const DIGITS = /^\+?\d+$/;
const ENTRY_NUMBER = /^[1-9]\d{0,14}$/;
/** Letters of whatever script and what stands between them in a name. */
const NAME = /^\p{L}[\p{L}\p{M}\s.'’ـ-]*$/u;

/** Reads what was scanned or typed, its digits Latin already. Pure. */
export function readSought(text: string): Reading {
  const nothing: Reading = {
    sought: "code",
    msisdn: null,
    mobilePart: null,
    name: null,
    entryId: null,
  };
  if (NAME.test(text))
    return longestWord(text) < SOUGHT_LETTERS_MIN
      ? { ...nothing, sought: "short" }
      : { ...nothing, sought: "name", name: text };
  const digits = text.replace(SEPARATORS, "");
  if (!DIGITS.test(digits)) return nothing;
  const msisdn = normalizeMsisdn(text);
  if (msisdn !== null && isWholeMobile(msisdn) && /^(?:\+|0|20)/.test(digits))
    return { ...nothing, sought: "mobile", msisdn };
  const isPart = digits.replace("+", "").length >= SOUGHT_DIGITS_MIN;
  return {
    ...nothing,
    sought: isPart ? "number" : "short",
    msisdn,
    mobilePart: isPart ? digits : null,
    entryId: ENTRY_NUMBER.test(text) ? Number(text) : null,
  };
}

function longestWord(text: string): number {
  return Math.max(...text.split(/[^\p{L}\p{M}]+/u).map((word) => [...word.replace(/\p{M}/gu, "")].length));
}
