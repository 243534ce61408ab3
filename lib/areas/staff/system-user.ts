import type { PrismaClient } from "@/lib/platform/database/generated/client";

/** The user that stands for the service itself in the points log and in the audit log; it cannot sign in. */
export const SYSTEM_USER_EMAIL = "system@technical.invalid";
export const SYSTEM_USER_NAME = "System";

/** The number of the system user, who is made when missing. Safe to call from several processes at once. */
export async function ensureSystemUser(database: Pick<PrismaClient, "user">): Promise<number> {
  const known = { where: { email: SYSTEM_USER_EMAIL }, select: { id: true } } as const;
  const found = await database.user.findUnique(known);
  if (found !== null) return found.id;
  await database.user.createMany({
    data: [{ kind: "system", name: SYSTEM_USER_NAME, email: SYSTEM_USER_EMAIL }],
    // Another process may just have made it.
    skipDuplicates: true,
  });
  return (await database.user.findUniqueOrThrow(known)).id;
}
