import { toLatinDigits } from "@/lib/platform/digits";

const GROUPING = /[,٬،\s\u00a0\u202f'_]/g;
const DECIMAL_SEPARATOR = /[٫]/g;
const COMMA = /[,٬،]/;
const GROUPED_BY_COMMAS = /^\s*\d{1,3}(?:[,٬،]\d{3})+(?:[.٫]\d*)?\s*$/;

/**
 * Reads a typed number in Latin, Arabic-Indic or Persian digits, grouped or not; null for an empty text, `undefined`
 * for any other that is no number. Whole numbers unless `decimals` are allowed; a comma then groups thousands or nothing, since
 * "150,75" may be meant either way.
 */
export function parseTypedNumber(
  text: string,
  { decimals = 0 }: { decimals?: number } = {},
): number | null | undefined {
  const latin = toLatinDigits(text);
  if (decimals > 0 && COMMA.test(latin) && !GROUPED_BY_COMMAS.test(latin)) return undefined;
  const plain = latin.replace(GROUPING, "").replace(DECIMAL_SEPARATOR, ".");
  if (plain === "") return null;
  const pattern = decimals === 0 ? /^\d{1,15}$/ : new RegExp(`^\\d{1,12}(?:\\.\\d{0,${decimals}})?$`);
  return pattern.test(plain) ? Number(plain) : undefined;
}
