import type { ClientBase } from "pg";
import { STATE_KIND_NAMES, STATE_KINDS, type StateKind, type StateKindName } from "@/lib/log/state-kinds";
import { NO_TIMEOUT_MS, sender } from "@/lib/platform/database/sender";
import { readRows } from "@/lib/platform/rows";
import { inTransactionOn } from "@/lib/platform/transaction";
import { INSERT_EVENTS, rowOf } from "@/lib/portal/security-log/event";
import {
  changedSum,
  type Heads,
  type KnownLook,
  LOOK_EVENT,
  type Look,
  markOf,
  nameOfSecret,
  readColumns,
  SEAL_PAGE,
  type SealChange,
  sealOf,
} from "./look";
import type { StateFinding } from "./state-finding";

/**
 * A look whose cost is that of what was done since the last one. The chained logs name the rows; these are read and sealed page by page, each
 * in a transaction of its own with the digest so far, so that a look that was interrupted has kept them. The other rows are compared in
 * turn, a part at each look and all of them within a day; `verify` reads all at once.
 */

export type Told = Readonly<Record<string, string | number>>;
export type Codes = Pick<Look, "codesSince" | "codesProved">;

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

/** Rows that are compared in turn at each look, of few rows and of many. */
const TURN_MIN = 5 * SEAL_PAGE;
const LOOKS_A_DAY = 24;

export const WHOLE_TABLES = STATE_KIND_NAMES.flatMap((kind) => {
  const { table }: StateKind = STATE_KINDS[kind];
  return table === undefined ? [] : [table];
});

