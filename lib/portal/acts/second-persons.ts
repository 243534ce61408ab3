import type { Prisma } from "@/lib/platform/database/generated/client";
import { isOwnMerchant } from "@/lib/portal/acts/actor";
import { RIGHTS, rightsOf } from "@/lib/portal/acts/administer";
import { type AdminAction, isPermitted, mayHave } from "@/lib/portal/acts/permissions";
import { PERSON, personName } from "@/lib/portal/acts/person";
import { type Grants, readDependence } from "./access-grants";

/** A person by number and name. */
export interface Person {
  id: number;
  name: string;
}

/** A person who may decide a request. */
export interface Decider extends Person {
  /** Until then, an ISO moment, they depend on the asker; null: they may decide now. */
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
 * merchant or operators, but never the asker. A merchant's own people come first, then by name; behind them, by the moment, those whom the
 * asker made or reset today. People whose dependence has no known end are left out.
 */
export async function readSecondPersons(
  database: Pick<Prisma.TransactionClient, "user"> & Grants,
  action: AdminAction,
  asked: readonly Asked[],
  now: Date,
): Promise<Decider[][]> {
  if (asked.length === 0) return [];
  const dependsOn = await readDependence(database, now);
  return (await readOthers(database, action, asked)).map((others, index) => {
    const until = ({ id }: Person) => dependsOn.until(id, asked[index]?.askedBy ?? id);
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
 * Those of the askers whose requests the person may decide: neither their own, nor those of people on whom they depend today. Nothing is read
 * for none.
 */
export async function decidableAskers(
  database: Grants,
  person: number,
  { askers, now }: { askers: readonly number[]; now: Date },
): Promise<number[]> {
  const others = [...new Set(askers)].filter((asker) => asker !== person);
  if (others.length === 0) return [];
  const dependsOn = await readDependence(database, now);
  return others.filter((asker) => !dependsOn(person, asker));
}

/**
 * Whether there is anybody else at all who may do `action` for this merchant, be it today or later; `takesBackOf`, whose own act it takes
 * back, is none of them.
 */
export async function hasOthers(
  database: Pick<Prisma.TransactionClient, "user">,
  action: AdminAction,
  { takesBackOf, ...asked }: Asked & { takesBackOf?: number | null | undefined },
): Promise<boolean> {
  const [others = []] = await readOthers(database, action, [asked]);
  return others.some(({ id }) => id !== takesBackOf);
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
