import { formatMsisdn } from "./msisdn";

/**
 * Personal data with most of it hidden, for users who only need to recognise it. The rest is too little to guess the whole, whatever its
 * length.
 */

/** Stands for what is hidden. */
export const HIDDEN = "•••";

/** A mobile number (E.164) by its first and last digits: "010•••001". */
export function maskMsisdn(e164: string): string {
  const written = formatMsisdn(e164);
  return `${written.slice(0, 3)}${HIDDEN}${written.slice(-3)}`;
}

/** A name by its first word and the initials of the others: "Mona A." */
export function maskName(name: string): string {
  const [first = "", ...others] = name.trim().split(/\s+/u);
  return [first, ...others.map((word) => `${[...word][0] ?? ""}.`)].join(" ");
}

/** A wallet's code by its last characters: "••• 1234"; of a short one, fewer. */
export function maskCode(code: string): string {
  const characters = [...code];
  const shown = Math.min(4, Math.floor(characters.length / 2));
  return `${HIDDEN}${characters.slice(characters.length - shown).join("")}`;
}

/** An address of electronic mail by its first letter and its domain: "m•••@example.com". */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${[...email][0] ?? ""}${HIDDEN}${at > 0 ? email.slice(at) : ""}`;
}

/** A national number by its last two digits. */
export function maskNationalId(number: string): string {
  return `${HIDDEN}${number.slice(-2)}`;
}
