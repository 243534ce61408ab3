import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { noteKept } from "./marker";
import type { NewOperationRecord, OperationRecord } from "./record";
import { type Sealed, seal, unseal } from "./sealing";

type Private = Pick<OperationRecord, "request" | "facts">;
/** A record as the disk has it: customer and bill are sealed, where this device has a key. */
type StoredRecord = Omit<OperationRecord, keyof Private> & (Private | { sealed: Sealed });

interface Schema extends DBSchema {
  operations: { key: number; value: StoredRecord };
}
type Database = IDBPDatabase<Schema>;

const NAME = "points.operations";
/** On the disk, not only on its way there, before anything is sent. */
const STRICT = { durability: "strict" } as const;

let opening: Promise<Database> | undefined;

function open(): Promise<Database> {
  const forget = () => {
    opening = undefined;
  };
  opening ??= openDB<Schema>(NAME, 1, {
    upgrade: (database) => {
      database.createObjectStore("operations", { keyPath: "sequence", autoIncrement: true });
    },
    // A newer version of the portal in another tab must not wait for this one.
    blocking: (_current, _blocked, { target }) => {
      (target as IDBDatabase).close();
      forget();
    },
    terminated: forget,
  });
  opening.catch(forget);
  return opening;
}

async function write<Result>(act: (database: Database) => Promise<Result>): Promise<Result> {
  const result = await act(await open());
  announce();
  return result;
}

/** Keeps an operation. Once this is done it outlives the tab and the power. Throws what the browser throws. */
export async function addRecord(record: NewOperationRecord): Promise<OperationRecord> {
  const stored = await shut(record as OperationRecord);
  return write(async (database) => {
    const transaction = database.transaction("operations", "readwrite", STRICT);
    // The store numbers it; its type wants the number beforehand.
    const sequence = await transaction.store.add(stored);
    await transaction.done;
    noteKept(true);
    return { ...record, sequence };
  });
}

/** Changes what is kept, unless it has been removed meanwhile. */
export async function updateRecord(
  sequence: number,
  {
    request,
    ...changes
  }: Partial<Pick<OperationRecord, "status" | "outcome" | "trouble" | "request" | "isByMobile">>,
): Promise<void> {
  const before = request === undefined ? undefined : await readRecord(sequence);
  // Nothing else is waited for within a transaction: it would end.
  const anew = before === undefined ? {} : await shut({ ...before, request } as OperationRecord);
  return write(async (database) => {
    const transaction = database.transaction("operations", "readwrite", STRICT);
    const record = await transaction.store.get(sequence);
    if (record !== undefined) await transaction.store.put({ ...record, ...anew, ...changes } as StoredRecord);
    await transaction.done;
  });
}

async function shut({ request, facts, ...rest }: OperationRecord): Promise<StoredRecord> {
  const sealed = await seal({ request, facts });
  return sealed === null ? { ...rest, request, facts } : { ...rest, sealed };
}

/** Undefined for a record that cannot be read any more: its key is gone. */
async function opened(stored: StoredRecord): Promise<OperationRecord | undefined> {
  if (!("sealed" in stored)) return stored as OperationRecord;
  const { sealed, ...rest } = stored;
  const content = await unseal(sealed);
  return content === undefined ? undefined : ({ ...rest, ...(content as Private) } as OperationRecord);
}

export function deleteRecord(sequence: number): Promise<void> {
  return write(async (database) => {
    const transaction = database.transaction("operations", "readwrite", STRICT);
    // The note goes first: without it a record is seen a little later, without the record it would say that something was lost.
    if ((await transaction.store.count()) === 1) noteKept(false);
    await transaction.store.delete(sequence);
    await transaction.done;
  });
}

export async function readRecord(sequence: number): Promise<OperationRecord | undefined> {
  const stored = await (await open()).get("operations", sequence);
  return stored && opened(stored);
}

/** Everything that this device keeps, of all users, oldest first. */
export async function listRecords(): Promise<OperationRecord[]> {
  const records = await Promise.all((await (await open()).getAll("operations")).map(opened));
  return records.filter((record) => record !== undefined);
}

/** How many operations of the user wait on this device: what only this user can send or find out. */
export async function countWaiting(userId: number): Promise<number> {
  const records = await listRecords();
  return records.filter((record) => record.userId === userId && record.status !== "settled").length;
}

const listeners = new Set<() => void>();
const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(NAME);
if (channel !== undefined) channel.onmessage = () => tell();

function tell(): void {
  for (const listener of listeners) listener();
}

function announce(): void {
  channel?.postMessage(null);
  tell();
}

/** Calls `listener` when this or another tab has changed what is kept. Returns the function that stops it. */
export function subscribeToRecords(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
