import type { Prisma } from "@/lib/platform/database/generated/client";
import type { Act } from "@/lib/portal/acts/administer";
import { USER_PARTS, type UserView, userSnapshot, userView } from "./user-view";

/** Writes a change of a locked user, with its audit row. Branches are changed by the caller, before. */
export async function changeUser(
  { tx, now, record }: Act,
  before: UserView,
  data: Prisma.UserUncheckedUpdateInput,
  /** Changes that the user's row does not show, such as a new password. */
  unseen: Readonly<Record<string, unknown>> = {},
): Promise<UserView> {
  const row = await tx.user.update({
    where: { id: before.id },
    data: { ...data, version: { increment: 1 }, updatedAt: now },
    include: USER_PARTS,
  });
  const after = userView(row);
  await record({
    subject: "user",
    subjectId: after.id,
    merchantId: after.merchantId,
    before: userSnapshot(before),
    after: { ...userSnapshot(after), ...unseen },
  });
  return after;
}
