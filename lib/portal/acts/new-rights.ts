import type { Shares } from "@/lib/ledger/with/limits/words";
import { readRows } from "@/lib/platform/rows";
import type { Transaction } from "./administer";
import { IS_FIRST_OPERATORS } from "./setting-up";

type Source = Pick<Transaction, "$queryRawUnsafe">;

/**
 * Rights are new for some hours after an invitation, another role, a return or a reset, unless a second person agreed to the person since. A
 * person with new rights approves nothing, has a part of each bound, and what they do counts in the day of whoever brought them too (rules.md §16).
 */
export interface NewRights {
  /** Until when a person's rights are new, in milliseconds since 1970; 0: they are not. */
  until(person: number): number;
  /** Undefined for a person whose bounds are theirs alone. */
  sharesOf(person: number): Shares | undefined;
  /** All whose rights are new. */
  people: number[];
  /** Those who gave a person the new rights. */
  giversOf(person: number): number[];
}

/** An act by which a person's rights are new. */
export interface NewRight {
  userId: number;
  grantedBy: number;
  until: Date;
}

export async function readNewRights(database: Source, now: Date): Promise<NewRights> {
  const rows = await readRows<NewRight & { percent: number }>(database, NEW_RIGHTS, [now]);
  return newRightsOf(rows, rows[0]?.percent ?? 100);
}

/** How the bounds of one person are shared at this moment. */
export async function readShares(database: Source, userId: number, now: Date): Promise<Shares | undefined> {
  return (await readNewRights(database, now)).sharesOf(userId);
}

/** Acts of the command line, and of the first operator while the programme is set up, make no new rights: all have theirs from one person then. */
const NEW_RIGHTS = `
SELECT g.user_id AS "userId", g.granted_by AS "grantedBy", p.new_rights_percent AS percent,
       max(g.at) + make_interval(hours => p.new_rights_hours) AS until
  FROM programme p JOIN access_grant g ON g.at > $1::timestamptz - make_interval(hours => p.new_rights_hours)
  JOIN app_user u ON u.id = g.granted_by
 WHERE p.id = 1 AND g.how <> 'approved' AND u.kind <> 'system' AND NOT ${IS_FIRST_OPERATORS}
   AND NOT EXISTS (SELECT FROM access_grant a WHERE a.user_id = g.user_id AND a.how = 'approved' AND a.at >= g.at)
 GROUP BY 1, 2, 3, p.new_rights_hours`;

/** Pure. */
export function newRightsOf(rights: readonly NewRight[], percent: number): NewRights {
  const of = (person: number) => rights.filter(({ userId }) => userId === person);
  const giversOf = (person: number) => of(person).map(({ grantedBy }) => grantedBy);
  const broughtBy = (person: number) =>
    rights.filter(({ grantedBy }) => grantedBy === person).map(({ userId }) => userId);
  return {
    until: (person) => Math.max(0, ...of(person).map(({ until }) => until.getTime())),
    people: [...new Set(rights.map(({ userId }) => userId))],
    giversOf,
    sharesOf: (person) => {
      const groups = reached(person, giversOf)
        .map((one) => reached(one, broughtBy))
        .filter(({ length }) => length > 1);
      return groups.length === 0 ? undefined : { percent: of(person).length > 0 ? percent : 100, groups };
    },
  };
}

/** The person, and all to whom steps lead. */
function reached(person: number, next: (person: number) => number[]): number[] {
  const all = new Set([person]);
  for (const one of all) for (const other of next(one)) all.add(other);
  return [...all];
}
