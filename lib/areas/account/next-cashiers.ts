import { prisma } from "@/lib/platform/database/pools";
import type { ActorBranch } from "@/lib/portal/acts/portal-actor";

/**
 * The cashiers of the branch who can take over a till by their PIN. Nobody with more rights than a cashier can: a PIN is weaker than a
 * password. Those who sign in with a second factor, and the present user, cannot either.
 */
const whereOf = ({ id: branchId, merchantId }: ActorBranch, presentUserId: number) => ({
  ...{ kind: "portal" as const, role: "cashier", isActive: true, merchantId, twoFactorEnabled: false },
  id: { not: presentUserId },
  userBranches: { some: { branchId } },
  staffPin: { isNot: null },
});

/** Those whom the present user of a till may name, by name. */
export async function listNextCashiers(branch: ActorBranch, presentUserId: number) {
  const users = await prisma().user.findMany({
    where: whereOf(branch, presentUserId),
    select: { username: true, name: true },
    orderBy: { name: "asc" },
  });
  return users.flatMap(({ username, name }) => (username === null ? [] : [{ username, name }]));
}

/** The one of that user name; null for nobody who can take the till over. */
export function findNextCashier(branch: ActorBranch, presentUserId: number, username: string) {
  return prisma().user.findFirst({
    where: { ...whereOf(branch, presentUserId), username: username.toLowerCase() },
    select: { id: true },
  });
}
