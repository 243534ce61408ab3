import type { Bilingual } from "@/lib/platform/language";

/** How a field is written: the type of its column, the check of forms and files, and its look on pages follow. A day is an ISO date. */
type Kind =
  | { kind: "line" | "email" | "nationalId"; lengthMax: number }
  | { kind: "day" }
  | { kind: "choice"; options: readonly string[] };
interface Field {
  /** On pages, in files and in the audit log. */
  names: Bilingual;
  /** The name in answers and files, where it is not the field's own. */
  shownAs?: string;
}

/**
 * The fields of a wallet's owner that forms change. A column of `wallet_profile` is called as the field is, with underscores. Personal data;
 * `nid` leaves the service only for clients with that right, and cashiers see none but the name (`shown-profile.ts`). Forms, pages,
 * imports, exports, the audit log and erasure go by this list; an option without a text for its pages does not compile.
 */
export const PROFILE = {
  name: { kind: "line", lengthMax: 120, names: { en: "Name", ar: "الاسم" } },
  email: { kind: "email", lengthMax: 254, names: { en: "E-mail", ar: "البريد الإلكتروني" } },
  address: { kind: "line", lengthMax: 250, names: { en: "Address", ar: "العنوان" } },
  gender: { kind: "choice", options: ["female", "male"], names: { en: "Gender", ar: "النوع" } },
  birthDate: { kind: "day", names: { en: "Date of birth", ar: "تاريخ الميلاد" } },
  nid: {
    kind: "nationalId",
    lengthMax: 32,
    shownAs: "nationalId",
    names: { en: "National ID", ar: "الرقم القومي" },
  },
} as const satisfies Record<string, Kind & Field>;

/** The fields that may be changed. */
export type ProfileField = keyof typeof PROFILE;
export type ProfileRow = (typeof PROFILE)[ProfileField];
/** Names of the same in answers and files. */
export type ShownField = {
  [Name in ProfileField]: (typeof PROFILE)[Name] extends { shownAs: infer Shown extends string }
    ? Shown
    : Name;
}[ProfileField];
/** With the number of the referring customer, E.164: given when the wallet was opened and never changed. */
export type WalletProfile = { [Field in ProfileField | "referralMsisdn"]: string | null };

export const PROFILE_FIELDS = Object.keys(PROFILE) as ProfileField[];

export function shownName(field: ProfileField): ShownField {
  const row: Field = PROFILE[field];
  return (row.shownAs ?? field) as ShownField;
}

/** An object with a value for each field, by the names of answers and files. */
export function byShownName<Value>(read: (field: ProfileField) => Value): Record<ShownField, Value> {
  const values = PROFILE_FIELDS.map((field) => [shownName(field), read(field)]);
  return Object.fromEntries(values) as Record<ShownField, Value>;
}

const ALL: readonly (keyof WalletProfile)[] = [...PROFILE_FIELDS, "referralMsisdn"];

/** Nothing is known of the customer. */
export const NO_PROFILE = Object.fromEntries(ALL.map((field) => [field, null])) as WalletProfile;

/**
 * Fields that a merchant sees at the desk, at the till and through its API clients: none of a customer unknown to it (`knownCustomers`;
 * rules.md §16).
 */
export function profileShown(profile: WalletProfile, isKnown: boolean): WalletProfile {
  return isKnown ? profile : NO_PROFILE;
}

/** Whether the database keeps the field as a date. */
export function isDate(field: ProfileField): boolean {
  return PROFILE[field].kind === "day";
}

/** SQL: the fields, out of a row `alias` of `wallet_profile`. Nothing is read of a customer who has withdrawn their consent. */
export function profileColumns(alias: string): string {
  const shown = (field: keyof WalletProfile) =>
    `CASE WHEN ${alias}.withdrawn_at IS NULL THEN ${alias}.${columnOf(field)}::text END AS "${field}"`;
  return ALL.map(shown).join(", ");
}

/** The fields of a row that was read by {@link profileColumns}. */
export function profileOf(row: WalletProfile): WalletProfile {
  const profile = { ...NO_PROFILE };
  for (const field of ALL) profile[field] = row[field];
  return profile;
}

/** SQL: the columns of the fields that may be changed. */
export const CHANGEABLE_COLUMNS = PROFILE_FIELDS.map(columnOf).join(", ");

/** SQL: the definition of the same fields for `jsonb_to_recordset`. */
export const PROFILE_RECORD = PROFILE_FIELDS.map(
  (field) => `"${field}" ${isDate(field) ? "date" : "text"}`,
).join(", ");

/** SQL: the same fields as texts, out of a row `alias` of `wallet_profile`, whatever its customer has withdrawn. */
export function heldColumns(alias: string): string {
  return PROFILE_FIELDS.map((field) => `${alias}.${columnOf(field)}::text AS "${field}"`).join(", ");
}

/** SQL: the same fields, out of a row `alias` of such a record. */
export function recordColumns(alias: string): string {
  return PROFILE_FIELDS.map((field) => `${alias}."${field}"`).join(", ");
}

function columnOf(field: keyof WalletProfile): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
