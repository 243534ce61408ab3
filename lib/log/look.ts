import { createHmac } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { ClientBase } from "pg";
import { entryMac } from "@/lib/ledger/rules/hash";
import { NO_TIMEOUT_MS, sender } from "@/lib/platform/database/sender";
import { EnvError } from "@/lib/platform/env";
import { type Database, readRows } from "@/lib/platform/rows";
import { dataSecret, sealingKey } from "@/lib/platform/seal";
import { CLOCK_TOLERANCE_MS } from "@/lib/platform/time-base";
import { readCodes } from "./state-kinds";

/** Where the chained logs, and the notes of the triggers, stood at a look. */
export interface Heads {
  auditId: number;
  entryId: number;
  couponEventId: number;
  /** Of `act_row`; absent in looks of before, when nothing was noted. */
  noteId?: number;
}

/** A look at what stands beside the log, as its event in the security log has it. */
export interface Look extends Heads {
  /** The name of the secret that seals and codes are made with. */
  secret: string;
  /** Of all seals. */
  digest: string;
  /** The columns that whole rows were sealed with, packed ({@link unpackColumns}). */
  columns: string;
  /** Entries above this number carry a code; null until all instances write it, a day after the first look. */
  codesSince: number | null;
  /** Codes up to this number were made with a secret that was lost: they prove nothing. */
  codesProved: number;
  /** Rows that have seals. */
  rows: number;
  /** In looks of before: how far rows were compared in turn. */
  compared?: string;
  /** Each change noted above this number must be the service's; null until all instances say who they are, a day after the first such look. */
  provedSince?: number | null;
  /** When the look was made, in milliseconds: an event that is put in again has another time. Absent in looks of before. */
  madeAt?: number;
  /** Whether it was written while rows were being sealed: the next look begins where the one before ended. */
  isPart?: boolean;
}

export type KnownLook = Look & {
  at: Date;
  /** The number of its event. */
  eventId: number;
  /** False when whoever wrote the event did not know the secret. */
  isGenuine: boolean;
};

export const LOOK_EVENT = "state.sealed";
/** Rows that are held at a time. */
export const SEAL_PAGE = 5_000;

const hmac = () =>
  createHmac("sha256", sealingKey({ serviceSecret: dataSecret(), purpose: "state beside the log" }));

/** Tells secrets apart, and nothing else of them. */
export function nameOfSecret(): string {
  return hmac().update("name").digest("hex").slice(0, 16);
}

export function sealOf(kind: string, id: string, facts: string): Buffer {
  return hmac()
    .update(JSON.stringify([kind, id, facts]))
    .digest();
}

/** Without the secret nobody makes another. */
export function markOf(look: Look): string {
  const { auditId, entryId, couponEventId, codesSince, codesProved, digest, columns } = look;
  const since = look.compared === undefined ? [] : [look.compared, look.isPart];
  const noted = look.madeAt === undefined ? [] : [look.madeAt, look.noteId, look.provedSince];
  return hmac()
    .update(
      JSON.stringify([
        ...["look", auditId, entryId, couponEventId, codesSince, codesProved, digest, columns],
        ...since,
        ...noted,
      ]),
    )
    .digest("base64");
}

/** Looks of before have a digest over all seals in their order. */
export async function digestOf(client: ClientBase, form: "sum" | "chain" = "sum"): Promise<string> {
  const chain = hmac();
  let sum = NO_SEALS;
  const pages = readPages<{ kind: string; row_id: string; seal: Buffer }>(
    client,
    `SELECT kind, row_id, seal FROM state_seal ORDER BY kind COLLATE "C", row_id COLLATE "C"`,
  );
  for await (const page of pages)
    if (form === "sum")
      sum = changedSum(
        sum,
        page.map(({ kind, row_id, seal }) => ({ kind, id: row_id, was: null, seal })),
      );
    else for (const { kind, row_id, seal } of page) chain.update(JSON.stringify([kind, row_id])).update(seal);
  return form === "sum" ? sum : chain.digest("base64");
}

const SUM = "sum:";
const BYTES = 32;
const MODULUS = 1n << 256n;
/** As base64: in other forms the security log takes long numbers for customers' and masks them. */
const NO_SEALS = SUM + Buffer.alloc(BYTES).toString("base64");

