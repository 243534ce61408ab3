import { type AdminActor, isOwnMerchant, requirePermission } from "@/lib/portal/acts/actor";
import { type Act, administer, lockRow } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { PERSON, personName } from "@/lib/portal/acts/person";
import type { TillList } from "./schemas";

const BRANCH = { select: { id: true, nameEn: true, nameAr: true, merchantId: true } } as const;
const NAME = { select: PERSON } as const;

/**
 * The registered tills of the actor's merchant, or of all, by their branches.
 * @throws AdminError forbidden
 */
export async function listTills({ database }: AdminContext, actor: AdminActor): Promise<TillList["tills"]> {
  requirePermission(actor, "till.read");
  const rows = await database.till.findMany({
    where: {
      registeredAt: { not: null },
      revokedAt: null,
      ...(actor.merchantId !== null && { branch: { merchantId: actor.merchantId } }),
    },
    include: { branch: BRANCH, registrant: NAME, lastUser: NAME },
    orderBy: [{ branchId: "asc" }, { id: "asc" }],
  });
  return rows.flatMap(({ registeredAt, branch: { merchantId, ...branch }, registrant, lastUser, ...row }) =>
    registeredAt === null
      ? []
      : [
          {
            id: row.id,
            name: row.name,
            branch,
            userAgent: row.userAgent,
            registeredAt: registeredAt.toISOString(),
            registeredBy: registrant === null ? "" : personName(registrant),
            lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
            lastUsedBy: lastUser && personName(lastUser),
          },
        ],
  );
}

/**
 * Registers the device that shows this code, for the branch for which it was asked. The code is used up.
 * @throws AdminError forbidden; invalid for a code that no device of the actor's branches shows, or no longer
 */
export function registerTill(
  context: AdminContext,
  actor: AdminActor,
  { code, name }: { code: string; name: string },
): Promise<{ id: number }> {
  return administer(context, actor, "till.register", async ({ tx, now, record }) => {
    const waiting = await tx.till.findFirst({ where: { code }, select: { id: true } });
    if (waiting === null) throw new AdminError("invalid", { field: "code" });
    await lockRow(tx, "till", waiting.id);
    // Under the lock: it may have been registered, or have given up, since.
    const till = await tx.till.findFirst({
      where: { id: waiting.id, code, codeExpiresAt: { gt: now } },
      include: { branch: BRANCH },
    });
    if (till === null || !isOwnMerchant(actor, till.branch.merchantId))
      throw new AdminError("invalid", { field: "code" });
    await tx.till.update({
      where: { id: till.id },
      data: { code: null, codeExpiresAt: null, name, registeredBy: actor.userId, registeredAt: now },
    });
    await record({
      subject: "till",
      subjectId: till.id,
      merchantId: till.branch.merchantId,
      before: null,
      after: { name, branchId: till.branchId },
    });
    return { id: till.id };
  });
}

/**
 * Locks a registered till of the actor's.
 * @throws AdminError not_found
 */
async function lockTill({ tx, actor }: Act, tillId: number) {
  await lockRow(tx, "till", tillId);
  const till = await tx.till.findFirst({
    where: { id: tillId, registeredAt: { not: null }, revokedAt: null },
    include: { branch: BRANCH },
  });
  if (till === null || !isOwnMerchant(actor, till.branch.merchantId))
    throw new AdminError("not_found", { subject: "till" });
  return till;
}

/** @throws AdminError forbidden, not_found */
export function updateTill(
  context: AdminContext,
  actor: AdminActor,
  { tillId, name }: { tillId: number; name: string },
): Promise<void> {
  return administer(context, actor, "till.update", async (act) => {
    const till = await lockTill(act, tillId);
    await act.tx.till.update({ where: { id: tillId }, data: { name } });
    await act.record({
      subject: "till",
      subjectId: tillId,
      merchantId: till.branch.merchantId,
      before: { name: till.name, branchId: till.branchId },
      after: { name, branchId: till.branchId },
    });
  });
}

/**
 * Ends the registration of a till, with the next request that is made on it.
 * @throws AdminError forbidden, not_found
 */
export function revokeTill(context: AdminContext, actor: AdminActor, tillId: number): Promise<void> {
  return administer(context, actor, "till.revoke", async (act) => {
    const till = await lockTill(act, tillId);
    await act.tx.till.update({
      where: { id: tillId },
      data: { revokedBy: actor.userId, revokedAt: act.now },
    });
    await act.record({
      subject: "till",
      subjectId: tillId,
      merchantId: till.branch.merchantId,
      before: { name: till.name, branchId: till.branchId },
      after: null,
    });
  });
}
