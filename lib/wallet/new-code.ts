import { randomInt } from "node:crypto";

const DIGITS = 9;

/**
 * A new wallet code: nine random digits, so that a neighbour's cannot be guessed, and a Luhn check digit, so that a
 * mistyped code is not another customer's. The database says whether it is taken.
 */
export function newWalletCode(): string {
  const body = String(randomInt(10 ** (DIGITS - 1), 10 ** DIGITS));
  return body + luhnDigit(body);
}

/** The digit that makes a number pass the Luhn check. */
export function luhnDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}
