import type { ClientBase } from "pg";
import {
  changedSum,
  type Heads,
  type KnownLook,
  type Look,
  packColumns,
  readColumns,
  SEAL_PAGE,
  type SealChange,
  sealOf,
  unpackColumns,
} from "@/lib/log/look";
import { NAMED_BEFORE_NOTES, STATE_KIND_NAMES, STATE_KINDS, type StateKind } from "@/lib/log/state-kinds";
import { sessionProof } from "@/lib/platform/database/act-rows";
import { NO_TIMEOUT_MS, sender } from "@/lib/platform/database/sender";
import { readRows } from "@/lib/platform/rows";
import { inTransactionOn } from "@/lib/platform/transaction";
import type { StateFinding } from "./state-finding";
import { noteLook, storeSeals, type Told, toldOf } from "./store-seals";

/**
 * A look whose cost is that of what was done since the last one. The triggers' notes name the rows; these are read and sealed page by page, each
 * in a transaction of its own with the digest so far, so that a look that was interrupted has kept them. `verify` reads all rows.
 */

/** From where on codes, and proofs of sessions, must be there. */
export type Since = Pick<Look, "codesSince" | "codesProved" | "provedSince">;

export interface SealedRow {
  id: string;
  /** Null for a row that is gone. */
  facts: string | null;
  /** Null for a row without a seal. */
  seal: Buffer | null;
  /** The facts without the columns that a release has added since the last look. */
  before?: string | null;
}

export interface DifferingRow extends SealChange {
  what: "changed" | "added" | "removed";
}

/** @throws Error for a name that is none */
export function stateKind(kind: string): StateKind {
  const found = STATE_KINDS[kind];
  if (found === undefined) throw new Error(`${kind} is no kind of rows beside the log`);
  return found;
}

export const WHOLE_TABLES = STATE_KIND_NAMES.flatMap((kind) => stateKind(kind).table ?? []);

export async function sealSteps(
  client: ClientBase,
  { last, heads, since, now }: { last: KnownLook; heads: Heads; since: Since; now: Date },
): Promise<StateFinding[]> {
  const steps = new Steps(client, last, now);
  const columns = await readColumns(client, WHOLE_TABLES);
  const added = await columnsSince(client, last);
  const addedTo = (kind: string) =>
    added.filter(({ of }) => of === stateKind(kind).table).map(({ name }) => name);
  const findings = [...(last.noteId === undefined ? await takeOver(client, steps, last, addedTo) : [])];
  for (const kind of STATE_KIND_NAMES) {
    if (isNew(kind, last)) {
      for await (const page of pagesOf<SealedRow>(client, ALL_ROWS(kind), [kind]))
        await steps.take(differingOf(kind, page).others);
      continue;
    }
    for await (const owners of notedOwners(client, kind, last, heads))
      await steps.take(differingOf(kind, await rowsOfOwners(client, kind, owners)).others);
    if (addedTo(kind).length > 0) {
      await steps.flush();
      for await (const page of pagesOfSeals(client, kind, addedTo(kind)))
        await steps.take(differingOf(kind, page).renewed);
    }
  }
  findings.push(...(await readStrangers(client, { after: last.noteId ?? 0, until: heads.noteId, since })));
  await steps.end({ ...heads, ...since, columns: packColumns(columns) }, toldOf(findings));
  return findings;
}

/** A kind that no look before has sealed is taken as it is. */
export const isNew = (kind: string, last: Look): boolean => {
  const { table } = stateKind(kind);
  return table !== undefined && !unpackColumns(last).includes(`${table}.`);
};

const ALL_ROWS = (kind: string) =>
  `SELECT r.id, r.facts, s.seal FROM (${stateKind(kind).rows}) r LEFT JOIN state_seal s ON s.kind = $1 AND s.row_id = r.id`;

/**
 * Before the first look that has notes to go by, all rows are compared once: those that differ from their seals were changed since the look
 * before by what a chained log names, or are findings. Those above are sealed anew.
 */
