/**
 * The fields of a wallet's owner, with the types of their columns in `wallet_profile`. A column is called as the field is, with
 * underscores. Personal data; `nid` leaves the service only for clients with that right. Readers, imports and exports of wallets go by this
 * list.
 */
const TYPES = {
  name: "text",
  email: "text",
  address: "text",
  gender: "text",
  /** ISO date. */
  birthDate: "date",
  nid: "text",
  /** Number of the referring customer, E.164; given when the wallet was opened and never changed. */
  referralMsisdn: "text",
} as const satisfies Record<string, "text" | "date">;

export type WalletProfile = { [Field in keyof typeof TYPES]: string | null };
/** The fields that may be changed. */
export type ProfileField = Exclude<keyof WalletProfile, "referralMsisdn">;

const ALL = Object.keys(TYPES) as (keyof WalletProfile)[];
export const PROFILE_FIELDS = ALL.filter((field): field is ProfileField => field !== "referralMsisdn");

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
  return TYPES[field] === "date";
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
export const PROFILE_RECORD = PROFILE_FIELDS.map((field) => `"${field}" ${TYPES[field]}`).join(", ");

/** SQL: the same fields, out of a row `alias` of such a record. */
export function recordColumns(alias: string): string {
  return PROFILE_FIELDS.map((field) => `${alias}."${field}"`).join(", ");
}

function columnOf(field: keyof WalletProfile): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
