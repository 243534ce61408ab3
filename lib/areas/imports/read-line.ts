import type { ProfileField, WalletProfile } from "@/lib/ledger/core/profile";
import { toLatinDigits } from "@/lib/platform/digits";
import { HIDDEN } from "@/lib/platform/mask";
import { normalizeMsisdn } from "@/lib/platform/msisdn";
import { UNSAFE } from "@/lib/platform/unsafe-text";
import { isExampleCode } from "./example-line";
import type { ImportColumn } from "./schemas";

/** What is wrong with a line: with which column, where it is one, and how. */
export interface LineProblem {
  column: ImportColumn | null;
  code: LineProblemCode;
  /** The most that there may be: characters of what is too long, points of what is too big. */
  max?: number;
}

export const LINE_PROBLEMS = [
  "broken",
  /** The example that the template came with. */
  "example",
  "required",
  "invalid",
  "too_long",
  "too_big",
  "unknown_segment",
  "ambiguous_segment",
  "code_taken",
  "code_twice",
  "mobile_taken",
  "mobile_twice",
  /** The customer asked to be erased: a file does not bring them back. */
  "mobile_erased",
  "points_refused",
  /** Of an export: a wallet that is blocked, closed, merged … makes no active one. */
  "inactive",
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
  /** E.164: who brought the customer. */
  referralMsisdn: string | null;
}

/** What a line asks for that only one wallet can have; null where it says nothing that could be one. */
export type Claims = Pick<NewWallet, "walletCode"> & { msisdn: string | null };

/** A segment as a line may name it. */
export interface NamedSegment {
  id: number;
  nameEn: string;
  nameAr: string;
}

/** What a line is checked against besides itself. */
export interface LineRules {
  segments: readonly NamedSegment[];
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
const TIME_OF_DAY = /(?<=^\d{4}-\d{2}-\d{2})T\d{2}:\d{2}.*$/;
const YES = new Set(["yes", "y", "true", "1", "نعم"]);
const NO = new Set(["no", "n", "false", "0", "لا", ""]);

/** A line that was read: the wallet that it asks for, or everything that is wrong with it, and what it claims all the same. */
export interface ReadLine {
  wallet: NewWallet | null;
  problems: LineProblem[];
  claims: Claims;
}

/**
 * The wallet that a line asks for, or everything that is wrong with the line. Whether code and mobile number are free is for
 * the database to say. Pure.
 */
export function readLine(cells: Partial<Record<ImportColumn, string>>, rules: LineRules): ReadLine {
  const problems: LineProblem[] = [];
  const refuse = (column: ImportColumn, code: LineProblemCode, max?: number) => {
    problems.push({ column, code, ...(max !== undefined && { max }) });
    return null;
  };
  /** The cell as text; null when it is empty or cannot be used. */
  const text = (column: ImportColumn, lengthMax: number): string | null => {
    const value = undefused(cells[column] ?? "");
    if (value === "") return null;
    if (UNSAFE.test(value) || value.includes(UNREADABLE)) return refuse(column, "invalid");
    return [...value].length > lengthMax ? refuse(column, "too_long", lengthMax) : value;
  };
  const read = <Value>(column: ImportColumn, lengthMax: number, parse: (value: string) => Value | null) => {
    const value = text(column, lengthMax);
    if (value === null) return null;
    return parse(value) ?? refuse(column, "invalid");
  };
  const isTold = (column: ImportColumn) => problems.some((problem) => problem.column === column);

  const msisdn = read("mobile", 32, normalizeMsisdn);
  if (msisdn === null && !isTold("mobile")) refuse("mobile", "required");
  const segment = text("segmentId", 120);
  const segments = segment === null ? [] : segmentsCalled(segment, rules.segments);
  if (segment !== null && segments.length !== 1)
    refuse("segmentId", segments.length === 0 ? "unknown_segment" : "ambiguous_segment");
  const openingPoints = read("openingPoints", 20, wholeNumber) ?? 0;
  if (openingPoints > rules.pointsMax) refuse("openingPoints", "too_big", rules.pointsMax);
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
    // An export hides the number from those who may not read the number.
    nid: cells.nationalId?.startsWith(HIDDEN) ? null : text("nationalId", 32),
    segmentId: segments[0]?.id ?? null,
    hasConsented: YES.has(consent),
    // An export says the moment. Its day is what counts.
    consentedOn: read("consentedOn", 32, (value) => past(value.replace(TIME_OF_DAY, ""))),
    openingPoints,
    referralMsisdn: read("referralMobile", 32, (value) => {
      const referral = normalizeMsisdn(value);
      return referral === msisdn ? null : referral;
    }),
  };
  if (isExampleCode(wallet.walletCode)) return refusedLine("example");
  const claims = { walletCode: wallet.walletCode, msisdn };
  return problems.length > 0 || msisdn === null
    ? { wallet: null, problems, claims }
    : { wallet: { ...wallet, msisdn }, problems, claims };
}

const NO_CLAIMS: Claims = { walletCode: null, msisdn: null };

const refusedLine = (code: LineProblemCode): ReadLine => ({
  wallet: null,
  problems: [{ column: null, code }],
  claims: NO_CLAIMS,
});
/** A line that cannot be told into cells. */
export const BROKEN_LINE = refusedLine("broken");
export const INACTIVE_LINE = refusedLine("inactive");

/** The segments that a cell may mean: the one with this number, or else those with this name in either language. */
function segmentsCalled(text: string, segments: readonly NamedSegment[]): NamedSegment[] {
  const number = wholeNumber(text);
  const numbered = segments.filter(({ id }) => id === number);
  if (numbered.length > 0) return numbered;
  const called = plainName(text);
  return segments.filter(({ nameEn, nameAr }) => [nameEn, nameAr].map(plainName).includes(called));
}

/** Capital letters and the number of spaces between words make no other name. */
function plainName(name: string): string {
  return name.normalize("NFKC").trim().replace(/\s+/gu, " ").toLowerCase();
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
