import { readRows } from "@/lib/platform/rows";
import { type AdminActor, requirePermission } from "@/lib/portal/acts/actor";
import type { AdminContext } from "@/lib/portal/acts/context";
import type { TillList } from "./schemas";

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** A device that cashiers of several branches share counts once: where it is registered, or else at the first branch of its last cashier. */
const DEVICES = `
  SELECT branch_id AS "branchId", count(*)::int AS used, count(*) FILTER (WHERE is_till)::int AS registered
    FROM (SELECT DISTINCT ON (d.token_hash) t.id IS NOT NULL AS is_till,
                 coalesce(t.branch_id, (SELECT min(b.id) FROM user_branch ub JOIN branch b ON b.id = ub.branch_id
                                         WHERE ub.user_id = u.id AND b.is_active AND b.merchant_id = u.merchant_id)) AS branch_id
            FROM known_device d
            JOIN app_user u ON u.id = d.user_id AND u.role = 'cashier' AND u.is_active
            LEFT JOIN till t ON t.id = d.till_id AND t.registered_at IS NOT NULL AND t.revoked_at IS NULL
           WHERE d.last_used_at > $1 AND ($2::int IS NULL OR u.merchant_id = $2)
           ORDER BY d.token_hash, t.id IS NULL, d.last_used_at DESC) device
   WHERE branch_id IS NOT NULL
   GROUP BY branch_id`;

/**
 * The need of registered tills by programme, merchant and branch, and the registered among the devices of the last seven days, for the branches
 * that the actor may know of.
 * @throws AdminError forbidden
 */
export async function readTillNeeds(
  { database, clock }: AdminContext,
  actor: AdminActor,
): Promise<Omit<TillList, "tills">> {
  requirePermission(actor, "till.read");
  const { merchantId } = actor;
  const now = clock.now();
  const names = { id: true, nameEn: true, nameAr: true, version: true, tillsNeedRegistration: true } as const;
  const [programme, merchants, branches, devices] = await Promise.all([
    database.programme.findUniqueOrThrow({
      where: { id: 1 },
      select: { tillsNeedRegistration: true, version: true },
    }),
    database.merchant.findMany({
      where: { isActive: true, ...(merchantId !== null && { id: merchantId }) },
      orderBy: { id: "asc" },
      select: names,
    }),
    database.branch.findMany({
      where: { isActive: true, merchant: { isActive: true }, ...(merchantId !== null && { merchantId }) },
      orderBy: [{ merchantId: "asc" }, { id: "asc" }],
      select: { ...names, merchantId: true, tillCodeExpiresAt: true },
    }),
    readRows<{ branchId: number; used: number; registered: number }>(database, DEVICES, [
      new Date(now.getTime() - WEEK_MS),
      merchantId,
    ]),
  ]);
  const counted = new Map(devices.map(({ branchId, ...counts }) => [branchId, counts]));
  return {
    isNeeded: programme.tillsNeedRegistration,
    version: programme.version,
    merchants: merchants.map(({ tillsNeedRegistration: isNeeded, ...merchant }) => ({
      ...merchant,
      isNeeded,
    })),
    branches: branches.map(({ tillsNeedRegistration: isNeeded, tillCodeExpiresAt: until, ...branch }) => ({
      ...branch,
      isNeeded,
      codeUntil: until !== null && until > now ? until.toISOString() : null,
      ...(counted.get(branch.id) ?? { used: 0, registered: 0 }),
    })),
  };
}
