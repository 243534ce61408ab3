import { IMPORT_COLUMNS, type ImportColumn } from "./schemas";

/** What else people call them, written as {@link plain} leaves it. */
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
  ...IMPORT_COLUMNS.map((column) => [plain(column), column] as const),
  ...Object.entries(OTHER_NAMES),
]);

/** The column that a header means, whatever its case, spaces and hyphens; undefined when it means none. */
export function columnOf(header: string): ImportColumn | undefined {
  return BY_NAME.get(plain(header));
}

function plain(header: string): string {
  return header
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}