export function formOf(digest: string): "sum" | "chain" {
  return digest.startsWith(SUM) ? "sum" : "chain";
}

/** A seal that a row gets, null for one that is gone, and the one that it had. */
export interface SealChange {
  kind: string;
  id: string;
  was: Buffer | null;
  seal: Buffer | null;
}

/**
 * The digest of all seals after these changes: the sum of an HMAC of each seal, so that its cost is that of the changes. A seal that was
 * put in, changed or taken away behind the service's back stays in the sum, or never comes into it.
 */
export function changedSum(digest: string, changes: readonly SealChange[]): string {
  let sum = numberOf(Buffer.from(digest.slice(SUM.length), "base64"));
  for (const { kind, id, was, seal } of changes)
    sum += (seal === null ? 0n : termOf(kind, id, seal)) - (was === null ? 0n : termOf(kind, id, was));
  const hex = (((sum % MODULUS) + MODULUS) % MODULUS).toString(16).padStart(2 * BYTES, "0");
  return SUM + Buffer.from(hex, "hex").toString("base64");
}

const numberOf = (bytes: Buffer) => BigInt(`0x${bytes.toString("hex")}`);

function termOf(kind: string, id: string, seal: Buffer): bigint {
  return numberOf(
    hmac()
      .update(JSON.stringify(["digest", kind, id]))
      .update(seal)
      .digest(),
  );
}

/** Events that are looked through for one that the service made: others cannot end the looks by events of their own. */
const LOOKS_READ = 100;

/**
 * The last look that the service made: one of another secret where the service wrote it, so that two secrets are never mixed. Events of strangers
 * count for nothing.
 */
export async function readLastLook(database: Database): Promise<KnownLook | null> {
  const rows = await readRows<{ id: number; at: Date; details: Look & { mark: string } }>(
    database,
    `SELECT id, created_at AS at, details FROM security_event e
      WHERE kind = $1 AND NOT EXISTS (SELECT FROM act_row x WHERE x.table_name = 'security_event' AND x.row_key = e.id::text)
      ORDER BY id DESC LIMIT ${LOOKS_READ}`,
    [LOOK_EVENT],
  );
  const looks = rows.map(({ id, at, details }): KnownLook => {
    const isOfItsTime = details.madeAt === undefined || details.madeAt === at.getTime();
    return { ...details, at, eventId: id, isGenuine: isOfItsTime && details.mark === markOf(details) };
  });
  const [newest = null] = looks;
  if (newest !== null && newest.secret !== nameOfSecret()) return newest;
  return looks.find(({ isGenuine }) => isGenuine) ?? newest;
}

/** Whether an event after the last look says that it is one, and nobody of the service wrote it. */
export async function hasForgedLook(database: Database, { eventId }: KnownLook): Promise<boolean> {
  const found = await readRows(database, "SELECT FROM security_event WHERE kind = $1 AND id > $2 LIMIT 1", [
    LOOK_EVENT,
    eventId,
  ]);
  return found.length > 0;
}

const PACKED = "packed:";

/** Names of columns as one text; in plain form they would be most of each look. */
export function packColumns(columns: string): string {
  return PACKED + deflateRawSync(columns).toString("base64");
}

/** table.column, with commas. Looks of before have them in plain form. */
export function unpackColumns({ columns }: Pick<Look, "columns">): string {
  if (!columns.startsWith(PACKED)) return columns;
  return inflateRawSync(Buffer.from(columns.slice(PACKED.length), "base64")).toString();
}

/** The columns of the tables whose rows are sealed whole. */
export async function readColumns(database: Database, tables: readonly string[]): Promise<string> {
  const [row] = await readRows<{ columns: string }>(
    database,
    `SELECT coalesce(string_agg(table_name || '.' || column_name, ',' ORDER BY table_name, column_name), '') AS columns
       FROM information_schema.columns WHERE table_schema = 'public' AND table_name = ANY ($1)`,
    [[...tables]],
  );
  return row?.columns ?? "";
}

