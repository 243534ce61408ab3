import { plainDigits } from "./digits";

export type NationalIdProblem =
  /** A spreadsheet has rounded it, or made a decimal number of it: digits are lost, or may be. */
  | "rounded"
  /** No id of the programme's country. */
  | "invalid"
  /** The day of birth in it is not the customer's. */
  | "birth_date";

interface Rule {
  form: RegExp;
  /** The day of birth within it, an ISO date or what is known of one; none where the id does not say. */
  bornOn?: (id: string) => string;
}

/** Governorates of Egypt, and 88 for those born abroad. */
const GOVERNORATES = "0[1-4]|1[1-9]|2[1-9]|3[1-5]|88";

/** Rules of countries whose ids are known to have one. The ids of other countries are any text. */
const RULES: Readonly<Record<string, Rule>> = {
  EG: { form: new RegExp(`^[23]\\d{6}(?:${GOVERNORATES})\\d{5}$`), bornOn: centuryAndDay },
  KW: { form: /^[23]\d{11}$/, bornOn: centuryAndDay },
  SA: { form: /^[12]\d{9}$/ },
  AE: { form: /^784\d{12}$/, bornOn: (id) => id.slice(3, 7) },
};

/** 2 is the century that began in 1900, 3 the one after it; then year, month and day. */
function centuryAndDay(id: string): string {
  const digits = id.slice(1, 7);
  return `${17 + Number(id[0])}${digits.slice(0, 2)}-${digits.slice(2, 4)}-${digits.slice(4)}`;
}

const ROUNDED = /^\d[\d.,]*[eE][+-]?\d+$|^\d{6,}[.,]0+$/;

/** A national id as it is kept: without blanks, hyphens and marks between its digits. */
export function plainNationalId(text: string): string {
  const plain = plainDigits(text);
  return /^[\d -]+$/.test(plain) ? plain.replace(/[ -]/g, "") : plain;
}

/**
 * The problem of an id as {@link plainNationalId} writes it, as far as the country has a rule; null when there is none.
 * @param birthDate ISO date of the customer's birth, where it is known
 * @param today ISO date: nobody is born later
 */
export function nationalIdProblem(
  id: string,
  { country, birthDate, today }: { country: string; birthDate: string | null; today: string },
): NationalIdProblem | null {
  if (ROUNDED.test(id)) return "rounded";
  const rule = RULES[country];
  if (rule === undefined) return null;
  if (!rule.form.test(id)) return "invalid";
  const born = rule.bornOn?.(id);
  if (born === undefined) return null;
  if (born > today || (born.length === 10 && !isDay(born))) return "invalid";
  return birthDate === null || birthDate.startsWith(born) ? null : "birth_date";
}

function isDay(day: string): boolean {
  const instant = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(day);
}
