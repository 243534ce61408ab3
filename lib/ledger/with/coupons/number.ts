import { randomBytes } from "node:crypto";
import { COUPON_ALPHABET, checkCharacter } from "@/lib/platform/coupon-number";

/** Of 32 characters each: 75 bits. */
const RANDOM_LENGTH = 15;

/** A number that nobody can guess, by the system's source of randomness. */
export function newCouponNumber(): string {
  // Of a byte all 32 characters are as likely.
  let random = "";
  for (const byte of randomBytes(RANDOM_LENGTH)) random += COUPON_ALPHABET[byte % COUPON_ALPHABET.length];
  return random + checkCharacter(random);
}