export async function readFirstLook(database: Database, { withNotes = false } = {}): Promise<Date> {
  const [row] = await readRows<{ at: Date | null }>(
    database,
    "SELECT min(created_at) AS at FROM security_event WHERE kind = $1 AND (NOT $2 OR details ? 'noteId')",
    [LOOK_EVENT, withNotes],
  );
  return row?.at ?? new Date();
}

/** Whether a clock that was ahead made a look, by the database's time. */
export async function isLookOfFuture(database: Database, { at }: Pick<KnownLook, "at">): Promise<boolean> {
  const [row] = await readRows<{ now: Date }>(database, "SELECT clock_timestamp() AS now");
  return row !== undefined && at.getTime() - row.now.getTime() > CLOCK_TOLERANCE_MS;
}

/** An event that tells of an earlier state came after one of a later state: old seals were put back. */
export async function hasLaterHeads(database: Database, { auditId, entryId }: Heads): Promise<boolean> {
  const [row] = await readRows<{ is_later: boolean }>(
    database,
    `SELECT coalesce(bool_or((details ->> 'auditId')::bigint > $2 OR (details ->> 'entryId')::bigint > $3), false) AS is_later
       FROM security_event WHERE kind = $1`,
    [LOOK_EVENT, auditId, entryId],
  );
  return row?.is_later ?? false;
}

/** One secret for a database: an instance with another one would write codes that nobody can check. @throws EnvError */
export async function requireSecretOfDatabase(database: Database): Promise<void> {
  const last = await readLastLook(database);
  if (last !== null && last.secret !== nameOfSecret()) throw new EnvError(OTHER_SECRET);
}

const OTHER_SECRET =
  "DATA_SECRET, or SESSION_SECRET where that is not set, is not the one of this database. Set DATA_SECRET to the one before: all instances need it. If it is lost: npm run anchor-key -- seal-anew (docs/operations.md).";

/** The rows of a statement, page by page, within a transaction of the caller's. */
export async function* readPages<Row>(
  client: ClientBase,
  text: string,
  values: readonly unknown[] = [],
): AsyncGenerator<Row[]> {
  const send = sender(client, NO_TIMEOUT_MS);
  await send({ text: `DECLARE state_rows NO SCROLL CURSOR FOR ${text}`, values: [...values] });
  for (;;) {
    const { rows } = await send({ text: `FETCH ${SEAL_PAGE} FROM state_rows` });
    if (rows.length > 0) yield rows as Row[];
    if (rows.length < SEAL_PAGE) break;
  }
  await client.query("CLOSE state_rows");
}

interface CodedRow {
  id: number;
  hash: Buffer;
  mac: Buffer | null;
}

/** An entry that has another code than its hash asks for, or none where it should have one. */
interface WrongCode {
  entryId: number;
  what: "code" | "no_code";
}

export async function findWrongCodes(client: ClientBase, look: KnownLook): Promise<WrongCode[]> {
  const found: WrongCode[] = [];
  for await (const page of readPages<CodedRow>(client, readCodes(scopeOf(look))))
    for (const row of page) {
      const what = flawOf(row);
      if (what !== null) found.push({ entryId: row.id, what });
    }
  return found;
}

/** The flaw of one entry's code; null when it has none, or no code can be asked for. */
export async function findWrongCode(client: ClientBase, entryId: number): Promise<WrongCode["what"] | null> {
  const look = await readLastLook(client);
  const scope = look === null ? { codesSince: null, codesProved: 0 } : scopeOf(look);
  const [row] = await readRows<CodedRow>(client, readCodes(scope, entryId));
  return row === undefined ? null : flawOf(row);
}

/** A look that is not genuine may not say that an entry needs no code. */
function scopeOf({
  isGenuine,
  codesSince,
  codesProved,
}: KnownLook): Pick<KnownLook, "codesSince" | "codesProved"> {
  return isGenuine ? { codesSince, codesProved } : { codesSince: 0, codesProved: 0 };
}

function flawOf({ hash, mac }: CodedRow): WrongCode["what"] | null {
  const made = entryMac(hash.toString("base64"));
  if (made === null || (mac !== null && made.equals(mac))) return null;
  return mac === null ? "no_code" : "code";
}
