/**
 * A coupon's number: random characters and one that checks them. No I, O, 0 or 1, so that nothing is read for something else. Numbers are
 * printed in groups of four and read in any case, with or without blanks and hyphens.
 */
export const COUPON_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const WRITTEN = /^[2-9A-HJ-NP-Z]{16}$/;

/** The number in what was typed or scanned; null where it is none: another form, or a check character that is not its own. */
export function readCouponNumber(text: string): string | null {
  const number = text.replaceAll(/[\s-]/g, "").toUpperCase();
  return WRITTEN.test(number) && number.endsWith(checkCharacter(number.slice(0, -1))) ? number : null;
}

/** As it is printed: `7KQ2-M4XB-9TZ3-HRWQ`. */
export function printedCouponNumber(number: string): string {
  return number.match(/.{4}/g)?.join("-") ?? number;
}

/**
 * Luhn's algorithm in base 32. From the last character to the first each is its place in the alphabet, every other one doubled, a double of
 * two digits being the sum of both; the check character fills their sum up to a multiple of 32. The check finds every wrong character and
 * nearly every two that were exchanged.
 */
export function checkCharacter(text: string): string {
  const base = COUPON_ALPHABET.length;
  let sum = 0;
  for (const [place, character] of [...text].reverse().entries()) {
    const value = COUPON_ALPHABET.indexOf(character) * (place % 2 === 0 ? 2 : 1);
    sum += Math.floor(value / base) + (value % base);
  }
  return COUPON_ALPHABET[(base - (sum % base)) % base] ?? "";
}
