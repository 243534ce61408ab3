import { roundedUnits } from "../arithmetic";
import {
  type AnsweredEntry,
  type FaultRequest,
  type LoggedEntry,
  type OperationName,
  referenceName,
} from "../history";
import { type Effect, WalletModel } from "../model";
import type { World } from "../world";

/** A request as a stand-in gets it. */
export interface StandInRequest {
  operation: OperationName;
  clientId: string;
  key: string | undefined;
  pin: string | undefined;
  body: Readonly<Record<string, string | number>>;
}

export interface Reply {
  code: number;
  isReplay?: boolean;
  totalPoints?: number | undefined;
  entry?: AnsweredEntry;
}

/** One statement on the connection of a transaction. */
export type Ask = <Row>(text: string, values: readonly unknown[]) => Promise<Row[]>;

/** No constraint stands in the way of a mistake. */
export const TABLES = `
CREATE TABLE IF NOT EXISTS control_wallet (code text PRIMARY KEY);
CREATE TABLE IF NOT EXISTS control_entry (id bigserial PRIMARY KEY, wallet_code text NOT NULL, name text, entry jsonb);
CREATE INDEX IF NOT EXISTS control_entry_wallet ON control_entry (wallet_code, id);
CREATE TABLE IF NOT EXISTS control_key (name text NOT NULL, content text, entry_id bigint);
CREATE INDEX IF NOT EXISTS control_key_name ON control_key (name);`;

const OPERATIONS: readonly OperationName[] = ["Reward", "RedeemUser", "Refund"];

/** JSON has no numbers of a bigint's kind. */
export type StoredEntry = Omit<LoggedEntry, "amountValue"> & {
  amountValue: string;
  /** Of a return: what remained of its reward. */
  remaining?: number;
};

export function entryOf({ remaining: _remaining, ...stored }: StoredEntry): LoggedEntry {
  return { ...stored, amountValue: BigInt(stored.amountValue) };
}

interface Taken {
  /** Null: closed by a cancellation before anything arrived under it. */
  content: string | null;
  entryId: number | null;
}

/** The references that a request takes or closes. */
export function namesOf(request: StandInRequest): string[] {
  return [...ownName(request), ...closedNames(request)];
}

function ownName({ clientId, operation, key }: StandInRequest): string[] {
  return key === undefined ? [] : [`${clientId}/${operation}/${key}`];
}

function closedNames({ clientId, body }: StandInRequest): string[] {
  const original = body.OriginalExternalLogId;
  return original === undefined ? [] : OPERATIONS.map((operation) => `${clientId}/${operation}/${original}`);
}

export async function isTakenAlready(ask: Ask, request: StandInRequest): Promise<boolean> {
  return (await readTaken(ask, request)) !== undefined;
}

async function readTaken(ask: Ask, request: StandInRequest): Promise<Taken | undefined> {
  const [name] = ownName(request);
  if (name === undefined) return undefined;
  const [taken] = await ask<Taken>(
    'SELECT content, entry_id::float8 AS "entryId" FROM control_key WHERE name = $1 LIMIT 1',
    [name],
  );
  return taken;
}

/** Carries a request out as the model has it, on what the transaction sees. */
export async function carryOut(
  ask: Ask,
  world: World,
  request: StandInRequest,
  { isKnownNew }: { isKnownNew: boolean },
): Promise<Reply> {
  const content = contentOf(request);
  const taken = isKnownNew ? undefined : await readTaken(ask, request);
  if (taken !== undefined) return answerTaken(ask, taken, content);
  const facts = world.wallets.find(({ code }) => code === request.body.WalletCode);
  if (facts === undefined) return { code: 1201 };
  const log = await ask<{ id: number; name: string | null; entry: StoredEntry }>(
    "SELECT id::float8 AS id, name, entry FROM control_entry WHERE wallet_code = $1 ORDER BY id",
    [facts.code],
  );
  const model = new WalletModel(world.facts, facts);
  for (const { name, entry } of log) model.follow(entryOf(entry), name ?? undefined);
  const { effect, codes } = model.expect(asSent(request));
  const remaining =
    effect?.logTypeId === 11
      ? (model.remainingOf(effect.relatedEntryId ?? 0) ?? 0) + effect.pointsDelta
      : undefined;
  if (effect !== undefined) return write(ask, request, { effect, remaining }, content);
  const code = codes[0] ?? 1901;
  if (code === 1401) await closeNames(ask, closedNames(request));
  return { code, totalPoints: code === 1201 ? undefined : (log.at(-1)?.entry.balanceAfter ?? 0) };
}

