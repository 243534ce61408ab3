import { columnsByHeader, plainHeader } from "@/lib/platform/csv";
import type { Bilingual } from "@/lib/platform/language";
import { type ImportColumn, REPORT_COLUMN_NAMES } from "./schemas";
import { IMPORT_COLUMN_NAMES } from "./words";

/** What else people call the columns, written as {@link plainHeader} leaves it. */
const OTHER_NAMES: Readonly<Record<string, ImportColumn>> = {
  code: "walletCode",
  wallet: "walletCode",
  phone: "mobile",
  msisdn: "mobile",
  contactmsisdn: "mobile",
  customername: "name",
  fullname: "name",
  nid: "nationalId",
  segment: "segmentId",
  points: "openingPoints",
  openingbalance: "openingPoints",
  balance: "openingPoints",
  broughtby: "referralMobile",
  referral: "referralMobile",
  referralmsisdn: "referralMobile",
  رقمالمحفظة: "walletCode",
  الموبايل: "mobile",
  الهاتف: "mobile",
  رقمالهاتف: "mobile",
  الفئة: "segmentId",
  النقاط: "openingPoints",
  رصيدالافتتاح: "openingPoints",
};

const BY_NAME = new Map<string, ImportColumn>([
  ...columnsByHeader(IMPORT_COLUMN_NAMES),
  ...Object.entries(OTHER_NAMES),
]);

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

/** What an import makes of the columns of an export: the wallet begins with the points that the customer has. */
const OF_EXPORT: Readonly<Record<keyof typeof EXPORT_COLUMN_NAMES, FileColumn>> = {
  statusId: "status",
  segmentId: "segmentId",
  isOptedIn: "consent",
  balance: "openingPoints",
  ...{ suspended: null, accumulated: null, redeemed: null, createdAt: null },
};

/** A column of a file: one of an import, the wallet's status in an export, or null for one that is not read. */
export type FileColumn = ImportColumn | "status" | null;

const FILE_COLUMNS = new Map<string, FileColumn>([
  ...BY_NAME,
  // What the file of refused lines says about each of them, beside its cells.
  ...[...columnsByHeader(REPORT_COLUMN_NAMES).keys()].map((name) => [name, null] as const),
  ...[...columnsByHeader(EXPORT_COLUMN_NAMES)].map(([name, column]) => [name, OF_EXPORT[column]] as const),
]);

/** The column that a header means, whatever its case, spaces and hyphens; undefined when it means none. */
export function columnOf(header: string): FileColumn | undefined {
  return FILE_COLUMNS.get(plainHeader(header));
}
