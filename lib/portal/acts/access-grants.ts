import { readRows } from "@/lib/platform/rows";
import type { Transaction } from "@/lib/portal/acts/administer";
import { AdminError } from "@/lib/portal/acts/errors";

/** How a person's access came about: a link that was shown to whoever made it, a password, a lost factor, rights, an approval of one of them. */
export type GrantHow = "link_shown" | "password" | "two_factor" | "rights" | "approved";

/** A person who made an account or replaced its way in is approved by that account no sooner than this. */
export const FRESH_HOURS = 24;
const FRESH_MS = FRESH_HOURS * 60 * 60 * 1000;

export type Grants = Pick<Transaction, "accessGrant" | "$queryRawUnsafe">;

/** Notes who made a person's access, or replaced how they sign in. */
export async function noteGrant(
  database: Pick<Grants, "accessGrant">,
  grant: { userId: number; grantedBy: number; how: GrantHow; at: Date },
): Promise<void> {
  await database.accessGrant.create({ data: grant });
}

/**
 * Tells whether a person was made or reset by `by` within the last {@link FRESH_HOURS}, or by a person whom `by` made, and so on.
 * An API client (`by`: its technical user) acts for whoever saw a ClientId or signing secret of it that is accepted, or was within the
 * last {@link FRESH_HOURS}: they depend on it.
 */
export interface Dependence {
  (person: number, by: number): boolean;
  /** When it ends by itself, in milliseconds since 1970: `Infinity` for no known end, 0 where there is none. */
  until(person: number, by: number): number;
}

/** Reads who depends on whom at this moment (rules.md §16). */
export async function readDependence(database: Grants, now: Date): Promise<Dependence> {
  const grants = await database.accessGrant.findMany({
    where: { at: { gt: new Date(now.getTime() - FRESH_MS) } },
    select: { userId: true, grantedBy: true, at: true },
  });
  const fresh = grants.map(({ at, ...grant }) => ({ ...grant, until: at.getTime() + FRESH_MS }));
  const holders = await readRows<{ userId: number; grantedBy: number; until: Date | null }>(
    database,
    HOLDERS,
    [now],
  );
  return dependenceOf([
    ...fresh,
    ...holders.map(({ until, ...grant }) => ({
      ...grant,
      until: until === null ? Number.POSITIVE_INFINITY : until.getTime(),
    })),
  ]);
}

/** A person by whom a person's access came about, and until when that counts. */
interface Grant {
  userId: number;
  grantedBy: number;
  until: number;
}

/** The maker of a secret saw it: the act and the secret have one moment. A secret that was rotated by another person ends its holding. */
const HOLDERS = `
SELECT a.user_id AS "userId", c.user_id AS "grantedBy",
       least(s.expires_at, s.revoked_at) + interval '${FRESH_HOURS} hours' AS until
  FROM api_client c
  JOIN (SELECT client_id, created_at, expires_at, revoked_at FROM api_client_secret
         UNION ALL SELECT client_id, created_at, expires_at, revoked_at FROM api_client_signing_secret) s ON s.client_id = c.id
  JOIN audit_log a ON a.subject_type = 'client' AND a.subject_id = c.id::text AND a.created_at = s.created_at
                  AND a.action IN ('client.create', 'client.rotate', 'client.rotate_signing')
 WHERE c.revoked_at IS NULL AND a.user_id IS NOT NULL
   AND least(s.expires_at, s.revoked_at) > $1::timestamptz - interval '${FRESH_HOURS} hours' IS NOT FALSE`;

/**
 * Two persons are two: whoever agrees to what another person asked for is another one, who does not depend on the asker. Every act that
 * takes a second person asks here (rules.md §16).
 * @throws AdminError approver_not_allowed
 */
export async function requireIndependent(
  database: Grants,
  { approver, asker, now }: { approver: number; asker: number; now: Date },
): Promise<void> {
  if (approver === asker || (await readDependence(database, now))(approver, asker))
    throw new AdminError("approver_not_allowed");
}

/**
 * Pure: who is reached from whom by grants, in however many steps. A way lasts as long as the shortest of its steps, and dependence as long
 * as the longest of its ways. Nobody depends on themselves.
 */
export function dependenceOf(grants: readonly Grant[]): Dependence {
  const madeBy = new Map<number, Grant[]>();
  for (const grant of grants) madeBy.set(grant.grantedBy, [...(madeBy.get(grant.grantedBy) ?? []), grant]);
  const reached = new Map<number, Map<number, number>>();
  const reach = (by: number) => {
    const known = reached.get(by) ?? new Map<number, number>();
    reached.set(by, known);
    const open = [{ person: by, until: Number.POSITIVE_INFINITY }];
    for (let next = open.pop(); next !== undefined; next = open.pop())
      for (const grant of madeBy.get(next.person) ?? []) {
        const until = Math.min(next.until, grant.until);
        if (until <= (known.get(grant.userId) ?? 0)) continue;
        known.set(grant.userId, until);
        open.push({ person: grant.userId, until });
      }
    return known;
  };
  const until = (person: number, by: number) =>
    person === by ? 0 : ((reached.get(by) ?? reach(by)).get(person) ?? 0);
  return Object.assign((person: number, by: number) => until(person, by) > 0, { until });
}
