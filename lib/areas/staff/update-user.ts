import type { AdminActor } from "@/lib/areas/actor";
import { type Act, administer, requireVersion } from "@/lib/areas/administer";
import type { AdminContext } from "@/lib/areas/context";
import { AdminError } from "@/lib/areas/errors";
import type { Role } from "@/lib/areas/roles";
import { changeUser } from "./change-user";
import { assignedBranches, requireRoleFits } from "./user-assignment";
import { emailOrPlaceholder, lockUser, requireAnotherAdmin, type UserView } from "./user-view";

/** What is absent stays as it is. Users keep their user name and their merchant: the log knows them by both. */
export interface UpdateUserInput {
  userId: number;
  /** The version that was read. */
  version: number;
  name?: string | undefined;
  email?: string | null | undefined;
  role?: Role | undefined;
  branchIds?: readonly number[] | undefined;
}

/**
 * Changes a portal user. Effective with their next request. Nobody changes their own role, and a merchant always keeps an
 * active admin.
 * @throws AdminError forbidden, not_found, conflict, own_role, last_admin, taken, invalid
 */
export function updateUser(
  context: AdminContext,
  actor: AdminActor,
  { userId, version, name, email, role, branchIds }: UpdateUserInput,
): Promise<UserView> {
  return administer(context, actor, "user.update", async (act) => {
    const user = await lockUser(act, userId);
    requireVersion("user", user.version, version);
    if (role !== undefined && role !== user.role) await requireRoleChange(act, user, role);
    const assigned = await assignedBranches(act.tx, {
      role: role ?? user.role,
      merchantId: user.merchantId,
      branchIds: branchIds ?? user.branchIds,
    });
    await act.tx.userBranch.deleteMany({ where: { userId } });
    await act.tx.userBranch.createMany({ data: assigned.map((branchId) => ({ userId, branchId })) });
    return changeUser(act, user, {
      ...(name !== undefined && { name }),
      ...(email !== undefined && { email: emailOrPlaceholder(email, user.username) }),
      ...(role !== undefined && { role }),
    });
  });
}

async function requireRoleChange(act: Act, user: UserView, role: Role): Promise<void> {
  if (user.id === act.actor.userId) throw new AdminError("own_role");
  requireRoleFits(role, user.merchantId);
  await requireAnotherAdmin(act, user);
}
