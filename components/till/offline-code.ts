import { isWholeMobile, normalizeMsisdn } from "@/lib/platform/msisdn";

/** No code has a blank; a name may be one word, and has no digit. */
const BLANK = /\s/;
const DIGIT = /\d/;

/**
 * Tells whether a sale without a connection can be kept for a typed text: for a whole mobile number, or for a possible code of a wallet. The
 * service knows better; null only for a name, and for a part of a number of the programme's country.
 */
export function offlineCode(typed: string): "mobile" | "code" | null {
  const msisdn = normalizeMsisdn(typed.trim());
  if (msisdn !== null) return isWholeMobile(msisdn) ? "mobile" : null;
  return BLANK.test(typed.trim()) || !DIGIT.test(typed) ? null : "code";
}
