import type { Bilingual } from "@/lib/platform/language";
import { columnsOf, inUnits, isWhole, type Money, moneySql, moneyText } from "@/lib/platform/money";
import type { Entry, LotMove } from "./types";

interface Field {
  type: keyof typeof FORMS;
  /**
   * The list of the hash in which it stands, from 0 on, and its place there. A list is closed once an entry was written with it: a field that
   * comes now stands in a list of its own, or older entries would have other hashes (tests/golden).
   */
  hash: readonly [list: number, place: number];
  /** Its name in all that is held about a customer; null: it is not told there, or in another form. */
  held: string | null;
  /** Its header in files of entries and in the customer's, where it stands there as it is. */
  file: Bilingual | null;
}

/** Lot moves as stored: `[lot, points]` or `[lot, points, from]`. */
export type StoredMove = [string | null, number] | [string | null, number, string];

/** A value in SQL, in rows to write, out of what a query read, and under the hash. Absent: as it is. */
interface Form {
  /** SQL type, where it is not called as the form is. */
  sqlType?: string;
  read?(column: string): string;
  write?(value: never): unknown;
  open?(stored: never): unknown;
  hashed?(value: never): unknown;
}

const FORMS = {
  bigint: {},
  integer: {},
  smallint: {},
  text: {},
  date: { read: (column) => `${column}::text` },
  // Never a floating-point number.
  numeric: { read: (column) => `trim_scale(${column})::text` },
  timestamptz: {
    write: (value: Date | null) => value?.toISOString() ?? null,
    open: (stored: string | Date | null) => (stored === null ? null : new Date(stored)),
    hashed: (value: Date | null) => value?.getTime() ?? null,
  },
  /** In two columns: units, and hundredths of one. */
  money: {
    sqlType: "bigint",
    write: (value: Money) => columnsOf(value).units,
    open: (stored: string) => BigInt(stored),
    // Whole amounts as they were hashed when there were no others; the rest by their text, which no whole amount is hashed as.
    hashed: (value: Money) => (isWhole(value) ? inUnits(value) : moneyText(value)),
  },
  moves: {
    sqlType: "jsonb",
    write: (moves: readonly LotMove[]) => JSON.stringify(encodeMoves(moves)),
    open: decodeMoves,
    hashed: encodeMoves,
  },
} as const satisfies Record<string, Form>;

/**
 * The fields of an entry, in the order of the columns that the log's writer sends. A column is called as the field is, with underscores. A new
 * field does not compile with less; writer, readers, `verify`, the hash, files of entries and the customer's own file follow from it.
 */
export const ENTRY_FIELDS = {
  walletId: { type: "bigint", hash: [0, 1], held: null, file: null },
  seq: { type: "integer", hash: [0, 2], held: null, file: null },
  id: { type: "bigint", hash: [0, 3], held: "id", file: null },
  logTypeId: { type: "smallint", hash: [0, 4], held: null, file: null },
  channelId: { type: "smallint", hash: [0, 5], held: null, file: null },
  amount: { type: "bigint", hash: [0, 6], held: null, file: null },
  pointsDelta: { type: "bigint", hash: [0, 7], held: "points", file: null },
  suspendedDelta: { type: "bigint", hash: [0, 8], held: null, file: null },
  amountValue: { type: "money", hash: [0, 9], held: null, file: null },
  factor: { type: "numeric", hash: [0, 10], held: null, file: null },
  balanceAfter: { type: "bigint", hash: [0, 11], held: "balance", file: null },
  accumulatedAfter: { type: "bigint", hash: [0, 12], held: null, file: null },
  redeemedAfter: { type: "bigint", hash: [0, 13], held: null, file: null },
  suspendedAfter: { type: "bigint", hash: [0, 14], held: null, file: null },
  segmentVersionId: { type: "integer", hash: [0, 15], held: null, file: null },
  userId: { type: "integer", hash: [0, 16], held: null, file: null },
  merchantId: { type: "integer", hash: [0, 17], held: null, file: null },
  branchId: { type: "integer", hash: [0, 18], held: null, file: null },
  relatedEntryId: { type: "bigint", hash: [0, 20], held: null, file: null },
  expiresOn: { type: "date", hash: [0, 21], held: null, file: null },
  createdAt: { type: "timestamptz", hash: [0, 22], held: "at", file: null },
  invoiceDate: { type: "timestamptz", hash: [0, 23], held: null, file: null },
  lotMoves: { type: "moves", hash: [0, 24], held: null, file: null },
  branchMsisdn: { type: "text", hash: [0, 19], held: null, file: null },
  externalLogId: { type: "text", hash: [0, 25], held: null, file: null },
  invoiceNumber: {
    type: "text",
    hash: [0, 26],
    held: "invoice",
    file: { en: "Invoice number", ar: "رقم الفاتورة" },
  },
  skuId: { type: "text", hash: [0, 27], held: null, file: { en: "Item", ar: "الصنف" } },
  actorWalletId: { type: "bigint", hash: [1, 1], held: null, file: null },
  offerNumber: { type: "integer", hash: [1, 2], held: null, file: null },
  skuRuleId: { type: "integer", hash: [1, 3], held: null, file: null },
  comment: { type: "text", hash: [0, 28], held: "comment", file: { en: "Comment", ar: "تعليق" } },
} as const satisfies Record<keyof Entry, Field>;

