/** Fields that only make sense together, such as both coordinates of a place: the first one names them. */
export type Groups<Name extends string> = readonly (readonly [Name, ...Name[]])[];

/** Changes of two people to one record at the same time, by the names of fields or of their groups. */
export interface Divergence<Name extends string> {
  /** Changed by the other only. */
  theirs: Name[];
  /** Changed by both, differently. */
  both: Name[];
}

/** The fields in which the two differ. Lists are the same in any order; a field that is not there is the same as null. */
export function changedFields<Fields extends object>(one: Fields, other: Fields): (keyof Fields & string)[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof Fields & string>;
  const valueIn = (fields: Fields, name: keyof Fields) =>
    name in fields ? comparable(fields[name]) : "null";
  return [...names].filter((name) => valueIn(one, name) !== valueIn(other, name));
}

/** An unfinished number is undefined or NaN, which JSON does not tell from nothing. */
function comparable(value: unknown): string {
  return JSON.stringify(Array.isArray(value) ? [...value].sort() : value, (_, part) =>
    part === undefined || Number.isNaN(part) ? "NaN" : part,
  );
}

export function divergenceOf<Fields extends object>(
  base: Fields,
  { mine, theirs }: { mine: Fields; theirs: Fields },
  groups: Groups<keyof Fields & string> = [],
): Divergence<keyof Fields & string> {
  const named = (changed: (keyof Fields & string)[]) =>
    new Set(changed.map((name) => groupOf(name, groups)[0]));
  const changedByMe = named(changedFields(base, mine));
  const differs = named(changedFields(mine, theirs));
  const changedByThem = [...named(changedFields(base, theirs))].filter((name) => differs.has(name));
  return {
    theirs: changedByThem.filter((name) => !changedByMe.has(name)),
    both: changedByThem.filter((name) => changedByMe.has(name)),
  };
}

/** A question about fields that two people changed, as far as it is decided. */
interface OpenQuestion<Name extends string> extends Divergence<Name> {
  chosen: { [Of in Name]?: "mine" | "theirs" };
}

/**
 * A further change of another person, while a question about the one before is open: nothing that was asked is dropped, unless both have the
 * same by now. A choice of the own value is asked for again where the other one is new.
 */
export function carriedOn<Name extends string>(
  open: OpenQuestion<Name> | null,
  next: Divergence<Name>,
  { differs, isNew }: { differs: (name: Name) => boolean; isNew: (name: Name) => boolean },
): OpenQuestion<Name> {
  if (open === null) return { ...next, chosen: {} };
  const both = [...new Set([...open.both.filter(differs), ...next.both])];
  const theirs = [...new Set([...open.theirs, ...next.theirs])].filter((name) => !both.includes(name));
  const kept = both.filter((name) => open.chosen[name] === "theirs" || !isNew(name));
  const chosen: OpenQuestion<Name>["chosen"] = {};
  for (const name of kept) if (open.chosen[name] !== undefined) chosen[name] = open.chosen[name];
  return { theirs, both, chosen };
}

/** The field with those that it only makes sense together with. */
export function groupOf<Name extends string>(name: Name, groups: Groups<Name>): readonly [Name, ...Name[]] {
  return groups.find((group) => group.includes(name)) ?? [name];
}

/** These fields, with the rest of their groups, as they are in `source`. */
export function pickFields<Fields extends object>(
  source: Fields,
  names: readonly (keyof Fields & string)[],
  groups: Groups<keyof Fields & string> = [],
): Partial<Fields> {
  const picked = names.flatMap((name) => [...groupOf(name, groups)]);
  return Object.fromEntries(picked.map((name) => [name, source[name]])) as Partial<Fields>;
}

/** A record's fields, by the names of a new one's; a text that the record does not have is empty. */
export function fieldsFrom<Fields extends object>(
  record: { [Name in keyof Fields]?: unknown } | null,
  first: Fields,
): Fields {
  if (record === null) return first;
  const fields = Object.entries(first).map(([name, value]) => [
    name,
    record[name as keyof Fields] ?? (typeof value === "string" ? "" : null),
  ]);
  return Object.fromEntries(fields) as Fields;
}