/** Nothing may arrive any more under references that a cancellation did not find; one that another wallet took stays what it is. */
async function closeNames(ask: Ask, names: readonly string[]): Promise<void> {
  const taken = await ask("SELECT name FROM control_key WHERE name = ANY ($1) LIMIT 1", [names]);
  if (taken.length > 0) return;
  await ask("INSERT INTO control_key (name) SELECT unnest($1::text[]) RETURNING name", [names]);
}

async function answerTaken(ask: Ask, { content, entryId }: Taken, own: string): Promise<Reply> {
  if (content === null) return { code: 1416 };
  if (content !== own) return { code: 1501 };
  const [found] = await ask<{ entry: StoredEntry }>("SELECT entry FROM control_entry WHERE id = $1", [
    entryId,
  ]);
  if (found === undefined) throw new Error(`Entry ${entryId} is not there`);
  return { ...replyOf(entryOf(found.entry), found.entry.remaining), isReplay: true };
}

async function write(
  ask: Ask,
  request: StandInRequest,
  { effect, remaining }: { effect: Effect; remaining: number | undefined },
  content: string,
): Promise<Reply> {
  const { operation, key, body } = request;
  const [next] = await ask<{ id: number }>("SELECT nextval('control_entry_id_seq')::float8 AS id", []);
  const entry: LoggedEntry = {
    ...effect,
    id: next?.id ?? 0,
    walletCode: String(body.WalletCode),
    seq: 0,
    factor: "1",
    merchantId: 1,
    branchMsisdn: String(body.BranchMsisdn),
    day: "2026-11-21",
    externalLogId: key ?? "",
    tag: String(operation === "Reward" ? body.InvoiceNumber : body.Comment),
  };
  const name = referenceName(asSent(request)) ?? null;
  await ask(
    "INSERT INTO control_entry (id, wallet_code, name, entry) VALUES ($1, $2, $3, $4::jsonb) RETURNING id::text",
    [
      entry.id,
      entry.walletCode,
      name,
      JSON.stringify({ ...entry, remaining, amountValue: String(entry.amountValue) }),
    ],
  );
  for (const own of ownName(request))
    await ask("INSERT INTO control_key (name, content, entry_id) VALUES ($1, $2, $3) RETURNING name", [
      own,
      content,
      entry.id,
    ]);
  return replyOf(entry, remaining);
}

/** What is answered for an entry; of a return with what remained of its reward. */
export function replyOf(
  { id, logTypeId, amount, amountValue, balanceAfter, relatedEntryId }: LoggedEntry,
  remaining: number | undefined,
): Reply {
  const refundedLogId = logTypeId === 3 ? relatedEntryId : null;
  return {
    code: 0,
    totalPoints: balanceAfter,
    entry: {
      id,
      logTypeId,
      amount,
      amountValue: roundedUnits(amountValue),
      totalAmount: logTypeId === 2 ? undefined : Number(amountValue) / 100,
      balanceAfter,
      refundedLogId,
      returned: remaining === undefined ? undefined : { id: relatedEntryId ?? 0, remainingPoints: remaining },
    },
  };
}

function contentOf({ body }: StandInRequest): string {
  return JSON.stringify(Object.entries(body).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function asSent({ operation, clientId, key, pin, body }: StandInRequest): FaultRequest {
  return { operation, clientId, key, pin, content: body, isKeyInHeader: false, tag: "" };
}