export type EntryField = keyof typeof ENTRY_FIELDS;
export const ENTRY_FIELD_NAMES = Object.keys(ENTRY_FIELDS) as EntryField[];

const formOf = (field: EntryField): Form => FORMS[ENTRY_FIELDS[field].type];

export function columnName(field: EntryField): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** SQL for a field of the entry `alias`. `isExact`: money as numeric, which holds the sum of any two columns. */
export function fieldSql(field: EntryField, alias: string, isExact = false): string {
  const column = `${alias}.${columnName(field)}`;
  if (ENTRY_FIELDS[field].type === "money")
    return moneySql(isExact ? `${column}::numeric` : column, `${alias}.amount_hundredths`);
  return formOf(field).read?.(column) ?? column;
}

/** SQL: the fields of the entry `alias` that are held about its customer, by their names there. */
export function heldEntryColumns(alias: string): string {
  return ENTRY_FIELD_NAMES.flatMap((field) => {
    const { held } = ENTRY_FIELDS[field];
    return held === null ? [] : [`${fieldSql(field, alias)} AS "${held}"`];
  }).join(", ");
}

/** Fields that stand in files as they are, with their headers. */
export const FILED_FIELDS = ENTRY_FIELD_NAMES.flatMap((field) => {
  const { file, held }: Field = ENTRY_FIELDS[field];
  return file === null ? [] : [{ field: field as FiledField, file, held }];
});

export type FiledField = {
  [One in EntryField]: (typeof ENTRY_FIELDS)[One]["file"] extends null ? never : One;
}[EntryField];

/** The columns of a field, each with the SQL type and the value that are written. */
export function columnsWritten(
  field: EntryField,
): [name: string, type: string, value: (entry: Entry) => unknown][] {
  const { sqlType = ENTRY_FIELDS[field].type, write } = formOf(field);
  const value =
    write === undefined ? (entry: Entry) => entry[field] : (entry: Entry) => write(entry[field] as never);
  const first: [string, string, typeof value] = [columnName(field), sqlType, value];
  if (ENTRY_FIELDS[field].type !== "money") return [first];
  return [first, ["amount_hundredths", "smallint", (entry) => columnsOf(entry[field] as Money).hundredths]];
}

/** An entry out of what {@link fieldSql} read. */
export function entryFrom(stored: (field: EntryField, index: number) => unknown): Entry {
  const fields: Partial<Record<EntryField, unknown>> = {};
  ENTRY_FIELD_NAMES.forEach((field, index) => {
    const value = stored(field, index);
    const { open } = formOf(field);
    fields[field] = open === undefined ? value : open(value as never);
  });
  return fields as unknown as Entry;
}

/** The fields of each list of the hash, in order. */
const HASHED = hashLists();

/**
 * Adds the values of the fields under the hash to `values`. Those of a later list are there where one of them says something: all other entries
 * are hashed as they always were.
 */
export function addHashed(values: unknown[], entry: Entry): unknown[] {
  HASHED.forEach((fields, list) => {
    if (list > 0 && fields.every(({ field }) => entry[field] === null)) return;
    // From the third on in an array with its number, so that none can be taken for another.
    const into: unknown[] = list > 1 ? [list] : values;
    for (const { field, hashed } of fields)
      into.push(hashed === undefined ? entry[field] : hashed(entry[field] as never));
    if (list > 1) values.push(into);
  });
  return values;
}

function hashLists() {
  const lists: { field: EntryField; hashed: Form["hashed"] }[][] = [];
  for (const field of ENTRY_FIELD_NAMES) {
    const [list, place] = ENTRY_FIELDS[field].hash;
    lists[list] ??= [];
    const fields = lists[list];
    fields[place - 1] = { field, hashed: formOf(field).hashed };
  }
  return lists;
}

function encodeMoves(moves: readonly LotMove[]): StoredMove[] {
  return moves.map(({ lot, points, from }) => (from === undefined ? [lot, points] : [lot, points, from]));
}

export function decodeMoves(moves: readonly StoredMove[]): LotMove[] {
  return moves.map(([lot, points, from]) => (from === undefined ? { lot, points } : { lot, points, from }));
}