export async function sealSteps(
  client: ClientBase,
  { last, heads, codes, now }: { last: KnownLook; heads: Heads; codes: Codes; now: Date },
): Promise<StateFinding[]> {
  const steps = new Steps(client, last, now);
  for (const kind of STATE_KIND_NAMES)
    for await (const owners of touchedOwners(client, kind, last))
      await steps.take(differingOf(kind, await rowsOfOwners(client, kind, owners)).others);
  const columns = await readColumns(client, WHOLE_TABLES);
  const addedTo = addedColumns(await columnsSince(client, last));
  if (columns !== last.columns) {
    await steps.flush();
    for (const kind of STATE_KIND_NAMES)
      if (addedTo(kind).length > 0)
        for await (const page of pagesOfSeals(client, kind, { added: addedTo(kind) }))
          await steps.take(differingOf(kind, page).renewed);
  }
  const { findings, compared } = await compareInTurn(client, last, addedTo);
  await steps.end({ ...heads, ...codes, columns, compared }, toldOf(findings));
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
    const { at: _, isGenuine: __, secret: ___, ...look } = last;
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
    const { digest, rows, compared = "" } = this.#look;
    const next = {
      ...{ ...this.#look, compared, ...look },
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

/** Pages of the owners whose rows may have changed, as the chained logs tell. */
async function* touchedOwners(
  client: ClientBase,
  kind: StateKindName,
  { auditId, entryId, couponEventId, at }: KnownLook,
): AsyncGenerator<string[]> {
  const send = sender(client, NO_TIMEOUT_MS);
  // A cursor that outlives its transaction: pages are sealed in transactions of their own.
  await inTransactionOn(
    client,
    () =>
      send({
        text: `DECLARE touched_owners NO SCROLL CURSOR WITH HOLD FOR ${touchedBy(kind)}`,
        values: [auditId, entryId, couponEventId, at],
      }),
    { timeLimitMs: 0 },
  );
  try {
    for (;;) {
      const { rows } = await send({ text: `FETCH ${SEAL_PAGE} FROM touched_owners` });
      if (rows.length > 0) yield (rows as { owner: string }[]).map(({ owner }) => owner);
      if (rows.length < SEAL_PAGE) break;
    }
  } finally {
    await client.query("CLOSE touched_owners");
  }
}

const touchedBy = (kind: StateKindName) =>
  `SELECT DISTINCT t.owner FROM (${STATE_KINDS[kind].touched}) t (owner)
    WHERE t.owner IS NOT NULL AND ($1::bigint, $2::bigint, $3::bigint, $4::timestamptz) IS NOT NULL`;

async function rowsOfOwners(
  client: ClientBase,
  kind: StateKindName,
  owners: readonly string[],
): Promise<SealedRow[]> {
  const { among, owner } = STATE_KINDS[kind];
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
  kind: StateKindName,
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

interface PageOptions {
  added: readonly string[];
  after?: string;
}

/** The rows of a kind in the order of their seals. */
async function* pagesOfSeals(
  client: ClientBase,
  kind: StateKindName,
  { added, after = "" }: PageOptions,
): AsyncGenerator<SealedRow[]> {
  const { among, owner } = STATE_KINDS[kind];
  let from = after;
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

/** Compares the next rows behind those of the last look, and finds those that differ without an act. */
async function compareInTurn(
  client: ClientBase,
  last: KnownLook,
  addedTo: (kind: StateKindName) => readonly string[],
): Promise<{ findings: StateFinding[]; compared: string }> {
  const findings: StateFinding[] = [];
  const [begun = "", ...rest] = Buffer.from(last.compared ?? "", "base64")
    .toString()
    .split(" ");
  const rowId = rest.join(" ");
  const start = Math.max(0, STATE_KIND_NAMES.indexOf(begun as StateKindName));
  let left = Math.max(TURN_MIN, Math.ceil(last.rows / LOOKS_A_DAY));
  const round = STATE_KIND_NAMES.length + (rowId === "" ? 0 : 1);
  const find = async (kind: StateKindName, others: readonly Pick<DifferingRow, "id" | "what">[]) => {
    const ids = others.map(({ id }) => id);
    const known = await readExplained(client, kind, ids, last);
    for (const { id, what } of others) if (!known.has(id)) findings.push({ kind, id, what });
  };
  for (let turn = 0; turn < round; turn += 1) {
    const kind = STATE_KIND_NAMES[(start + turn) % STATE_KIND_NAMES.length] as StateKindName;
    const after = turn === 0 ? rowId : "";
    for await (const page of pagesOfSeals(client, kind, { added: addedTo(kind), after })) {
      await find(kind, differingOf(kind, page).others);
      left -= page.length;
      const to = page.at(-1)?.id ?? "";
      if (left <= 0) return { findings, compared: Buffer.from(`${kind} ${to}`).toString("base64") };
    }
    await find(kind, await readUnsealed(client, kind));
  }
  return { findings, compared: "" };
}

async function readUnsealed(client: ClientBase, kind: StateKindName) {
  const rows = await readRows<{ id: string }>(
    client,
    `SELECT r.id FROM (${STATE_KINDS[kind].rows}) r
      WHERE NOT EXISTS (SELECT FROM state_seal s WHERE s.kind = $1 AND s.row_id = r.id) LIMIT ${SEAL_PAGE}`,
    [kind],
  );
  return rows.map(({ id }) => ({ id, what: "added" as const }));
}

const addedColumns =
  (columns: readonly { of: string; name: string }[]) =>
  (kind: StateKindName): string[] => {
    const { table }: StateKind = STATE_KINDS[kind];
    return columns.filter(({ of }) => of === table).map(({ name }) => name);
  };

/** Columns of whole rows that a migration has added since the last look. */
export async function columnsSince(
  client: ClientBase,
  { columns }: Look,
): Promise<{ of: string; name: string }[]> {
  const known = new Set(columns.split(","));
  return (await readColumns(client, WHOLE_TABLES))
    .split(",")
    .filter((column) => !known.has(column))
    .map((column) => column.split("."))
    .map(([of = "", name = ""]) => ({ of, name }));
}

/** The rows of these that an act since the last look explains. */
export async function readExplained(
  client: ClientBase,
  kind: StateKindName,
  ids: readonly string[],
  { auditId, entryId, couponEventId, at }: KnownLook,
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { owner } = STATE_KINDS[kind];
  const rows = await readRows<{ id: string }>(
    client,
    `SELECT r.id FROM unnest($5::text[]) AS r (id) WHERE ${owner("r.id")} IN (${touchedBy(kind)})`,
    [auditId, entryId, couponEventId, at, ids],
  );
  return new Set(rows.map(({ id }) => id));
}

const REMOVE =
  "DELETE FROM state_seal s USING unnest($1::text[], $2::text[]) AS g (kind, row_id) WHERE s.kind = g.kind AND s.row_id = g.row_id";
const STORE = `
INSERT INTO state_seal (kind, row_id, seal) SELECT * FROM unnest($1::text[], $2::text[], $3::bytea[])
ON CONFLICT (kind, row_id) DO UPDATE SET seal = excluded.seal`;

export async function storeSeals(client: ClientBase, changes: readonly SealChange[]): Promise<void> {
  for (let at = 0; at < changes.length; at += SEAL_PAGE) {
    const page = changes.slice(at, at + SEAL_PAGE);
    const gone = page.filter(({ seal }) => seal === null);
    const kept = page.filter(({ seal }) => seal !== null);
    await client.query(REMOVE, [gone.map(({ kind }) => kind), gone.map(({ id }) => id)]);
    await client.query(STORE, [
      kept.map(({ kind }) => kind),
      kept.map(({ id }) => id),
      kept.map(({ seal }) => seal),
    ]);
  }
}

/** Details for the security log of rows that changed without an act. */
export function toldOf(findings: readonly StateFinding[]): Told | null {
  const [first] = findings;
  return first === undefined ? null : { ...first, count: findings.length };
}

/** Writes a look into the security log, behind what it found. */
export async function noteLook(
  client: ClientBase,
  seen: Omit<Look, "secret">,
  now: Date,
  told: Told | null,
): Promise<void> {
  const look = { ...seen, secret: nameOfSecret() };
  const events = [rowOf({ kind: LOOK_EVENT, details: { ...look, mark: markOf(look) } }, now)];
  if (told !== null) events.unshift(rowOf({ kind: "state.changed", details: told }, now));
  await client.query(INSERT_EVENTS, [JSON.stringify(events)]);
}
