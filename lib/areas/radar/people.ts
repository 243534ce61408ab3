import type { Prisma } from "@/lib/platform/database/generated/client";
import { type AdminActor, isOwnMerchant } from "@/lib/portal/acts/actor";
import { AdminError } from "@/lib/portal/acts/errors";
import type { Role } from "@/lib/portal/acts/roles";

/** Roles that the radar tells a supervisor about. */
const BELOW_ADMINS = ["cashier", "supervisor"] as const satisfies readonly Role[];

/**
 * True where the radar shows the person or API client to the actor: never the actor; admins and clients not to a supervisor; a merchant's
 * people and clients to that merchant only. Pure.
 */
export function isShownTo(
  actor: Pick<AdminActor, "userId" | "role" | "merchantId">,
  person: { id: number; role: string | null; merchantId: number | null },
): boolean {
  if (person.id === actor.userId || !isOwnMerchant({ ...actor }, person.merchantId)) return false;
  return actor.role !== "supervisor" || BELOW_ADMINS.some((role) => role === person.role);
}

/** The same as a condition of a query. */
export function shownTo({
  userId,
  role,
  merchantId,
}: Pick<AdminActor, "userId" | "role" | "merchantId">): Prisma.UserWhereInput {
  return {
    id: { not: userId },
    OR: [{ kind: "portal" }, { kind: "technical", apiClient: { sandboxId: null } }],
    ...(role !== "programme_operator" && { merchantId }),
    ...(role === "supervisor" && { role: { in: [...BELOW_ADMINS] } }),
  };
}

export interface RadarSubject {
  id: number;
  name: string;
  /** Null of an API client. */
  role: Role | null;
  merchantId: number | null;
  isActive: boolean;
}

/**
 * A portal user or API client that the radar tells the actor about.
 * @throws AdminError not_found
 */
export async function requireSubject(
  database: Pick<Prisma.TransactionClient, "user">,
  actor: Pick<AdminActor, "userId" | "role" | "merchantId">,
  userId: number,
): Promise<RadarSubject> {
  const user = await database.user.findFirst({
    where: { AND: [{ id: userId }, shownTo(actor)] },
    select: { id: true, name: true, role: true, merchantId: true, isActive: true },
  });
  if (user === null) throw new AdminError("not_found", { subject: "user" });
  return { ...user, role: user.role as Role | null };
}
