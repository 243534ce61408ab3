import { columnsByHeader, plainHeader } from "@/lib/platform/csv";
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
