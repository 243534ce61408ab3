import {
  PROFILE,
  PROFILE_FIELDS,
  type ProfileField,
  shownName,
  type WalletProfile,
} from "@/lib/ledger/rules/profile";
import { programmeCountry } from "@/lib/platform/country";
import { plainDigits } from "@/lib/platform/digits";
import type { Language } from "@/lib/platform/language";
import { HIDDEN } from "@/lib/platform/mask";
import { isWholeMobile, normalizeMsisdn } from "@/lib/platform/msisdn";
import { nationalIdProblem, plainNationalId } from "@/lib/platform/national-id";
import { openFilePart, sealFilePart } from "@/lib/platform/personal";
import { foldText } from "@/lib/platform/search-text";
import { isUnfinished, readWholeNumber, readYesNo, type WholeNumber } from "@/lib/platform/table/cells";
import { type DayOrder, type DayReading, readDay } from "@/lib/platform/table/dates";
import { UNSAFE_IN_LINES } from "@/lib/platform/unsafe-text";
import { yearsOf } from "./columns";
import type { LineProblem, LineProblemCode } from "./line-problems";
import type { FileColumn, ImportColumn } from "./words";

/** A wallet as a line asks for it. */
export interface NewWallet extends Pick<WalletProfile, ProfileField> {
  /** Null: one is made. */
  walletCode: string | null;
  /** E.164. */
  msisdn: string;
  /** Null: the default segment. */
  segmentId: number | null;
  /** Null: the line does not say. */
  hasConsented: boolean | null;
  /** ISO date; null: when the line is carried out. */
  consentedOn: string | null;
  openingPoints: number;
  /** E.164: who brought the customer. */
  referralMsisdn: string | null;
}

/** The code and number that only one wallet can have; null where the line has nothing that could be one. */
export type Claims = Pick<NewWallet, "walletCode"> & { msisdn: string | null };

/** A segment as a line may name it. */
export interface NamedSegment {
  id: number;
  nameEn: string;
  nameAr: string;
}

/** Rules that a line is checked against. */
export interface LineRules {
  segments: readonly NamedSegment[];
  /** Most points that the programme lets one movement or one wallet have. */
  pointsMax: number;
  /** ISO date in the programme's zone. */
  today: string;
  /** How the file writes its days, where they can be written in two orders. */
  dayOrders?: Partial<Record<FileColumn, DayOrder>>;
}

/** Stands for a character that could not be read. */
const UNREADABLE = "\ufffd";
const WALLET_CODE = /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u;
const EMAIL = /^[^\s@]{1,64}@[^\s@]+\.[^\s@]+$/;
const CHOICE_LENGTH_MAX = 16;
/** The options of choices, folded. */
const CHOICES: Readonly<Record<string, string>> = {
  female: "female",
  f: "female",
  انثي: "female",
  male: "male",
  m: "male",
  ذكر: "male",
};

/** A line that was read: the wallet that it asks for, or everything that is wrong with it, and what it claims all the same. */
export interface ReadLine {
  wallet: NewWallet | null;
  problems: LineProblem[];
  claims: Claims;
}

/** Reads the cells of a line, and gathers what is wrong with them. */
function cellsOf(cells: Partial<Record<ImportColumn, string>>) {
  const problems: LineProblem[] = [];
  const refuse = (column: ImportColumn, code: LineProblemCode, max?: number) => {
    problems.push({ column, code, ...(max !== undefined && { max }) });
    return null;
  };
  /** The cell as text; null when it is empty or cannot be used. */
  const text = (column: ImportColumn, lengthMax: number): string | null => {
    const value = cells[column] ?? "";
    if (value === "") return null;
    if (isUnfinished(value)) return refuse(column, "formula");
    if (UNSAFE_IN_LINES.test(value) || value.includes(UNREADABLE)) return refuse(column, "invalid");
    return [...value].length > lengthMax ? refuse(column, "too_long", lengthMax) : value;
  };
  const read = <Value extends string | number>(
    column: ImportColumn,
    lengthMax: number,
    parse: (value: string) => Value | Refused | null,
  ): Value | null => {
    const value = text(column, lengthMax);
    if (value === null) return null;
    const read = parse(value) ?? refusedAs("invalid");
    return typeof read === "object" ? refuse(column, read.problem) : read;
  };
  return { problems, refuse, text, read };
}

