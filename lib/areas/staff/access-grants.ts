import type { Transaction } from "@/lib/areas/administer";

/** How somebody's access came about: a link that was shown to whoever made it, a password, a lost factor, rights, an approval of one of them. */
export type GrantHow = "link_shown" | "password" | "two_factor" | "rights" | "approved";

/** Whoever made somebody or replaced how they sign in is approved by them no sooner than this. */
export const FRESH_HOURS = 24;
const FRESH_MS = FRESH_HOURS * 60 * 60 * 1000;

type Grants = Pick<Transaction, "accessGrant">;

/** Notes who made somebody's access, or replaced how they sign in. */
export async function noteGrant(
  database: Grants,
  grant: { userId: number; grantedBy: number; how: GrantHow; at: Date },
): Promise<void> {
  await database.accessGrant.create({ data: grant });
}

/** Tells whether a person was made or reset by `by` within the last {@link FRESH_HOURS}, or by somebody whom `by` made, and so on. */
export type Dependence = (person: number, by: number) => boolean;

/** Reads who depends on whom at this moment (rules.md §16). */
export async function readDependence(database: Grants, now: Date): Promise<Dependence> {
  const grants = await database.accessGrant.findMany({
    where: { at: { gt: new Date(now.getTime() - FRESH_MS) } },
    select: { userId: true, grantedBy: true },
  });
  return dependenceOf(grants);
}

/** Pure: who is reached from whom by grants, in however many steps. Nobody depends on themselves. */
export function dependenceOf(grants: readonly { userId: number; grantedBy: number }[]): Dependence {
  const madeBy = new Map<number, number[]>();
  for (const { userId, grantedBy } of grants)
    madeBy.set(grantedBy, [...(madeBy.get(grantedBy) ?? []), userId]);
  const reached = new Map<number, Set<number>>();
  const reach = (by: number) => {
    const known = reached.get(by) ?? new Set<number>();
    reached.set(by, known);
    const open = [by];
    for (let next = open.pop(); next !== undefined; next = open.pop())
      for (const made of madeBy.get(next) ?? [])
        if (!known.has(made)) {
          known.add(made);
          open.push(made);
        }
    return known;
  };
  return (person, by) => person !== by && (reached.get(by) ?? reach(by)).has(person);
}
