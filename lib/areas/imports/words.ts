import type { Bilingual } from "@/lib/platform/language";
import type { ImportColumn } from "./schemas";

// Files of wallets on their way in. Shared by the routes and the browser.

/** The longest file, in bytes. */
export const IMPORT_FILE_BYTES_MAX = 48 * 1024 * 1024;

/** A file is sent in parts of this size. */
export const IMPORT_PART_SIZE = 512 * 1024;

/** What files and pages call the columns. */
export const IMPORT_COLUMN_NAMES: Readonly<Record<ImportColumn, Bilingual>> = {
  walletCode: { en: "Wallet code", ar: "كود المحفظة" },
  mobile: { en: "Mobile number", ar: "رقم الموبايل" },
  name: { en: "Name", ar: "الاسم" },
  email: { en: "E-mail", ar: "البريد الإلكتروني" },
  address: { en: "Address", ar: "العنوان" },
  gender: { en: "Gender", ar: "النوع" },
  birthDate: { en: "Date of birth", ar: "تاريخ الميلاد" },
  nationalId: { en: "National ID", ar: "الرقم القومي" },
  segmentId: { en: "Tier", ar: "المستوى" },
  consent: { en: "Consent", ar: "الموافقة" },
  consentedOn: { en: "Consented on", ar: "تاريخ الموافقة" },
  openingPoints: { en: "Opening points", ar: "رصيد افتتاحي" },
  referralMobile: { en: "Brought by (mobile number)", ar: "رشّحه (رقم الموبايل)" },
};
