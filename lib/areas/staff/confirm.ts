import { noteGrant, readBars, requireIndependent } from "@/lib/portal/acts/access-grants";
import { type AdminActor, ownOf } from "@/lib/portal/acts/actor";
import { administer, type Transaction } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { readNewRights } from "@/lib/portal/acts/new-rights";
import { PERSON, personName } from "@/lib/portal/acts/person";
import { changeUser, lockUser, requireNoMore, type UserView } from "./user";

/**
 * Agrees, as a second person, to a person whose rights are new: from then on they have every bound whole, and count in nobody else's day
 * (rules.md §16).
 * @throws AdminError forbidden, not_found, approver_not_allowed
 */
export function confirmUser(
  context: AdminContext,
  actor: AdminActor,
  { userId }: { userId: number },
): Promise<UserView> {
  return administer(context, actor, "user.confirm", async (act) => {
    const { tx, now } = act;
    const user = await lockUser(act, userId);
    requireNoMore(act, user);
    const givers = (await readNewRights(tx, now)).giversOf(userId);
    if (givers.length === 0) return user;
    for (const asker of [userId, ...givers])
      await requireIndependent(tx, { approver: actor.userId, asker, now });
    await noteGrant(tx, { userId, grantedBy: actor.userId, how: "approved", at: now });
    return changeUser(act, user, {}, { approvedBy: actor.userId });
  });
}

/** Until when each person's rights are new, and whether the reader may agree to the person. */
export async function readNewcomers(
  database: Pick<Transaction, "accessGrant" | "$queryRawUnsafe">,
  reader: number,
  now: Date,
): Promise<(userId: number) => { newUntil: Date | null; mayConfirm: boolean }> {
  const [rights, isBarred] = [await readNewRights(database, now), await readBars(database, now)];
  return (userId) => {
    const until = rights.until(userId);
    const others = [userId, ...rights.giversOf(userId)];
    const mayConfirm = until > 0 && others.every((one) => one !== reader && !isBarred(reader, one));
    return { newUntil: until === 0 ? null : new Date(until), mayConfirm };
  };
}

/** The first people whom the reader may confirm, those whose rights became new last first, and how many there are. */
export async function firstNewcomers(
  { database, clock }: AdminContext,
  actor: AdminActor,
  max: number,
): Promise<{ count: number; people: { id: number; name: string; newUntil: Date }[] }> {
  const now = clock.now();
  const { people: ids } = await readNewRights(database, now);
  if (ids.length === 0) return { count: 0, people: [] };
  const newcomerOf = await readNewcomers(database, actor.userId, now);
  const rows = await database.user.findMany({
    where: { id: { in: ids }, isActive: true, ...ownOf(actor) },
    select: PERSON,
  });
  const people = rows.flatMap(({ id, ...names }) => {
    const { newUntil, mayConfirm } = newcomerOf(id);
    return mayConfirm && newUntil !== null ? [{ id, name: personName(names), newUntil }] : [];
  });
  people.sort((one, other) => other.newUntil.getTime() - one.newUntil.getTime());
  return { count: people.length, people: people.slice(0, max) };
}