async function takeOver(
  client: ClientBase,
  steps: Steps,
  last: KnownLook,
  addedTo: (kind: string) => readonly string[],
): Promise<StateFinding[]> {
  const findings: StateFinding[] = [];
  const settle = async (kind: string, { renewed, others }: ReturnType<typeof differingOf>) => {
    const ids = others.map(({ id }) => id);
    const named = await readExplained(client, kind, ids, last);
    await steps.take([...renewed, ...others.filter(({ id }) => named.has(id))]);
    for (const { id, what } of others) if (!named.has(id)) findings.push({ kind, id, what });
  };
  for (const kind of STATE_KIND_NAMES) {
    if (isNew(kind, last)) continue;
    for await (const page of pagesOfSeals(client, kind, addedTo(kind)))
      await settle(kind, differingOf(kind, page));
    const unsealed = `SELECT * FROM (${ALL_ROWS(kind)}) u WHERE u.seal IS NULL`;
    for await (const page of pagesOf<SealedRow>(client, unsealed, [kind]))
      await settle(kind, differingOf(kind, page));
  }
  return findings;
}

/** Changes on their way into the table of seals, and the digest with them. */
class Steps {
  #waiting: SealChange[] = [];
  #look: Omit<Look, "secret">;

  constructor(
    readonly client: ClientBase,
    last: KnownLook,
    readonly now: Date,
  ) {
    const { at: _, isGenuine: __, secret: ___, eventId: ____, compared: _____, ...look } = last;
    this.#look = look;
  }

