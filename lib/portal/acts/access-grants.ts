import { readRows } from "@/lib/platform/rows";
import type { Transaction } from "@/lib/portal/acts/administer";
import { AdminError } from "@/lib/portal/acts/errors";
import { readNewRights } from "./new-rights";
import { IS_FIRST_OPERATORS } from "./setting-up";

/** How a person's access came about: a link that was shown to whoever made it, a password, a lost factor, rights, an approval of one of them. */
export type GrantHow = "link_shown" | "password" | "two_factor" | "rights" | "approved";

export type Grants = Pick<Transaction, "accessGrant" | "$queryRawUnsafe">;

/** Notes who made a person's access, or replaced how they sign in. */
export async function noteGrant(
  database: Pick<Grants, "accessGrant">,
  grant: { userId: number; grantedBy: number; how: GrantHow; at: Date },
): Promise<void> {
  await database.accessGrant.create({ data: grant });
}

/**
 * Tells whether two people count as one: a chain of ties leads from one to the other, in either direction, or both have their access from the
 * same person while it is new. An API client (its technical user) counts as one with whoever saw a ClientId or signing secret of it that is
 * accepted, or was while rights given then would be new.
 */
export interface Ties {
  (one: number, other: number): boolean;
  /** When it ends by itself, in milliseconds since 1970: `Infinity` for no known end, 0 where there is none. */
  until(one: number, other: number): number;
}

/** Reads who is tied to whom at this moment (rules.md §16). */
export async function readTies(database: Grants, now: Date): Promise<Ties> {
  const [grants, holders] = [
    await readRows<{ userId: number; grantedBy: number; until: Date; freshUntil: Date | null }>(
      database,
      GRANTS,
      [now],
    ),
    await readRows<{ userId: number; grantedBy: number; until: Date | null }>(database, HOLDERS, [now]),
  ];
  const lasting = (until: Date | null) => (until !== null && until > now ? until.getTime() : 0);
  return tiesOf([
    ...grants.map(({ until, freshUntil, ...grant }) => ({
      ...grant,
      until: lasting(until),
      freshUntil: lasting(freshUntil),
    })),
    ...holders.map(({ until, ...grant }) => ({
      ...grant,
      until: until === null ? Number.POSITIVE_INFINITY : until.getTime(),
      freshUntil: 0,
    })),
  ]);
}

/** An act by which a person has access, and until when it ties them to whoever did it. */
export interface Tie {
  userId: number;
  grantedBy: number;
  until: number;
  /** Until when it ties them to others who have theirs from the same person; 0: never. */
  freshUntil: number;
}

/**
 * The first people of a chain are all brought by one: an act of the first operator while the programme is set up ties as long as rights are new,
 * and no third person. The command line ties nobody to anybody.
 */
const GRANTS = `
SELECT g.user_id AS "userId", g.granted_by AS "grantedBy",
       g.at + CASE WHEN g.how = 'rights' AND NOT s.is_first THEN make_interval(days => p.tie_days) ELSE s.new END AS until,
       CASE WHEN NOT s.is_first THEN g.at + s.new END AS "freshUntil"
  FROM programme p JOIN access_grant g ON g.at > $1::timestamptz - greatest(make_interval(days => p.tie_days), make_interval(hours => p.new_rights_hours))
  JOIN app_user u ON u.id = g.granted_by
 CROSS JOIN LATERAL (SELECT ${IS_FIRST_OPERATORS} AS is_first, make_interval(hours => p.new_rights_hours) AS new) s
 WHERE p.id = 1 AND u.kind <> 'system'`;

/** The maker of a secret saw it: the act and the secret have one moment. A secret that was rotated by another person ends its holding. */
const HOLDERS = `
SELECT a.user_id AS "userId", c.user_id AS "grantedBy",
       least(s.expires_at, s.revoked_at) + make_interval(hours => p.new_rights_hours) AS until
  FROM programme p CROSS JOIN api_client c
  JOIN (SELECT client_id, created_at, expires_at, revoked_at FROM api_client_secret
         UNION ALL SELECT client_id, created_at, expires_at, revoked_at FROM api_client_signing_secret) s ON s.client_id = c.id
  JOIN audit_log a ON a.subject_type = 'client' AND a.subject_id = c.id::text AND a.created_at = s.created_at
                  AND a.action IN ('client.create', 'client.rotate', 'client.rotate_signing')
 WHERE p.id = 1 AND c.revoked_at IS NULL AND a.user_id IS NOT NULL
   AND least(s.expires_at, s.revoked_at) > $1::timestamptz - make_interval(hours => p.new_rights_hours) IS NOT FALSE`;

/**
 * Reads who agrees to nothing of whom: {@link Ties} of an approver and an asker, and approvers whose rights are new.
 */
export async function readBars(database: Grants, now: Date): Promise<Ties> {
  const [ties, rights] = [await readTies(database, now), await readNewRights(database, now)];
  const until = (approver: number, asker: number) =>
    Math.max(ties.until(approver, asker), rights.until(approver));
  return Object.assign((approver: number, asker: number) => until(approver, asker) > 0, { until });
}

/**
 * Two people are two: whoever agrees to what another person asked for is another one, whose rights are not new and whom no tie makes one with the asker.
 * Every act that takes a second person asks here (rules.md §16).
 * @throws AdminError approver_not_allowed
 */
export async function requireIndependent(
  database: Grants,
  { approver, asker, now }: { approver: number; asker: number; now: Date },
): Promise<void> {
  if (approver === asker || (await readBars(database, now))(approver, asker))
    throw new AdminError("approver_not_allowed");
}

/**
 * Pure: who is tied to whom, in however many steps. A chain lasts as long as the shortest of its steps, and a tie as long as the longest of its
 * chains. Nobody is tied to themselves.
 */
export function tiesOf(ties: readonly Tie[]): Ties {
  const down = longestFrom(ties.map(({ userId, grantedBy, until }) => [grantedBy, userId, until]));
  const among = longestFrom(
    ties.flatMap(({ userId, grantedBy, freshUntil }): Step[] => [
      [grantedBy, userId, freshUntil],
      [userId, grantedBy, freshUntil],
    ]),
  );
  const until = (one: number, other: number) =>
    one === other ? 0 : Math.max(down(one, other), down(other, one), among(one, other));
  return Object.assign((one: number, other: number) => until(one, other) > 0, { until });
}

type Step = readonly [from: number, to: number, until: number];

/** How long the longest-lived chain of steps from one to another lasts; 0 where there is none. */
function longestFrom(steps: readonly Step[]): (from: number, to: number) => number {
  const next = new Map<number, Step[]>();
  for (const step of steps) next.set(step[0], [...(next.get(step[0]) ?? []), step]);
  const reached = new Map<number, Map<number, number>>();
  const reach = (from: number) => {
    const known = new Map<number, number>();
    reached.set(from, known);
    const open = [{ person: from, until: Number.POSITIVE_INFINITY }];
    for (let at = open.pop(); at !== undefined; at = open.pop())
      for (const [, to, stepUntil] of next.get(at.person) ?? []) {
        const until = Math.min(at.until, stepUntil);
        if (until <= (known.get(to) ?? 0)) continue;
        known.set(to, until);
        open.push({ person: to, until });
      }
    return known;
  };
  return (from, to) => (reached.get(from) ?? reach(from)).get(to) ?? 0;
}
