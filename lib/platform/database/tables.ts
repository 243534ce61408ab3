import { TABLES } from "./generated/tables";

type Facts = (typeof TABLES)[keyof typeof TABLES];
type Seal = Facts["sealed"][number];
type Rule = { words: string } | RowRule;
/** Rows that go, or with `set` change. Times and values are named: `$older`, `$wallet`. */
interface RowRule {
  set?: string;
  where: string;
}

/** Kinds of rows that have facts of their own; the rest is in a chain, made again from the log, noted only, or sealed with all columns. */
export type SealedKind = Exclude<Seal, "chain" | "replayed" | "noted" | "strangers" | "row">;
/** How changes of a table's rows are noted (lib/platform/database/act-rows.ts). */
export interface NotedTable {
  /** All changes, or those that were not made in a session of the service. */
  of: "all" | "strangers";
  /** The kind of rows that are sealed with all columns but `except`: the table's name. */
  kind?: string;
  /** The columns of the key with their types, that of the record that the row belongs to first. */
  key: readonly (readonly [column: string, type: string])[];
  except: readonly string[];
  /** Whether the log proves the other columns. */
  isReplayed?: boolean;
}
/** Sections of the file of everything that is held about a customer. */
export type HeldKind = Extract<Facts, { held: unknown }>["held"][number];
/** Kinds of rows that are kept for a number of days. */
export type KeptKind = Extract<Facts["kept"], { kind: string }>["kind"];

const ALL: readonly (readonly [
  table: string,
  facts: {
    sealed: readonly string[];
    kept: string | ({ kind: string } & RowRule);
    erased?: readonly Rule[];
  },
])[] = Object.entries(TABLES);

export const NOTED_TABLES: Readonly<Record<string, NotedTable>> = Object.fromEntries(
  Object.entries(TABLES).flatMap(([table, facts]) => ("noted" in facts ? [[table, facts.noted]] : [])),
);

export function tablesSealedBy(seal: Seal): string[] {
  return ALL.flatMap(([table, { sealed }]) => (sealed.includes(seal) ? [table] : []));
}

/** Statements on the tables, a value for each `$name`. */
interface Statement<Name extends string> {
  text: string;
  /** The values that `text` takes, in turn. */
  names: readonly Name[];
}

/** How old rows of a kind are removed, or changed, with the condition on the rows: `$older` is the time before which they are old. */
export function removalsOf(kind: KeptKind): { table: string; act: string; where: string }[] {
  return ALL.flatMap(([table, { kept }]) =>
    typeof kept === "object" && kept.kind === kind
      ? [{ table, act: actOf(table, kept), where: kept.where }]
      : [],
  );
}

/** Takes what is kept of a customer out of the tables that say how. */
export function erasures<Name extends string>(names: readonly Name[]): Statement<Name>[] {
  return ALL.flatMap(([table, { erased = [] }]) =>
    erased.flatMap((rule) =>
      "where" in rule ? [numbered(`${actOf(table, rule)} WHERE ${rule.where}`, names)] : [],
    ),
  );
}

const actOf = (table: string, { set }: RowRule) =>
  set === undefined ? `DELETE FROM ${table}` : `UPDATE ${table} SET ${set}`;

/** @throws Error for a name that is none of these */
function numbered<Name extends string>(text: string, known: readonly Name[]): Statement<Name> {
  const names: Name[] = [];
  const written = text.replace(/\$([a-z]+)/g, (_, found: string) => {
    const name = known.find((one) => one === found);
    if (name === undefined) throw new Error(`No value is known as $${found}: ${text}`);
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return { text: written, names };
}
