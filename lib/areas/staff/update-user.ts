import { endWaysIn } from "@/lib/areas/approvals/staff-pin";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { type Act, administer, noteWeighed, requireVersion } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { isAdmin, type Rights } from "@/lib/portal/acts/permissions";
import { withSecondPerson } from "@/lib/portal/acts/second-person";
import { noteAccess, requireNoMore, requireSecondPerson } from "./admin-guard";
import type { UpdateUserInput } from "./record";
import { assignedBranches, requireRoleFits, requireSet } from "./user-assignment";
import { changeUser, emailOrPlaceholder, lockUser, requireAnotherAdmin, type UserView } from "./user-view";

/**
 * Changes a portal user. Absent fields stay as they are; another role ends a set of permissions. Effective with their next request. Nobody changes their own role, and a merchant always keeps an
 * active admin. An admin or operator is made, and gets another address, by two people (rules.md §16).
 * @throws AdminError second_person, forbidden, not_found, conflict, own_role, last_admin, taken, invalid
 */
export function updateUser(
  context: AdminContext,
  actor: AdminActor,
  { userId, version, name, email, role, setId, branchIds }: UpdateUserInput,
): Promise<UserView> {
  return withSecondPerson(context, actor, "user.update", () =>
    administer(context, actor, "user.update", async (act) => {
      const user = await lockUser(act, userId);
      requireVersion("user", user.version, version);
      const set = await setAfter(act, user, { role, setId });
      const approval = await requireChange(act, user, { email, role, set });
      const assigned = await assignedBranches(act.tx, {
        role: role ?? user.role,
        merchantId: user.merchantId,
        branchIds: branchIds ?? user.branchIds,
      });
      await act.tx.userBranch.deleteMany({ where: { userId } });
      await act.tx.userBranch.createMany({ data: assigned.map((branchId) => ({ userId, branchId })) });
      return changeUser(
        act,
        user,
        {
          ...(name !== undefined && { name }),
          ...(email !== undefined && { email: emailOrPlaceholder(email, user.username) }),
          ...(role !== undefined && { role }),
          permissionSetId: set?.id ?? null,
        },
        approval,
      );
    }),
  );
}

/** A set begins with one role, so that another role ends it. */
function setAfter(
  { tx }: Act,
  user: UserView,
  { role = user.role, setId }: Pick<UpdateUserInput, "role" | "setId">,
): Promise<UserView["set"]> {
  const kept = role === user.role ? (user.set?.id ?? null) : null;
  return requireSet(tx, { role, merchantId: user.merchantId, setId: setId === undefined ? kept : setId });
}

/** Rights of an admin, and the address that their links go to, are given by two people. */
async function requireChange(
  act: Act,
  user: UserView,
  { email, role = user.role, set }: Pick<UpdateUserInput, "email" | "role"> & Pick<UserView, "set">,
): Promise<{ approvedBy?: number | null }> {
  const isNewRole = role !== user.role || set?.id !== user.set?.id;
  if (isNewRole) {
    await requireRoleChange(act, user, { role, set });
    await endWaysIn(act.tx, user.id);
  }
  const isNewAdmin = isNewRole && isAdmin({ role, set });
  const isNewAddress = email !== undefined && (email?.toLowerCase() ?? null) !== user.email;
  if (user.id === act.actor.userId || !(isNewAdmin || isNewAddress)) {
    noteWeighed(act);
    return {};
  }
  const approval = await requireSecondPerson(act, {
    kind: isNewAdmin ? "make_admin" : "reset_admin",
    act: isNewAdmin ? "role" : "email",
    user: { ...user, role, set },
    content: isNewAddress ? [email?.toLowerCase() ?? null] : [],
  });
  if (isNewAdmin) await noteAccess(act, user.id, "rights", approval.approvedBy);
  return approval;
}

async function requireRoleChange(act: Act, user: UserView, rights: Required<Rights>): Promise<void> {
  if (user.id === act.actor.userId) throw new AdminError("own_role");
  requireRoleFits(rights.role, user.merchantId);
  requireNoMore(act, user);
  requireNoMore(act, rights);
  await requireAnotherAdmin(act, user);
}
