import { byShownName, PROFILE, PROFILE_FIELDS, shownName } from "@/lib/ledger/rules/profile";
import type { Bilingual } from "@/lib/platform/language";

// Files of wallets on their way in. Shared by the routes and the browser.

/** The longest file, in bytes: 200,000 lines with every column filled in. */
export const IMPORT_BYTES_MAX = 48 * 1024 * 1024;

/** A file arrives in parts of this size, so that a lost connection costs one of them, and none is ever held whole. */
export const IMPORT_PART_BYTES = 512 * 1024;

/** Files of new customers, and of changes of customers who exist. */
export const IMPORT_KINDS = ["new", "update"] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** How the customers agreed whose lines do not say: they will be asked at the till, or agreed on paper. */
export const CONSENT_ANSWERS = ["till", "paper"] as const;

export const IMPORT_STATES = [
  /** Its parts are arriving. */
  "receiving",
  /** The dry run reads the file. */
  "checking",
  /** Only a person can tell what its columns, its letters or its days are. */
  "asking",
  /** The outcome is known; a person has to start the import. */
  "checked",
  "running",
  "stopped",
  "done",
  /** The file cannot be read. */
  "failed",
  "discarded",
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** Names of the columns in files and pages. */
export const IMPORT_COLUMN_NAMES: Readonly<Record<ImportColumn, Bilingual>> = {
  walletCode: { en: "Wallet code", ar: "كود العميل" },
  mobile: { en: "Mobile number", ar: "رقم الموبايل" },
  ...byShownName((field) => PROFILE[field].names),
  segmentId: { en: "Tier", ar: "المستوى" },
  consent: { en: "Consent", ar: "الموافقة" },
  consentedOn: { en: "Consented on", ar: "تاريخ الموافقة" },
  openingPoints: { en: "Opening points", ar: "رصيد افتتاحي" },
  referralMobile: { en: "Brought by (mobile number)", ar: "رشّحه (رقم الموبايل)" },
};

/** Column of a file: one of an import, a part of the name, or the wallet's status in an export. */
export type FileColumn = ImportColumn | "givenName" | "familyName" | "status";

/** Choices when a file's columns are matched. */
export const MATCHED_NAMES: Readonly<Record<FileColumn, Bilingual>> = {
  ...IMPORT_COLUMN_NAMES,
  givenName: { en: "First name", ar: "الاسم الأول" },
  familyName: { en: "Family name", ar: "اسم العائلة" },
  status: { en: "Status number", ar: "رقم الحالة" },
};

/** The columns that a file of wallets may have, by the names that the template gives them. */
export const IMPORT_COLUMNS = [
  "walletCode",
  "mobile",
  ...PROFILE_FIELDS.map(shownName),
  "segmentId",
  "consent",
  "consentedOn",
  "openingPoints",
  "referralMobile",
] as const;

export type ImportColumn = (typeof IMPORT_COLUMNS)[number];
