import { plainHeader } from "@/lib/platform/csv";
import { IMPORT_COLUMN_NAMES, IMPORT_COLUMNS, type ImportColumn, REPORT_COLUMN_NAMES } from "./schemas";

/** What else people call them, written as {@link plainHeader} leaves it. */
const OTHER_NAMES: Readonly<Record<string, ImportColumn>> = {
  code: "walletCode",
  wallet: "walletCode",
  phone: "mobile",
  mobilenumber: "mobile",
  msisdn: "mobile",
  contactmsisdn: "mobile",
  customername: "name",
  fullname: "name",
  dateofbirth: "birthDate",
  nid: "nationalId",
  segment: "segmentId",
  tier: "segmentId",
  points: "openingPoints",
  openingbalance: "openingPoints",
  balance: "openingPoints",
  كودالمحفظة: "walletCode",
  رقمالمحفظة: "walletCode",
  الموبايل: "mobile",
  رقمالموبايل: "mobile",
  الهاتف: "mobile",
  رقمالهاتف: "mobile",
  الاسم: "name",
  البريدالإلكتروني: "email",
  العنوان: "address",
  النوع: "gender",
  تاريخالميلاد: "birthDate",
  الرقمالقومي: "nationalId",
  الفئة: "segmentId",
  المستوى: "segmentId",
  الموافقة: "consent",
  تاريخالموافقة: "consentedOn",
  النقاط: "openingPoints",
  رصيدالافتتاح: "openingPoints",
};

const BY_NAME = new Map<string, ImportColumn>([
  ...IMPORT_COLUMNS.flatMap((column) => {
    const { en, ar } = IMPORT_COLUMN_NAMES[column];
    return [column, en, ar].map((name) => [plainHeader(name), column] as const);
  }),
  ...Object.entries(OTHER_NAMES),
]);

/** What the file of refused lines says about each of them, beside its cells. */
const OF_REPORT = new Set(
  Object.values(REPORT_COLUMN_NAMES).flatMap(({ en, ar }) => [plainHeader(en), plainHeader(ar)]),
);

/**
 * The column that a header means, whatever its case, spaces and hyphens; null for one that the file of refused lines has in
 * addition, and undefined when it means none.
 */
export function columnOf(header: string): ImportColumn | null | undefined {
  const name = plainHeader(header);
  return OF_REPORT.has(name) ? null : BY_NAME.get(name);
}
