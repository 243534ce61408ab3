import type { ClientBase } from "pg";
import { LOOK_EVENT, type Look, markOf, nameOfSecret, SEAL_PAGE, type SealChange } from "@/lib/log/look";
import { INSERT_EVENTS, rowOf } from "@/lib/portal/security-log/event";
import type { StateFinding } from "./state-finding";

export type Told = Readonly<Record<string, string | number>>;

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
  const look = { ...seen, secret: nameOfSecret(), madeAt: now.getTime() };
  const events = [rowOf({ kind: LOOK_EVENT, details: { ...look, mark: markOf(look) } }, now)];
  if (told !== null) events.unshift(rowOf({ kind: "state.changed", details: told }, now));
  await client.query(INSERT_EVENTS, [JSON.stringify(events)]);
}