/**
 * The wallet that a line asks for, or everything that is wrong with the line. Whether code and mobile number are free is for
 * the database to say. Pure.
 */
export function readLine(cells: Partial<Record<ImportColumn, string>>, rules: LineRules): ReadLine {
  const { problems, refuse, text, read } = cellsOf(cells);
  const isTold = (column: ImportColumn) => problems.some((problem) => problem.column === column);
  const msisdn = read("mobile", 120, readMobile);
  if (msisdn === null && !isTold("mobile")) refuse("mobile", "required");
  const segment = text("segmentId", 120);
  const segments = segment === null ? [] : segmentsCalled(segment, rules.segments);
  if (segment !== null && segments.length !== 1)
    refuse("segmentId", segments.length === 0 ? "unknown_segment" : "ambiguous_segment");
  const openingPoints = read("openingPoints", 40, readPoints) ?? 0;
  if (openingPoints > rules.pointsMax) refuse("openingPoints", "too_big", rules.pointsMax);
  const years = yearsOf(rules.today);
  const past = (column: "birthDate" | "consentedOn") => (value: string) =>
    pastDay(readDay(value, years[column]), { order: rules.dayOrders?.[column], today: rules.today });
  const said = cells.consent ? readYesNo(cells.consent) : null;
  if (cells.consent && said === null) refuse("consent", isUnfinished(cells.consent) ? "formula" : "invalid");
  // An export says the moment. Its day is what counts.
  const consentedOn = read("consentedOn", 40, past("consentedOn"));
  const birthDate = read("birthDate", 40, past("birthDate"));
  const known = { birthDate, today: rules.today };
  const profileField = (field: ProfileField): string | null => {
    const column = shownName(field);
    const row = PROFILE[field];
    switch (row.kind) {
      case "email":
        return read(column, row.lengthMax, (value) => (EMAIL.test(value) ? value : null));
      case "choice":
        return read(column, CHOICE_LENGTH_MAX, (value) => CHOICES[foldText(value)] ?? null);
      case "day":
        return birthDate;
      case "nationalId":
        // An export hides the number from those who may not read the number.
        return cells[column]?.startsWith(HIDDEN)
          ? null
          : read(column, row.lengthMax, (value) => readNationalId(value, known));
      default:
        return text(column, row.lengthMax)?.replaceAll("\n", ", ") ?? null;
    }
  };
  const profile = Object.fromEntries(PROFILE_FIELDS.map((field) => [field, profileField(field)])) as Pick<
    WalletProfile,
    ProfileField
  >;
  const wallet = {
    walletCode: read("walletCode", 32, (value) => (WALLET_CODE.test(value) ? value : null)),
    ...profile,
    segmentId: segments[0]?.id ?? null,
    // A day of consent alone says that they agreed.
    hasConsented: said ?? (consentedOn === null ? null : true),
    consentedOn,
    openingPoints,
    referralMsisdn: read("referralMobile", 120, (value) => {
      const referral = readMobile(value);
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
export const OPEN_QUOTE_LINE = refusedLine("quote");
export const INACTIVE_LINE = refusedLine("inactive");

/** The segments that a cell may mean: the one with this number, or else those with this name in either language. */
function segmentsCalled(text: string, segments: readonly NamedSegment[]): NamedSegment[] {
  const number = readWholeNumber(text);
  const numbered = segments.filter(({ id }) => id === number);
  if (numbered.length > 0) return numbered;
  const called = plainName(text);
  return segments.filter(({ nameEn, nameAr }) => [nameEn, nameAr].map(plainName).includes(called));
}

/** Capital letters and the number of spaces between words make no other name. */
function plainName(name: string): string {
  return name.normalize("NFKC").trim().replace(/\s+/gu, " ").toLowerCase();
}

/** Why a cell cannot be what its column is. */
interface Refused {
  problem: LineProblemCode;
}
const refusedAs = (problem: LineProblemCode): Refused => ({ problem });

const SCIENTIFIC = /^\d[.,]?\d*e\+?\d+$/i;
/** Separators between two numbers in contact lists. */
const BETWEEN_NUMBERS = /:::|[/;,|\n]|\s(?:or|and|أو|او|و)\s?/;
/** Words behind a number, in brackets or not: whose it is, or where it is called. */
const REMARK = /(?<=\d)\s*(?:\([^\d()]*\)|[-,]?\s*[\p{L}][^\d]*)$/u;

/** The number of a customer as E.164. A remark behind a number is left out; of two numbers nobody knows which is meant. */
function readMobile(cell: string): string | Refused {
  const written = plainDigits(cell)
    .replace(/^tel:/i, "")
    .replace(/(?<=^\+?\d+)[.,]0+$/, "");
  if (SCIENTIFIC.test(written)) return refusedAs("rounded");
  const parts = written.split(BETWEEN_NUMBERS).filter((part) => part.replace(/\D/g, "").length >= 7);
  if (parts.length > 1) return refusedAs("two_numbers");
  const number = normalizeMsisdn(written) ?? normalizeMsisdn(written.replace(REMARK, ""));
  if (number === null) return refusedAs(/^\+?[\d ().-]{7,}$/.test(written) ? "no_mobile" : "invalid");
  return isWholeMobile(number) ? number : refusedAs("no_mobile");
}

const NUMBER_PROBLEMS = {
  fraction: "fraction",
  negative: "negative",
  unclear: "unclear_number",
  none: "invalid",
} as const satisfies Record<Exclude<WholeNumber, number>, LineProblemCode>;

function readPoints(cell: string): number | Refused {
  const number = readWholeNumber(cell);
  return typeof number === "number" ? number : refusedAs(NUMBER_PROBLEMS[number]);
}

const ID_PROBLEMS = { rounded: "rounded", invalid: "national_id", birth_date: "national_id_birth" } as const;

function readNationalId(cell: string, known: { birthDate: string | null; today: string }): string | Refused {
  const id = plainNationalId(cell);
  const problem = nationalIdProblem(id, { country: programmeCountry(), ...known });
  return problem === null ? id : refusedAs(ID_PROBLEMS[problem]);
}

/** A day that is over or today. */
function pastDay(
  reading: DayReading,
  { order, today }: { order: DayOrder | undefined; today: string },
): string | Refused {
  const day = dayOf(reading, order);
  if (typeof day === "object") return day;
  return day >= "1900" && day <= today ? day : refusedAs("invalid");
}

function dayOf(reading: DayReading, order: DayOrder | undefined): string | Refused {
  if (reading.kind === "either") return order === "month_first" ? reading.monthFirst : reading.dayFirst;
  if ("day" in reading) return reading.day;
  return refusedAs(reading.kind === "none" ? "invalid" : reading.kind);
}

/** Cells of a line, and the wallet that it asks for. */
interface LineFields {
  cells: Partial<Record<ImportColumn, string>> | null;
  wallet: NewWallet | null;
}

/** A line as the database keeps it until it is carried out or put right. */
export function sealLine(fields: LineFields): string {
  return sealFilePart(Buffer.from(JSON.stringify(fields))).toString("base64");
}

/** A line of the release before was kept as it is. */
export function openLine(kept: unknown): LineFields {
  if (typeof kept !== "string") return { cells: null, wallet: null, ...(kept as Partial<LineFields> | null) };
  return JSON.parse(openFilePart(Buffer.from(kept, "base64")).toString("utf8")) as LineFields;
}

/** A question about a file, with some of its cells, sealed until it is answered. */
export function sealQuestion(question: object): string {
  return sealFilePart(Buffer.from(JSON.stringify(question))).toString("base64");
}

export function openQuestion(kept: unknown): { headers: string[] } | null {
  if (typeof kept !== "string") return null;
  return JSON.parse(openFilePart(Buffer.from(kept, "base64")).toString("utf8"));
}

/** The code of the customer in the template's one line. A line that still has it is the example, and makes no wallet. */
export const EXAMPLE_CODES: Readonly<Record<Language, string>> = {
  en: "EXAMPLE-DELETE-THIS-LINE",
  ar: "مثال-احذف-هذا-السطر",
};

function isExampleCode(walletCode: string | null): boolean {
  return Object.values(EXAMPLE_CODES).some((code) => code === walletCode);
}
