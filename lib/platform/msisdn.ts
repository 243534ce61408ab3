import { parsePhoneNumberFromString } from "libphonenumber-js/min";

/** The country of a mobile number that is written without one (rules.md §3). */
export const DEFAULT_COUNTRY = "EG";

/** Longer than any phone number with its separators; nothing beyond it is looked at. */
export const MSISDN_LENGTH_MAX = 32;
/** Latin, Arabic-Indic and Eastern Arabic-Indic digits, and what people write between them. */
const MSISDN_CHARACTERS = /^\+?[\d٠-٩۰-۹ ().-]+$/;
/**
 * Nearly every number that arrives is an Egyptian mobile number in one of the four usual forms. Parsing it takes tens
 * of microseconds, which the points operations would pay for each wallet; a test compares the shortcut with the parser.
 */
const EGYPTIAN_MOBILE = /^(?:\+20|0020|20|0)(1[0125]\d{8})$/;
const EGYPTIAN_MOBILE_E164 = /^\+20(1[0125]\d{8})$/;
const REMEMBERED_NUMBERS_MAX = 5_000;

const normalised = new Map<string, string | null>();
const national = new Map<string, string>();

/**
 * A mobile number as E.164 ("+201110000001"), or null when the text cannot be a phone number. `01…`, `201…`, `+201…`
 * and `00201…` are one number, Arabic-Indic digits are read as digits, and spaces, dots, hyphens and brackets
 * between digits do not count. A number without a country is Egyptian. Pure; the last results are remembered.
 */
export function normalizeMsisdn(text: string): string | null {
  if (text.length > MSISDN_LENGTH_MAX) return null;
  const mobile = EGYPTIAN_MOBILE.exec(text)?.[1];
  if (mobile !== undefined) return `+20${mobile}`;
  return remembered(normalised, text, parseMsisdn);
}

/**
 * A number as it stands on the wire: without country, separators or plus for the default country ("01110000001"),
 * E.164 for any other.
 *
 * @param e164 a number as {@link normalizeMsisdn} returns it; any other text comes back unchanged
 */
export function formatMsisdn(e164: string): string {
  const mobile = EGYPTIAN_MOBILE_E164.exec(e164)?.[1];
  if (mobile !== undefined) return `0${mobile}`;
  return remembered(national, e164, nationalMsisdn);
}

/** Whether a number (E.164) is a whole mobile number, as far as that is known: of other countries any number may be one. */
export function isWholeMobile(e164: string): boolean {
  return !e164.startsWith("+20") || EGYPTIAN_MOBILE_E164.test(e164);
}

/**
 * How the E.164 form of a number begins whose first digits are `digits`: "0101", "20101", "0020101" and "+20101" all are
 * "+20101". Null where no number with a country, and no Egyptian mobile number, begins like that.
 */
export function msisdnBeginning(digits: string): string | null {
  const national = /^(?:\+20|0020|20|0)(1\d*)$/.exec(digits)?.[1];
  if (national !== undefined) return `+20${national}`;
  const foreign = /^(?:\+|00)([1-9]\d*)$/.exec(digits)?.[1];
  return foreign === undefined ? null : `+${foreign}`;
}

function parseMsisdn(text: string): string | null {
  if (!MSISDN_CHARACTERS.test(text)) return null;
  const number = parsePhoneNumberFromString(text, { defaultCountry: DEFAULT_COUNTRY, extract: false });
  return number?.isPossible() ? number.number : null;
}

function nationalMsisdn(e164: string): string {
  const number = parsePhoneNumberFromString(e164, { extract: false });
  if (number?.country !== DEFAULT_COUNTRY) return e164;
  return number.formatNational().replace(/\D/g, "");
}

/** Forgets the longest remembered value when full, so that the memory stays bounded whatever is sent. */
function remembered<Value>(
  memory: Map<string, Value>,
  text: string,
  compute: (text: string) => Value,
): Value {
  const known = memory.get(text);
  if (known !== undefined) return known;
  const value = compute(text);
  if (memory.size >= REMEMBERED_NUMBERS_MAX) {
    for (const oldest of memory.keys()) {
      memory.delete(oldest);
      break;
    }
  }
  memory.set(text, value);
  return value;
}
