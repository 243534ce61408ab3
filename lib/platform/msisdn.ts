import {
  type CountryCode,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from "libphonenumber-js/mobile";
import { programmeCountry } from "./country";
import { plainDigits } from "./digits";

/** Longer than any phone number with its separators; nothing beyond it is looked at. */
export const MSISDN_LENGTH_MAX = 32;
/** Digits, what people write between them, and marks that come along when a number is copied. */
const MSISDN_CHARACTERS = /^\+?[\d ().-]+$/;
/** The country in brackets, and the zero that is left out when a country stands before it. */
const BRACKETED_COUNTRY = /^\((\+|00)(\d{1,3})\)/;
const BRACKETED_ZERO = /^((?:\+|00)[\d -]+)\(0\)/;
/** A number that brings its country has at least so many digits. */
const WITH_COUNTRY_DIGITS_MIN = 10;
/**
 * Nearly every number that arrives is an Egyptian mobile number in one of the four usual forms. Parsing it takes tens
 * of microseconds, which the points operations would pay for each wallet; a test compares the shortcut with the parser.
 */
const EGYPTIAN_MOBILE = /^(?:\+20|0020|20|0)(1[0125]\d{8})$/;
const EGYPTIAN_MOBILE_E164 = /^\+20(1[0125]\d{8})$/;
const REMEMBERED_NUMBERS_MAX = 5_000;

let rememberedOf: CountryCode | undefined;
const normalised = new Map<string, string | null>();
const national = new Map<string, string>();

/** The programme's country. Remembered readings of numbers are forgotten when the country changes. */
function country(): CountryCode {
  const present = programmeCountry() as CountryCode;
  if (present !== rememberedOf) {
    rememberedOf = present;
    normalised.clear();
    national.clear();
  }
  return present;
}

/**
 * A mobile number as E.164 ("+201110000001"), or null when the text cannot be a phone number. `01…`, `201…`, `+201…`
 * and `00201…` are one number; spaces, dots, hyphens, brackets and invisible marks do not count, and digits may be of any
 * script. A number without a country is one of the programme's country, unless it begins with another country's code and is a whole
 * mobile number there. The last results are remembered.
 */
export function normalizeMsisdn(text: string): string | null {
  if (text.length > MSISDN_LENGTH_MAX) return null;
  const mobile = country() === "EG" ? EGYPTIAN_MOBILE.exec(text)?.[1] : undefined;
  if (mobile !== undefined) return `+20${mobile}`;
  return remembered(normalised, text, parseMsisdn);
}

/**
 * A number as it stands on the wire: without country, separators or plus for the programme's country ("01110000001"),
 * E.164 for any other.
 *
 * @param e164 a number as {@link normalizeMsisdn} returns it; any other text comes back unchanged
 */
export function formatMsisdn(e164: string): string {
  const mobile = country() === "EG" ? EGYPTIAN_MOBILE_E164.exec(e164)?.[1] : undefined;
  if (mobile !== undefined) return `0${mobile}`;
  return remembered(national, e164, nationalMsisdn);
}

/** Whether a number (E.164) is a whole mobile number of a network's: no landline, and no digit is missing. */
export function isWholeMobile(e164: string): boolean {
  return (
    EGYPTIAN_MOBILE_E164.test(e164) ||
    (parsePhoneNumberFromString(e164, { extract: false })?.isValid() ?? false)
  );
}

/**
 * How the E.164 form of a number begins whose first digits are `digits`: "0101", "20101", "0020101" and "+20101" all are
 * "+20101" in Egypt. Null where no number with a country, and no mobile number of the programme's country, begins like that.
 */
export function msisdnBeginning(digits: string): string | null {
  const code = getCountryCallingCode(country());
  const own = new RegExp(`^(?:\\+${code}|00${code}|${code}|0)([1-9]\\d*)$`).exec(digits)?.[1];
  if (own !== undefined && (country() !== "EG" || own.startsWith("1"))) return `+${code}${own}`;
  const foreign = /^(?:\+|00)([1-9]\d*)$/.exec(digits)?.[1];
  if (foreign !== undefined) return `+${foreign}`;
  return country() !== "EG" && /^[1-9]\d*$/.test(digits) ? `+${code}${digits}` : null;
}

/** A number in characters of a keyboard, its country without brackets: `(+20)10…` and `+20(0)10…` are `+2010…`. */
export function plainMsisdn(text: string): string {
  return plainDigits(text).replace(BRACKETED_COUNTRY, "$1$2").replace(BRACKETED_ZERO, "$1");
}

function parseMsisdn(text: string): string | null {
  const plain = plainMsisdn(text);
  if (!MSISDN_CHARACTERS.test(plain)) return null;
  const digits = plain.replace(/\D/g, "");
  if (plain.startsWith("+")) return possible(`+${digits}`);
  if (digits.startsWith("00")) return possible(`+${digits.slice(2)}`);
  const local = parsePhoneNumberFromString(digits, { defaultCountry: country(), extract: false });
  if (local?.isValid()) return local.number;
  const foreign =
    digits.length >= WITH_COUNTRY_DIGITS_MIN
      ? parsePhoneNumberFromString(`+${digits}`, { extract: false })
      : undefined;
  if (foreign?.isValid()) return foreign.number;
  return local?.isPossible() ? local.number : null;
}

function possible(text: string): string | null {
  const number = parsePhoneNumberFromString(text, { extract: false });
  return number?.isPossible() ? number.number : null;
}

function nationalMsisdn(e164: string): string {
  const number = parsePhoneNumberFromString(e164, { extract: false });
  if (number?.countryCallingCode !== getCountryCallingCode(country())) return e164;
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
