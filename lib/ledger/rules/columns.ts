import { columnsOf } from "@/lib/platform/money";
import { columnsWritten, ENTRY_FIELD_NAMES } from "./entry-fields";
import { entryMac } from "./hash";
import type { Entry, ReversalState } from "./types";
import type { Writes } from "./writes";

/** One table's rows as parallel arrays: its columns' names and types, and where each value comes from. */
export type Columns<Row> = readonly (readonly [name: string, type: string, value: (row: Row) => unknown])[];

export const ENTRY: Columns<{ entry: Entry; hash: string }> = [
  ...ENTRY_FIELD_NAMES.flatMap(columnsWritten).map(
    ([name, type, value]) => [name, type, ({ entry }: { entry: Entry }) => value(entry)] as const,
  ),
  ["hash", "bytea", ({ hash }) => bytea(hash)],
  ["mac", "bytea", ({ hash }) => macText(hash)],
];

function macText(hash: string): string | null {
  const mac = entryMac(hash);
  return mac === null ? null : `\\x${mac.toString("hex")}`;
}

/**
 * An entry and, on the wallet's last entry of the batch, the wallet's segment after it. The wallet's totals come from
 * the entry.
 */
export const MOVEMENT: Columns<{ entry: Entry; hash: string; segmentId: number | null }> = [
  ...ENTRY,
  ["segment_id", "integer", ({ segmentId }) => segmentId],
];

export const LOT: Columns<{ walletId: number; expiresOn: string; points: number }> = [
  ["wallet_id", "bigint", ({ walletId }) => walletId],
  ["expires_on", "date", ({ expiresOn }) => expiresOn],
  ["points", "bigint", ({ points }) => points],
];

export const LAPSED: Columns<Writes["lapsed"][number]> = [
  ["wallet_id", "bigint", ({ walletId }) => walletId],
  ["expires_on", "date", ({ expiresOn }) => expiresOn],
  ["points", "bigint", ({ points }) => points],
  ["seq", "integer", ({ seq }) => seq],
  ["entry_id", "bigint", ({ entryId }) => entryId],
];

export const KEY: Columns<Writes["keys"][number]> = [
  ["user_id", "integer", ({ userId }) => userId],
  ["operation", "smallint", ({ operation }) => operation],
  ["key", "text", ({ key }) => key],
  ["wallet_id", "bigint", ({ walletId }) => walletId],
  ["entry_id", "bigint", ({ entryId }) => entryId],
  ["request_hash", "bytea", ({ requestHash }) => bytea(requestHash)],
  ["created_at", "timestamptz", ({ at }) => at.toISOString()],
];

export const REVERSAL: Columns<ReversalState & { walletId: number }> = [
  ["wallet_id", "bigint", ({ walletId }) => walletId],
  ["entry_id", "bigint", ({ entryId }) => entryId],
  ["taken", "bigint", ({ taken }) => taken],
  ["given_back", "bigint", ({ givenBack }) => givenBack],
  ["given_back_value", "bigint", ({ givenBackValue }) => columnsOf(givenBackValue).units],
  ["given_back_hundredths", "smallint", ({ givenBackValue }) => columnsOf(givenBackValue).hundredths],
  ["open_refunds", "integer", ({ openRefunds }) => openRefunds],
  ["given_back_by_lot", "jsonb", ({ givenBackByLot }) => JSON.stringify(givenBackByLot)],
  ["cancelled_by_entry_id", "bigint", ({ cancelledByEntryId }) => cancelledByEntryId],
];

export const PART: Columns<Writes["parts"][number]> = [
  ["entry_id", "bigint", ({ entryId }) => entryId],
  ["place", "smallint", ({ place }) => place],
  ["kind", "text", ({ kind }) => kind],
  ["points", "bigint", ({ points }) => points],
  ["promotion_version_id", "integer", ({ promotionVersionId }) => promotionVersionId],
  ["business_date", "date", ({ day }) => day],
];

export function names(columns: Columns<never>): string {
  return columns.map(([name]) => name).join(", ");
}

export function source(columns: Columns<never>, firstParameter: number): string {
  return `unnest(${columns.map(([, type], index) => `$${firstParameter + index}::${type}[]`).join(", ")})`;
}

export function arrays<Row>(columns: Columns<Row>, rows: readonly Row[]): unknown[][] {
  return columns.map(([, , value]) => rows.map(value));
}

/** Rows as an array of composite values in PostgreSQL's notation: `{"(1,2,\"text\",)"}`. */
export function composites<Row>(columns: Columns<Row>, rows: readonly Row[]): string {
  return `{${rows.map((row) => compositeOf(columns, row)).join(",")}}`;
}

function compositeOf<Row>(columns: Columns<Row>, row: Row): string {
  let fields = "";
  for (let index = 0; index < columns.length; index += 1) {
    const [, type, value] = columns[index] as Columns<Row>[number];
    if (index > 0) fields += ",";
    const held = value(row);
    if (held === null || held === undefined) continue;
    fields += QUOTED_TYPES.has(type) ? quotedTwice(String(held)) : String(held);
  }
  return `"(${fields})"`;
}

/** Numbers and dates hold nothing that would have to be quoted. */
const QUOTED_TYPES: ReadonlySet<string> = new Set(["text", "jsonb", "bytea"]);

/** Most references and numbers of invoices. */
const PLAIN = /^[\w.:+-]+$/;
const HEX = /^\\x[\da-f]*$/;

/** A text as a field of a row that is an element of an array: escaped for both at once. */
function quotedTwice(text: string): string {
  if (PLAIN.test(text)) return text;
  if (HEX.test(text)) return `\\\\\\${text}`;
  return `\\"${text.replaceAll("\\", "\\\\\\\\").replaceAll('"', '\\\\\\"')}\\"`;
}

export function bytea(base64: string): string {
  return `\\x${Buffer.from(base64, "base64").toString("hex")}`;
}
