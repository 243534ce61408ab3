import type { AdminActor } from "@/lib/portal/acts/actor";
import { administer } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { USER_PARTS, type UserView, userView } from "./user-view";

/**
 * Some portal users as they are now, by number; those of other merchants are left out. That it was asked for, and of whom, is in
 * the audit log before the first one is given out.
 * @throws AdminError forbidden
 */
export function exportUsers(
  context: AdminContext,
  actor: AdminActor,
  { ids }: { ids: readonly number[] },
): Promise<UserView[]> {
  const { merchantId } = actor;
  return administer(context, actor, "user.export", async ({ tx, record }) => {
    const rows = await tx.user.findMany({
      where: { kind: "portal", id: { in: [...ids] }, ...(merchantId !== null && { merchantId }) },
      include: USER_PARTS,
      orderBy: { id: "asc" },
    });
    const after = { chosen: rows.map(({ id }) => id) };
    await record({ subject: "user", subjectId: "*", merchantId, before: null, after });
    return rows.map(userView);
  });
}