  async take(changes: readonly SealChange[]): Promise<void> {
    this.#waiting.push(...changes);
    while (this.#waiting.length >= SEAL_PAGE) await this.#store({ isPart: true });
  }

  async flush(): Promise<void> {
    if (this.#waiting.length > 0) await this.#store({ isPart: true });
  }

  end(look: Partial<Look>, told: Told | null): Promise<void> {
    return this.#store({ ...look, isPart: false }, told);
  }

  async #store(look: Partial<Look>, told: Told | null = null): Promise<void> {
    const changes = this.#waiting.slice(0, SEAL_PAGE);
    const grown = changes.filter(({ was }) => was === null).length;
    const gone = changes.filter(({ seal }) => seal === null).length;
    const { digest, rows } = this.#look;
    const next = {
      ...{ ...this.#look, ...look },
      ...{ digest: changedSum(digest, changes), rows: rows + grown - gone },
    };
    await inTransactionOn(this.client, async () => {
      await storeSeals(this.client, changes);
      await noteLook(this.client, next, this.now, told);
    });
    this.#waiting = this.#waiting.slice(SEAL_PAGE);
    this.#look = next;
  }
}

/** Pages of the owners whose rows the service has changed since the last look. */
async function* notedOwners(
  client: ClientBase,
  kind: string,
  last: KnownLook,
  { noteId = 0 }: Heads,
): AsyncGenerator<string[]> {
  const noted = `SELECT n.owner FROM (${stateKind(kind).noted}) n (owner) WHERE n.owner IS NOT NULL`;
  for await (const rows of pagesOf<{ owner: string }>(client, noted, notedBy(last, noteId)))
    yield rows.map(({ owner }) => owner);
}

/** No number of a note is higher. */
const NO_NOTE = Number.MAX_SAFE_INTEGER;

/** Values of a kind's `noted`. */
const notedBy = ({ noteId, provedSince }: KnownLook, until: number) => [
  ...[noteId ?? 0, until, sessionProof(), provedSince ?? NO_NOTE],
];

/** The rows of a statement in pages, by a cursor that outlives its transaction: pages are sealed in transactions of their own. */
async function* pagesOf<Row>(
  client: ClientBase,
  text: string,
  values: readonly unknown[],
): AsyncGenerator<Row[]> {
  const send = sender(client, NO_TIMEOUT_MS);
  await inTransactionOn(
    client,
    () => send({ text: `DECLARE sealed_rows NO SCROLL CURSOR WITH HOLD FOR ${text}`, values: [...values] }),
    { timeLimitMs: 0 },
  );
  try {
    for (;;) {
      const { rows } = await send({ text: `FETCH ${SEAL_PAGE} FROM sealed_rows` });
      if (rows.length > 0) yield rows as Row[];
      if (rows.length < SEAL_PAGE) break;
    }
  } finally {
    await client.query("CLOSE sealed_rows");
  }
}

/** Changes that were noted above `after` and not made in a session of the service. */
export async function readStrangers(
  client: ClientBase,
  {
    after = 0,
    until = NO_NOTE,
    since: { provedSince },
  }: { after?: number; until?: number | undefined; since: Pick<Look, "provedSince"> },
): Promise<StateFinding[]> {
  if (provedSince == null) return [];
  return readRows<StateFinding>(
    client,
    `SELECT table_name AS kind, row_key AS id, 'stranger' AS what FROM act_row
      WHERE id > $1 AND id <= $2 AND proof IS DISTINCT FROM $3 GROUP BY table_name, row_key ORDER BY min(id)`,
    [Math.max(after, provedSince), until, sessionProof()],
  );
}

async function rowsOfOwners(
  client: ClientBase,
  kind: string,
  owners: readonly string[],
): Promise<SealedRow[]> {
  const { among, owner } = stateKind(kind);
  const { rows } = await sender(
    client,
    NO_TIMEOUT_MS,
  )({
    text: `
SELECT coalesce(r.id, s.row_id) AS id, r.facts, s.seal FROM (${among}) r
  FULL JOIN (SELECT row_id, seal FROM state_seal WHERE kind = $3 AND ${owner("row_id")} = ANY ($2::text[])) s ON s.row_id = r.id`,
    values: [owners, owners, kind],
  });
  return rows as SealedRow[];
}

/** Rows that differ from their seals; `renewed`: only by columns that a release has added. */
export function differingOf(
  kind: string,
  rows: readonly SealedRow[],
): { renewed: SealChange[]; others: DifferingRow[] } {
  const renewed: SealChange[] = [];
  const others: DifferingRow[] = [];
  for (const { id, facts, before = null, seal: was } of rows) {
    const seal = facts === null ? null : sealOf(kind, id, facts);
    if (seal !== null && was !== null && seal.equals(was)) continue;
    const change = { kind, id, was, seal };
    if (before !== null && before !== facts && was?.equals(sealOf(kind, id, before))) renewed.push(change);
    else others.push({ ...change, what: seal === null ? "removed" : was === null ? "added" : "changed" });
  }
  return { renewed, others };
}

/** SQL of {@link SealedRow}'s `before`, of a row `r`; `place` is that of the parameter with the added columns. */
export const beforeOf = (place: number) =>
  `CASE WHEN cardinality($${place}::text[]) > 0 THEN (r.facts::jsonb - $${place}::text[])::text END AS before`;

/** The rows of a kind in the order of their seals. */
async function* pagesOfSeals(
  client: ClientBase,
  kind: string,
  added: readonly string[],
): AsyncGenerator<SealedRow[]> {
  const { among, owner } = stateKind(kind);
  let from = "";
  for (;;) {
    const seals = await readRows<{ id: string; seal: Buffer; owner: string }>(
      client,
      `SELECT s.row_id AS id, s.seal, ${owner("s.row_id")} AS owner FROM state_seal s WHERE s.kind = $1 AND s.row_id > $2 ORDER BY s.row_id LIMIT ${SEAL_PAGE}`,
      [kind, from],
    );
    const owners = [...new Set(seals.map((seal) => seal.owner))];
    const rows = await readRows<Omit<SealedRow, "seal">>(
      client,
      `SELECT r.id, r.facts, ${beforeOf(2)} FROM (${among}) r`,
      [owners, added],
    );
    const found = new Map(rows.map((row) => [row.id, row]));
    if (seals.length > 0) yield seals.map(({ id, seal }) => ({ id, facts: null, ...found.get(id), seal }));
    if (seals.length < SEAL_PAGE) break;
    from = seals.at(-1)?.id ?? from;
  }
}

/** Columns of whole rows that a migration has added since the last look. */
export async function columnsSince(client: ClientBase, last: Look): Promise<{ of: string; name: string }[]> {
  const known = new Set(unpackColumns(last).split(","));
  return (await readColumns(client, WHOLE_TABLES))
    .split(",")
    .filter((column) => !known.has(column))
    .map((column) => column.split("."))
    .map(([of = "", name = ""]) => ({ of, name }));
}

/** The rows of these that the service has changed since the last look. */
export async function readExplained(
  client: ClientBase,
  kind: string,
  ids: readonly string[],
  last: KnownLook,
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { owner, noted } = stateKind(kind);
  const isNoted = last.noteId !== undefined;
  const { auditId, entryId, couponEventId, at } = last;
  const rows = await readRows<{ id: string }>(
    client,
    `SELECT r.id FROM unnest($5::text[]) AS r (id) WHERE ${owner("r.id")} IN (${isNoted ? noted : NAMED_BEFORE_NOTES})`,
    [...(isNoted ? notedBy(last, NO_NOTE) : [auditId, entryId, couponEventId, at]), ids],
  );
  return new Set(rows.map(({ id }) => id));
}
