import { requireOwnBranch } from "@/lib/areas/branches/branches";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { type Act, administer, lockRow } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { recordSecurityEvent } from "@/lib/portal/security-log/record-event";
import { branchCodeHash, newBranchCode, newTillSecret } from "@/lib/portal/session/own-till";
import { countTillCodeOf, forgiveTillCodeOf } from "@/lib/portal/session/sign-in-limits";

const CODE_MS = 60 * 60 * 1000;
const TEXT_LENGTH_MAX = 400;
const NO_CODE = { tillCodeHash: null, tillCodeExpiresAt: null, tillCodeOpenedBy: null } as const;

/** @throws AdminError not_found, inactive */
async function lockBranch({ tx, actor, now }: Act, branchId: number) {
  await lockRow(tx, "branch", branchId);
  const row = await tx.branch.findUnique({ where: { id: branchId } });
  const { isActive } = requireOwnBranch(row, actor, now);
  if (!isActive || row === null) throw new AdminError("inactive", { subject: "branch" });
  return row;
}

/**
 * Opens a code by which cashiers of the branch register their devices themselves, for an hour. One that was open ends.
 * @throws AdminError forbidden, not_found, inactive
 */
export function openBranchCode(
  context: AdminContext,
  actor: AdminActor,
  branchId: number,
): Promise<{ code: string; codeUntil: string }> {
  return administer(context, actor, "till.open_code", async (act) => {
    const { tx, now, record } = act;
    const { merchantId } = await lockBranch(act, branchId);
    const code = newBranchCode();
    const tillCodeExpiresAt = new Date(now.getTime() + CODE_MS);
    await tx.branch.update({
      where: { id: branchId },
      data: {
        tillCodeHash: branchCodeHash(branchId, code),
        tillCodeExpiresAt,
        tillCodeOpenedBy: actor.userId,
      },
    });
    const codeUntil = tillCodeExpiresAt.toISOString();
    await record({ subject: "branch", subjectId: branchId, merchantId, before: null, after: { codeUntil } });
    return { code, codeUntil };
  });
}

/**
 * Ends the branch's code at once; without an open one nothing happens. Devices that it registered stay so.
 * @throws AdminError forbidden, not_found, inactive
 */
export function endBranchCode(context: AdminContext, actor: AdminActor, branchId: number): Promise<void> {
  return administer(context, actor, "till.end_code", async (act) => {
    const { tx, record } = act;
    const { merchantId, tillCodeExpiresAt } = await lockBranch(act, branchId);
    if (tillCodeExpiresAt === null) return;
    await tx.branch.update({ where: { id: branchId }, data: NO_CODE });
    const before = { codeUntil: tillCodeExpiresAt.toISOString() };
    await record({ subject: "branch", subjectId: branchId, merchantId, before, after: null });
  });
}

interface JoiningDevice {
  code: string;
  /** Branches to which its cashier is assigned. */
  branchIds: readonly number[];
  address: string;
  userAgent: string;
  /** The name of a till, such as Counter, before its number. */
  counter: string;
}

/**
 * Registers a cashier's device by the code of one of their branches, in the name of the person who opened it. Wrong codes are counted by
 * person, as staff PINs are.
 * @returns the device's `Set-Cookie` line; null for a wrong code
 * @throws AdminError forbidden, rate_limited
 */
export async function joinTill(
  context: AdminContext,
  actor: AdminActor,
  device: JoiningDevice,
): Promise<string | null> {
  const seconds = await countTillCodeOf(actor.userId);
  if (seconds !== null) throw new AdminError("rate_limited", { seconds });
  const cookie = await administer(context, actor, "till.join", (act) => join(act, device));
  if (cookie === null) await recordSecurityEvent({ kind: "till.refused", userId: actor.userId });
  else await forgiveTillCodeOf(actor.userId);
  return cookie;
}

async function join(
  { tx, now, actor, record }: Act,
  { code, branchIds, address, userAgent, counter }: JoiningDevice,
): Promise<string | null> {
  const open = { isActive: true, tillCodeExpiresAt: { gt: now } };
  const candidates = await tx.branch.findMany({
    where: { id: { in: [...branchIds] }, ...open },
    select: { id: true, tillCodeHash: true },
  });
  const found = candidates.find(
    ({ id, tillCodeHash }) => tillCodeHash && Buffer.from(branchCodeHash(id, code)).equals(tillCodeHash),
  );
  if (found === undefined) return null;
  await lockRow(tx, "branch", found.id);
  // Under the lock: the code may have ended since, and two devices get two numbers.
  const branch = await tx.branch.findFirst({
    where: { id: found.id, ...open, tillCodeHash: found.tillCodeHash },
    select: { merchantId: true, tillCodeOpenedBy: true },
  });
  if (branch === null) return null;
  const { tokenHash, cookie } = newTillSecret();
  const name = `${counter} ${await nextNumber(tx, found.id)}`;
  const registeredBy = branch.tillCodeOpenedBy;
  const till = await tx.till.create({
    data: {
      ...{ branchId: found.id, tokenHash, name, address, userAgent: userAgent.slice(0, TEXT_LENGTH_MAX) },
      ...{ requestedBy: actor.userId, requestedAt: now, registeredBy, registeredAt: now },
    },
  });
  await record({
    subject: "till",
    subjectId: till.id,
    merchantId: branch.merchantId,
    before: null,
    after: { name, branchId: found.id, registeredBy },
  });
  return cookie;
}

/** The number after the highest that a registered till of the branch ends with. */
async function nextNumber(tx: Act["tx"], branchId: number): Promise<number> {
  const tills = await tx.till.findMany({
    where: { branchId, registeredAt: { not: null }, revokedAt: null },
    select: { name: true },
  });
  const numbers = tills.map(({ name }) => Number(/(\d{1,4})$/.exec(name)?.[1] ?? 0));
  return Math.max(0, ...numbers) + 1;
}
