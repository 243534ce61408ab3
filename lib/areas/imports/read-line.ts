import type { ProfileField, WalletProfile } from "@/lib/ledger/profile";
import { toLatinDigits } from "@/lib/platform/digits";
import { normalizeMsisdn } from "@/lib/platform/msisdn";
import { UNSAFE } from "@/lib/platform/unsafe-text";
import type { ImportColumn } from "./columns";

/** What is wrong with a line: with which column, where it is one, and how. */
export interface LineProblem {
  column: ImportColumn | null;
  code: LineProblemCode;
}

export const LINE_PROBLEMS = [
  "broken",
  "required",
  "invalid",
  "too_long",
  "too_big",
  "unknown_segment",
  "code_taken",
  "code_twice",
  "mobile_taken",
  "mobile_twice",
  "points_refused",
] as const;
export type LineProblemCode = (typeof LINE_PROBLEMS)[number];

/** A wallet as a line asks for it. */
export interface NewWallet extends Pick<WalletProfile, ProfileField> {
  /** Null: one is made. */
  walletCode: string | null;
  /** E.164. */
  msisdn: string;
  /** Null: the default segment. */
  segmentId: number | null;
  hasConsented: boolean;
  /** ISO date; null: when the line is carried out. */
  consentedOn: string | null;
  openingPoints: number;
}

/** What a line is checked against besides itself. */
export interface LineRules {
  segmentIds: ReadonlySet<number>;
  /** Most points that the programme lets one movement or one wallet have. */
  pointsMax: number;
  /** ISO date in the programme's zone. */
  today: string;
}

/** Stands for a character that could not be read. */
const UNREADABLE = "\ufffd";
const WALLET_CODE = /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u;
const EMAIL = /^[^\s@]{1,64}@[^\s@]+\.[^\s@]+$/;
const GENDERS: Readonly<Record<string, string>> = {
  female: "female",
  f: "female",
  أنثى: "female",
  انثى: "female",
  male: "male",
  m: "male",
  ذكر: "male",
};
const YES = new Set(["yes", "y", "true", "1", "نعم"]);
const NO = new Set(["no", "n", "false", "0", "لا", ""]);

/**
 * The wallet that a line asks for, or everything that is wrong with the line. Whether code and mobile number are free is for
 * the database to say. Pure.
 */
export function readLine(
  cells: Partial<Record<ImportColumn, string>>,
  rules: LineRules,
): { wallet: NewWallet } | { problems: LineProblem[] } {
  const problems: LineProblem[] = [];
  const refuse = (column: ImportColumn, code: LineProblemCode) => {
    problems.push({ column, code });
    return null;
  };
  /** The cell as text; null when it is empty or cannot be used. */
  const text = (column: ImportColumn, lengthMax: number): string | null => {
    const value = undefused(cells[column] ?? "");
    if (value === "") return null;
    if (UNSAFE.test(value) || value.includes(UNREADABLE)) return refuse(column, "invalid");
    return [...value].length > lengthMax ? refuse(column, "too_long") : value;
  };
  const read = <Value>(column: ImportColumn, lengthMax: number, parse: (value: string) => Value | null) => {
    const value = text(column, lengthMax);
    if (value === null) return null;
    return parse(value) ?? refuse(column, "invalid");
  };
  const isTold = (column: ImportColumn) => problems.some((problem) => problem.column === column);

  const msisdn = read("mobile", 32, normalizeMsisdn);
  if (msisdn === null && !isTold("mobile")) refuse("mobile", "required");
  const segmentId = read("segmentId", 10, wholeNumber);
  if (segmentId !== null && !rules.segmentIds.has(segmentId)) refuse("segmentId", "unknown_segment");
  const openingPoints = read("openingPoints", 20, wholeNumber) ?? 0;
  if (openingPoints > rules.pointsMax) refuse("openingPoints", "too_big");
  const past = (value: string) => pastDay(value, rules.today);
  const consent = (cells.consent ?? "").toLowerCase();
  if (!YES.has(consent) && !NO.has(consent)) refuse("consent", "invalid");
  const wallet = {
    walletCode: read("walletCode", 32, (value) => (WALLET_CODE.test(value) ? value : null)),
    name: text("name", 120),
    email: read("email", 254, (value) => (EMAIL.test(value) ? value : null)),
    address: text("address", 250),
    gender: read("gender", 16, (value) => GENDERS[value.toLowerCase()] ?? null),
    birthDate: read("birthDate", 10, past),
    nid: text("nationalId", 32),
    segmentId,
    hasConsented: YES.has(consent),
    consentedOn: read("consentedOn", 10, past),
    openingPoints,
  };
  return problems.length > 0 || msisdn === null ? { problems } : { wallet: { ...wallet, msisdn } };
}

/** What this service's own files put before a text that a spreadsheet would take for a formula. */
function undefused(value: string): string {
  return value.replace(/^'(?=[=+\-@])/, "");
}

function wholeNumber(value: string): number | null {
  const digits = toLatinDigits(value).replace(/(?<=\d)[,٬](?=\d{3})/g, "");
  const number = /^\d{1,15}$/.test(digits) ? Number(digits) : Number.NaN;
  return Number.isSafeInteger(number) ? number : null;
}

/** A day that is over or today, written as 1990-02-28 or 28/2/1990. */
function pastDay(value: string, today: string): string | null {
  const digits = toLatinDigits(value);
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(digits);
  const local = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(digits);
  const [year, month, day] = iso ? iso.slice(1) : local ? local.slice(1).reverse() : [];
  if (year === undefined || month === undefined || day === undefined) return null;
  const written = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const instant = Date.parse(`${written}T00:00:00Z`);
  const isDay = !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(written);
  return isDay && year >= "1900" && written <= today ? written : null;
}
