import { programmeCountry } from "@/lib/platform/country";
import { columnsByHeader, plainHeader } from "@/lib/platform/csv";
import type { Bilingual } from "@/lib/platform/language";
import { isWholeMobile, normalizeMsisdn } from "@/lib/platform/msisdn";
import { nationalIdProblem, plainNationalId } from "@/lib/platform/national-id";
import { readWholeNumber, readYesNo } from "@/lib/platform/table/cells";
import { readDay } from "@/lib/platform/table/dates";
import type { ColumnRules } from "@/lib/platform/table/match";
import { REPORT_COLUMN_NAMES } from "./schemas";
import { type FileColumn, MATCHED_NAMES } from "./words";

/** Other names of the columns in shops' files and contact lists, in either language; null: known, and not read. */
const OTHER_NAMES: Readonly<Partial<Record<FileColumn, readonly string[]>>> = {
  walletCode: ["code", "wallet", "customer code", "card number", "رقم المحفظة", "كود العميل", "رقم الكارت"],
  mobile: [
    ...[
      "phone",
      "msisdn",
      "contact msisdn",
      "mobile",
      "mobile phone",
      "mobile no",
      "phone number",
      "cell",
      "cell phone",
      "telephone",
      "whatsapp",
    ],
    ...[
      "الموبايل",
      "الهاتف",
      "رقم الهاتف",
      "المحمول",
      "رقم المحمول",
      "الجوال",
      "رقم الجوال",
      "تليفون",
      "رقم التليفون",
      "هاتف",
      "موبايل",
      "جوال",
    ],
    ...[
      "phone 1 value",
      "phone 2 value",
      "primary phone",
      "home phone",
      "billing phone",
      "billing_phone",
      "default address phone",
      "customer phone",
    ],
  ],
  name: [
    "customer name",
    "full name",
    "customer",
    "display name",
    "الاسم بالكامل",
    "اسم العميل",
    "العميل",
    "الإسم",
  ],
  givenName: [
    "given name",
    "first name",
    "firstname",
    "billing first name",
    "billing_first_name",
    "الاسم الأول",
    "الاسم الاول",
  ],
  familyName: [
    "family name",
    "last name",
    "lastname",
    "surname",
    "billing last name",
    "billing_last_name",
    "اسم العائلة",
    "اللقب",
    "الاسم الأخير",
  ],
  email: [
    "email",
    "e-mail address",
    "email address",
    "e-mail 1 value",
    "email 1 value",
    "billing email",
    "customer email",
    "الايميل",
    "الإيميل",
    "البريد",
    "البريد الالكتروني",
  ],
  address: ["address 1 formatted", "home address", "street address", "address line 1", "العنوان بالكامل"],
  gender: ["sex", "الجنس"],
  birthDate: ["birthday", "birth date", "date of birth", "dob", "تاريخ الميلاد", "الميلاد", "عيد الميلاد"],
  nationalId: [
    "nid",
    "national id number",
    "id number",
    "الرقم القومى",
    "رقم البطاقة",
    "رقم الهوية",
    "الهوية",
  ],
  segmentId: ["segment", "tier name", "الفئة"],
  consent: ["accepts marketing", "accepts email marketing", "email subscription status", "opted in", "موافق"],
  consentedOn: ["consent date"],
  openingPoints: [
    "points",
    "opening balance",
    "balance",
    "points balance",
    "loyalty points",
    "النقاط",
    "رصيد الافتتاح",
    "رصيد النقاط",
    "عدد النقاط",
  ],
  referralMobile: ["brought by", "referral", "referral msisdn"],
};

/** Columns that the export of customers has besides those of an import. */
export const EXPORT_COLUMN_NAMES = {
  statusId: { en: "Status number", ar: "رقم الحالة" },
  segmentId: { en: "Tier number", ar: "رقم المستوى" },
  isOptedIn: { en: "In the programme", ar: "مشترك في البرنامج" },
  balance: { en: "Points", ar: "النقاط" },
  suspended: { en: "Suspended points", ar: "النقاط المعلّقة" },
  accumulated: { en: "Earned in all", ar: "إجمالي المكتسب" },
  redeemed: { en: "Spent in all", ar: "إجمالي المستخدم" },
  createdAt: { en: "Customer since", ar: "عميل منذ" },
} as const satisfies Record<string, Bilingual>;

/** Columns of an export, as an import reads them: the wallet begins with the points that the customer has. */
const OF_EXPORT: Readonly<Record<keyof typeof EXPORT_COLUMN_NAMES, FileColumn | null>> = {
  statusId: "status",
  segmentId: "segmentId",
  isOptedIn: "consent",
  balance: "openingPoints",
  ...{ suspended: null, accumulated: null, redeemed: null, createdAt: null },
};

const FILE_COLUMNS = new Map<string, FileColumn | null>([
  ...Object.entries(OTHER_NAMES).flatMap(([column, names]) =>
    names.map((name) => [plainHeader(name), column as FileColumn] as const),
  ),
  ...columnsByHeader(MATCHED_NAMES),
  // Columns that the file of refused lines adds.
  ...[...columnsByHeader(REPORT_COLUMN_NAMES).keys()].map((name) => [name, null] as const),
  ...[...columnsByHeader(EXPORT_COLUMN_NAMES)].map(([name, column]) => [name, OF_EXPORT[column]] as const),
]);

/** Part of a column's name, folded, that says that its numbers are points. */
const POINTS_NAMED = /(?:^|[^\p{L}])(?:points?|pts|balance)(?:$|[^\p{L}])|نقاط|نقط[هة]|رصيد/u;

const isMobile = (cell: string) => {
  const number = normalizeMsisdn(cell);
  return number !== null && isWholeMobile(number);
};

/** Years of days that a customer can be born on, or can have agreed on, as far as a year of two digits tells. */
export function yearsOf(today: string): Record<"birthDate" | "consentedOn", { from: number; to: number }> {
  const to = Number(today.slice(0, 4));
  return { birthDate: { from: to - 120, to }, consentedOn: { from: 2000, to } };
}

/** Columns of a file of customers, and the form of their cells. */
export function customerColumns(today: string): ColumnRules<FileColumn> {
  const years = yearsOf(today);
  const isId = (cell: string) =>
    cell.length >= 10 &&
    nationalIdProblem(plainNationalId(cell), { country: programmeCountry(), birthDate: null, today }) ===
      null &&
    /^\d+$/.test(plainNationalId(cell));
  return {
    columnOf: (header) => FILE_COLUMNS.get(plainHeader(header)),
    several: new Set<FileColumn>(["mobile"]),
    looks: [
      ["mobile", isMobile],
      ["nationalId", isId],
      ["email", (cell) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell)],
      [
        "birthDate",
        (cell) => !/^\d+$/.test(cell) && !["none", "hijri"].includes(readDay(cell, years.birthDate).kind),
      ],
      ["consent", (cell) => !/^\d+$/.test(cell) && readYesNo(cell) !== null],
      ["name", (cell) => /^\p{L}[\p{L}\p{M}.'’-]*(?: \p{L}[\p{L}\p{M}.'’-]*)+$/u.test(cell)],
    ],
    hints: [["openingPoints", POINTS_NAMED, (cell) => readWholeNumber(cell) !== "none"]],
    mattering: new Set<FileColumn>(["mobile", "openingPoints", "consent", "birthDate"]),
    isEnough: (columns) => columns.has("mobile"),
    days: years,
    exports: [
      "Phone 1 - Value",
      "E-mail Address",
      "billing_phone",
      "Default Address Phone",
      "Square Customer ID",
      "Points balance",
    ],
  };
}
