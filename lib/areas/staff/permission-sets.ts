import { lockActiveMerchant } from "@/lib/areas/merchants/merchants";
import type { Prisma } from "@/lib/platform/database/generated/client";
import { type AdminActor, requireReach } from "@/lib/portal/acts/actor";
import { type Act, administer, noteWeighed, type Transaction } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import {
  ADMIN_ACTIONS,
  type AdminAction,
  isAdminsAlone,
  isPermitted,
  PERMISSIONS,
} from "@/lib/portal/acts/permissions";
import { ownRecord } from "@/lib/portal/acts/record-acts";
import type { Role } from "@/lib/portal/acts/roles";
import { administerAgreed, agree } from "@/lib/portal/acts/second-person";
import type { SetFields, StaffSet } from "./desk-schemas";
import { lockStaff, noteAccess, requireNoMore } from "./user";

const PARTS = { _count: { select: { users: true } } } as const satisfies Prisma.PermissionSetInclude;
type Row = Prisma.PermissionSetGetPayload<{ include: typeof PARTS }>;

const viewOf = ({ _count, ...row }: Row): StaffSet => ({
  ...row,
  role: row.role as Role,
  people: _count.users,
});

const find = (tx: Transaction, id: number) => tx.permissionSet.findUnique({ where: { id }, include: PARTS });

const own = ownRecord({
  subject: "permission_set",
  find,
  view: viewOf,
  merchantIdOf: ({ merchantId }) => merchantId,
  snapshot: ({ people, ...set }) => set,
  isRemembered: false,
});

/**
 * The sets of a merchant, or of all for an operator, by name.
 * @throws AdminError forbidden, not_found (the merchant is not the actor's)
 */
export async function listPermissionSets(
  { database }: AdminContext,
  actor: AdminActor,
  { merchantId = actor.merchantId ?? undefined }: { merchantId?: number | undefined },
): Promise<StaffSet[]> {
  requireReach(actor, "user.read", merchantId);
  const rows = await database.permissionSet.findMany({
    where: { ...(merchantId !== undefined && { merchantId }) },
    include: PARTS,
    orderBy: [{ name: "asc" }, { id: "asc" }],
  });
  return rows.map(viewOf);
}

/**
 * Makes a set of permissions for a merchant's staff (rules.md §16): those of a role, without some, with others that roles of merchants
 * have. Nobody has it yet.
 * @throws AdminError forbidden (permissions that the actor lacks too), not_found and inactive (the merchant), taken, invalid
 */
export function createPermissionSet(
  context: AdminContext,
  actor: AdminActor,
  { merchantId, role, name, ...chosen }: SetFields,
): Promise<StaffSet> {
  return administer(context, actor, "permission_set.create", async (act) => {
    await lockActiveMerchant(act, merchantId);
    await lockStaff(act, merchantId);
    const data = { merchantId, role, name, ...departure(role, chosen) };
    requireNoMore(act, { role, set: data });
    const after = viewOf(await act.tx.permissionSet.create({ data, include: PARTS }));
    return own.tell(act, { before: null, after });
  });
}

/**
 * Changes a set, for the next request of all who have it. Permissions of admins are given to them by two people (rules.md §24).
 * @throws AdminError second_person, forbidden, not_found, conflict, own_role, taken, invalid
 */
export function updatePermissionSet(
  context: AdminContext,
  actor: AdminActor,
  {
    setId,
    version,
    name,
    ...chosen
  }: Omit<SetFields, "merchantId" | "role"> & { setId: number; version: number },
): Promise<StaffSet> {
  return administerAgreed(context, actor, "permission_set.update", async (act) => {
    const before = await lock(act, setId, version);
    const people = await act.tx.user.findMany({ where: { permissionSetId: setId }, select: { id: true } });
    if (people.some(({ id }) => id === actor.userId)) throw new AdminError("own_role");
    const data = { name, ...departure(before.role, chosen) };
    const { role } = before;
    requireNoMore(act, { role, set: before });
    requireNoMore(act, { role, set: data });
    const given = ADMIN_ACTIONS.filter(
      (action) => isPermitted({ role, set: data }, action) && !isPermitted({ role, set: before }, action),
    );
    const approvedBy = await agreeToGiven(act, before, { data, given });
    if (given.length > 0)
      for (const { id } of people)
        await noteAccess(act, { id, merchantId: before.merchantId }, "rights", approvedBy);
    const after = viewOf(
      await act.tx.permissionSet.update({
        where: { id: setId },
        data: { ...data, version: { increment: 1 } },
        include: PARTS,
      }),
    );
    return own.tell(act, { before, after, approvedBy: approvedBy ?? undefined });
  });
}

async function agreeToGiven(
  act: Act,
  set: StaffSet,
  { data, given }: { data: Pick<StaffSet, "name" | "added" | "removed">; given: readonly AdminAction[] },
): Promise<number | null> {
  if (set.people === 0) {
    noteWeighed(act);
    return null;
  }
  return agree(act, {
    kind: "make_admin",
    points: given.some(isAdminsAlone) ? Number.POSITIVE_INFINITY : 0,
    merchantId: set.merchantId,
    content: ["set", set.id, data.name, data.added, data.removed],
    summary: { act: "set", name: set.name, role: set.role },
  });
}

/**
 * Takes a set away that nobody has.
 * @throws AdminError forbidden, not_found, set_in_use
 */
export async function deletePermissionSet(
  context: AdminContext,
  actor: AdminActor,
  { setId }: { setId: number },
): Promise<void> {
  await administer(context, actor, "permission_set.delete", async (act) => {
    const before = await lock(act, setId);
    if (before.people > 0) throw new AdminError("set_in_use", { count: before.people });
    await act.tx.permissionSet.delete({ where: { id: setId } });
    await own.tell(act, { before, after: null });
  });
}

/** Takes the lock of the merchant's staff first. @throws AdminError not_found, conflict */
async function lock(act: Act, setId: number, version?: number): Promise<StaffSet> {
  // Sets never change merchants, so this may be read before the lock.
  const { merchantId } = own.requireOwn(await find(act.tx, setId), act.actor, act.now);
  await lockStaff(act, merchantId);
  return own.lock(act, setId, version);
}

/**
 * Without permissions that the role has or lacks anyway, and with the reads that the pages of the others need.
 * @throws AdminError invalid (one is added and removed)
 */
function departure(
  role: Role,
  { added, removed }: { added: readonly AdminAction[]; removed: readonly AdminAction[] },
): { added: string[]; removed: string[] } {
  const isOfRole = (action: AdminAction) => PERMISSIONS[action].some((one) => one === role);
  if (added.some((action) => removed.includes(action))) throw new AdminError("invalid", { field: "removed" });
  const isChosen = (action: AdminAction) => isPermitted({ role, set: { name: "", added, removed } }, action);
  return {
    added: ADMIN_ACTIONS.filter((action) => isChosen(action) && !isOfRole(action)),
    removed: ADMIN_ACTIONS.filter((action) => !isChosen(action) && isOfRole(action)),
  };
}
