import type { Pool } from "pg";
import type { PrismaClient } from "@/lib/platform/database/generated/client";

/** The user that stands for the service itself in the points log and in the audit log; it cannot sign in. */
export const SYSTEM_USER_EMAIL = "system@technical.invalid";
export const SYSTEM_USER_NAME = "System";
export const SYSTEM_USER_NAME_AR = "النظام";

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

/**
 * The number of the system user, who is there from the first start on. Asked without Prisma: an API worker holds 40 MB less
 * until the portal needs it.
 */
export async function readSystemUserId(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ id: number }>("SELECT id FROM app_user WHERE email = $1", [
    SYSTEM_USER_EMAIL,
  ]);
  if (rows[0] === undefined)
    throw new Error("The database has no system user: the service was never started on it");
  return rows[0].id;
}
