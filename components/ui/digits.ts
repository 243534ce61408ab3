import { programmeCurrency } from "@/lib/platform/currency";
import { plainDigits } from "@/lib/platform/digits";

/** Commas, blanks and apostrophes between groups of three digits. */
const GROUPED = /^\d{1,3}(?:[,٬،\s'_]\d{3})+(?=[.٫]|$)/;
const GROUPING = /[,٬،\s'_]/g;
/** A comma before one digit or two at the end is a decimal point. */
const DECIMAL_COMMA = /[,٬،](?=\d{1,2}$)/;
const DECIMAL_SEPARATOR = /[٫]/;
/** Words for the Egyptian pound as people write or paste them behind an amount. */
const POUND = ["LE", "L.E.", "ج.م.", "ج.م", "جم", "جنيه", "جنيها", "£"];

/**
 * Reads a typed or pasted number in Latin, Arabic-Indic or Persian digits, grouped or not, with its currency or without; null for an empty
 * text, `undefined` for any other that is no number. Whole numbers unless `decimals` are allowed.
 */
export function parseTypedNumber(
  text: string,
  { decimals = 0 }: { decimals?: number } = {},
): number | null | undefined {
  const latin = decimals > 0 ? withoutCurrency(plainDigits(text)) : plainDigits(text);
  const [groups] = GROUPED.exec(latin) ?? [];
  const ungrouped = groups === undefined ? latin : groups.replace(GROUPING, "") + latin.slice(groups.length);
  const plain = ungrouped
    .replace(DECIMAL_SEPARATOR, ".")
    .replace(decimals > 0 && !ungrouped.includes(".") ? DECIMAL_COMMA : DECIMAL_SEPARATOR, ".");
  if (plain === "") return null;
  const pattern =
    decimals === 0 ? /^\d{1,15}$/ : new RegExp(`^(?:\\d{1,12}\\.?|\\d{0,12}\\.\\d{1,${decimals}})$`);
  return pattern.test(plain) ? Number(plain) : undefined;
}

/** The text without the programme's currency before or behind the amount. */
function withoutCurrency(text: string): string {
  const currency = programmeCurrency();
  const words = currency === "EGP" ? [currency, ...POUND] : [currency];
  const bare = text.toUpperCase();
  const behind = words.find((word) => bare.endsWith(word));
  const before = words.find((word) => bare.startsWith(word));
  if (behind !== undefined) return text.slice(0, -behind.length).trim();
  return before === undefined ? text : text.slice(before.length).trim();
}
