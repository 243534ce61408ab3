import type { Prisma } from "@/lib/platform/database/generated/client";
import { readRows } from "@/lib/platform/rows";
import { isOwnMerchant } from "@/lib/portal/acts/actor";
import { RIGHTS, rightsOf } from "@/lib/portal/acts/administer";
import { type AdminAction, isPermitted, mayHave } from "@/lib/portal/acts/permissions";
import { PERSON, personName } from "@/lib/portal/acts/person";
import { type Grants, readBars } from "./access-grants";
import type { Role } from "./roles";

/** A person by number and name. */
export interface Person {
  id: number;
  name: string;
}

/** A person who may decide a request. */
export interface Decider extends Person {
  /** Until then, an ISO moment, they are tied to the asker or their rights are new; null: they may decide now. */
  from: string | null;
}

/** Something that one person asked for and another one decides. */
interface Asked {
  /** Null: an operator's, which only operators decide. */
  merchantId: number | null;
  askedBy: number;
}

/**
 * People who may decide each request, in the order of `asked`: active people who have chosen a password and may do `action`, of the
 * merchant or operators, but never the asker. A merchant's own people come first, then by name; behind them, by the moment, those who may
 * decide later. People whose tie has no known end are left out.
 */
export async function readSecondPersons(
  database: Pick<Prisma.TransactionClient, "user"> & Grants,
  action: AdminAction,
  asked: readonly Asked[],
  now: Date,
): Promise<Decider[][]> {
  if (asked.length === 0) return [];
  const isBarred = await readBars(database, now);
  return (await readOthers(database, action, asked)).map((others, index) => {
    const until = ({ id }: Person) => isBarred.until(id, asked[index]?.askedBy ?? id);
    return others
      .map((person) => ({ person, at: until(person) }))
      .filter(({ at }) => Number.isFinite(at))
      .sort((one, other) => one.at - other.at)
      .map(({ person, at }) => ({ ...person, from: at === 0 ? null : new Date(at).toISOString() }));
  });
}

/** Those who may decide now. */
export const ableOf = (deciders: readonly Decider[]): Decider[] =>
  deciders.filter(({ from }) => from === null);

/**
 * Those of the askers whose requests the person may decide: neither their own, nor those of people who are tied to them, nor any while their rights are new. Nothing is read
 * for none.
 */
export async function decidableAskers(
  database: Grants,
  person: number,
  { askers, now }: { askers: readonly number[]; now: Date },
): Promise<number[]> {
  const others = [...new Set(askers)].filter((asker) => asker !== person);
  if (others.length === 0) return [];
  const isBarred = await readBars(database, now);
  return others.filter((asker) => !isBarred(person, asker));
}

interface LookBack {
  /** The person whose own act it takes back: none of those who could decide. */
  takesBackOf?: number | null | undefined;
  /** The person whom the act is about: their access is what it gives back. */
  about?: number | null | undefined;
  now: Date;
}

/**
 * Whether there is anybody else at all who may do `action` for this merchant, be it today or later, or who could within the last
 * {@link LOOKS_BACK_DAYS}.
 */
export async function hasOthers(
  database: Pick<Prisma.TransactionClient, "user" | "$queryRawUnsafe">,
  action: AdminAction,
  { takesBackOf, about, now, ...asked }: Asked & LookBack,
): Promise<boolean> {
  const [others = []] = await readOthers(database, action, [asked]);
  return (
    others.some(({ id }) => id !== takesBackOf) ||
    (await readLostUntil(database, action, { ...asked, takesBackOf, about, now })) !== null
  );
}

/** Taking away a person who could decide leaves the others no more alone than they were, for so long. */
const LOOKS_BACK_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;

const LOST = `
SELECT u.id, coalesce(a.before->>'role', u.role) AS role, max(a.created_at) AS at
  FROM audit_log a JOIN app_user u ON u.id::text = a.subject_id JOIN app_user by ON by.id = a.user_id
 WHERE a.subject_type = 'user' AND a.action IN ('user.deactivate', 'user.update') AND a.created_at > $1::timestamptz
   AND u.kind = 'portal' AND by.kind <> 'system' AND (u.merchant_id IS NULL OR u.merchant_id = $2)
   AND (a.action = 'user.deactivate' OR a.before ? 'role')
 GROUP BY 1, 2`;

/**
 * Until when people count who could decide and were switched off, or have another role since: the moment at which the last of them counts no
 * more. Null where there is none. A person whom the command line switched off counts no more at once.
 */
export async function readLostUntil(
  database: Pick<Prisma.TransactionClient, "$queryRawUnsafe">,
  action: AdminAction,
  { merchantId, askedBy, takesBackOf, about, now }: Asked & LookBack,
): Promise<Date | null> {
  const since = new Date(now.getTime() - LOOKS_BACK_DAYS * DAY_MS);
  const lost = await readRows<{ id: number; role: Role; at: Date }>(database, LOST, [since, merchantId]);
  const could = lost.filter(
    ({ id, role }) => ![askedBy, takesBackOf, about].includes(id) && isPermitted({ role }, action),
  );
  const last = Math.max(...could.map(({ at }) => at.getTime()));
  return could.length === 0 ? null : new Date(last + LOOKS_BACK_DAYS * DAY_MS);
}

async function readOthers(
  database: Pick<Prisma.TransactionClient, "user">,
  action: AdminAction,
  asked: readonly Asked[],
): Promise<Person[][]> {
  const merchantIds = [...new Set(asked.flatMap(({ merchantId }) => merchantId ?? []))];
  const people = await database.user.findMany({
    where: {
      kind: "portal",
      isActive: true,
      accounts: { some: {} },
      OR: mayHave(action),
      AND: { OR: [{ merchantId: null }, { merchantId: { in: merchantIds }, merchant: { isActive: true } }] },
    },
    select: { ...RIGHTS, ...PERSON, merchantId: true },
    orderBy: [{ merchantId: { sort: "asc", nulls: "last" } }, { name: "asc" }, { id: "asc" }],
  });
  return asked.map(({ merchantId, askedBy }) =>
    people.flatMap(({ id, name, nameAr, merchantId: own, ...person }) => {
      const rights = rightsOf(person);
      const mayDecide =
        rights !== null &&
        isPermitted(rights, action) &&
        isOwnMerchant({ ...rights, userId: id, merchantId: own }, merchantId);
      return id !== askedBy && mayDecide ? [{ id, name: personName({ name, nameAr }) }] : [];
    }),
  );
}
