import { loosened } from "@/lib/ledger/rules/setting";
import { formatLocalDate } from "@/lib/platform/time";
import { type AdminActor, requirePermission, systemActor } from "@/lib/portal/acts/actor";
import { type Act, administer } from "@/lib/portal/acts/administer";
import type { AdminContext, WalletAdminContext } from "@/lib/portal/acts/context";
import { defined } from "@/lib/portal/acts/defined";
import { AdminError } from "@/lib/portal/acts/errors";
import { requireImage } from "@/lib/portal/acts/images";
import { recordActs } from "@/lib/portal/acts/record-acts";
import { administerAgreed, agree } from "@/lib/portal/acts/second-person";
import {
  MERCHANT_SETTINGS,
  type MerchantChanges,
  type MerchantFields,
  type MerchantView,
  merchant,
} from "./record";

const acts = recordActs({
  subject: "merchant",
  table: (tx) => tx.merchant,
  record: merchant,
  merchantIdOf: ({ id }) => id,
});

type LeavingContext = Pick<WalletAdminContext, "database" | "clock" | "programme">;

/** The version that was read, where it matters. */
interface Target {
  merchantId: number;
  version?: number | undefined;
}

/** The merchants the actor acts for: all of them for an operator, otherwise the actor's own. By number. */
export async function listMerchants({ database }: AdminContext, actor: AdminActor): Promise<MerchantView[]> {
  requirePermission(actor, "merchant.read");
  const rows = await database.merchant.findMany({
    where: actor.role === "programme_operator" ? {} : { id: actor.merchantId ?? 0 },
    orderBy: { id: "asc" },
  });
  return rows.map(merchant.view);
}

/** Adds a merchant. For the programme's operators. */
export function createMerchant(
  context: AdminContext,
  actor: AdminActor,
  fields: MerchantFields,
): Promise<MerchantView> {
  return administer(context, actor, "merchant.create", async (act) => {
    // A programme that begins has customers to sign up, and nobody else to do so.
    const isFirst = fields.cashiersMayEnrol === undefined && (await act.tx.merchant.count()) === 0;
    return acts.create(act, { ...fields, ...(isFirst && { cashiersMayEnrol: true }) });
  });
}

/**
 * Changes a merchant's names, image, limits and rules of refunds and returns, from now on. Absent fields stay as they are. Limits that
 * let more pass take a second person (rules.md §24).
 * @throws AdminError second_person, not_found, conflict, invalid
 */
export function updateMerchant(
  context: AdminContext,
  actor: AdminActor,
  { merchantId, version, ...fields }: MerchantChanges & { merchantId: number },
): Promise<MerchantView> {
  return administerAgreed(context, actor, "merchant.update", async (act) => {
    const before = await acts.lock(act, merchantId, version);
    if (fields.imageHash) await requireImage(act.tx, fields.imageHash);
    const chosen = defined(fields);
    const names = loosened(MERCHANT_SETTINGS, before, { ...before, ...chosen });
    const approvedBy = await agree(act, {
      kind: "rules",
      points: names.length > 0 ? Number.POSITIVE_INFINITY : 0,
      merchantId,
      settingUp: "act",
      content: ["merchant", merchantId, names.map((name) => [name, chosen[name]])],
      summary: { act: "merchant", nameEn: before.nameEn, nameAr: before.nameAr },
      changes: names.map((name) => [name, before[name], chosen[name] ?? null]),
    });
    return acts.change(act, before, chosen, { approvedBy: approvedBy ?? undefined });
  });
}

/**
 * Stops a merchant: its API clients are refused, its deals are no longer listed, its staff is signed out. Nothing is lost.
 * One that is stopped already stays as it is. For the programme's operators.
 * @throws AdminError not_found, conflict (when a version is named)
 */
export function deactivateMerchant(
  context: LeavingContext,
  actor: AdminActor,
  { merchantId, version }: Target,
): Promise<MerchantView> {
  return administer(context, actor, "merchant.deactivate", (act) =>
    acts.switchTo(act, { id: merchantId, version, isActive: false }, () =>
      leave(act, merchantId, formatLocalDate(act.now, context.programme.timeZone())),
    ),
  );
}

/** Signs the merchant's people out, and keeps the day, until which its last statement tells. */
async function leave({ tx }: Act, merchantId: number, lastDay: string): Promise<void> {
  await tx.session.deleteMany({ where: { user: { merchantId } } });
  await tx.merchant.update({ where: { id: merchantId }, data: { lastDay: new Date(lastDay) } });
}

/**
 * Sets the last day on which a merchant sells; null takes the day back. {@link stopWhenOver} stops the merchant when the day is over.
 * @throws AdminError not_found, conflict, inactive for one that is stopped, invalid for a day that is over
 */
export function setLastDay(
  context: LeavingContext,
  actor: AdminActor,
  { merchantId, version, lastDay }: Target & { lastDay: string | null },
): Promise<MerchantView> {
  return administer(context, actor, "merchant.set_last_day", async (act) => {
    const before = await acts.lock(act, merchantId, version);
    if (!before.isActive) throw new AdminError("inactive", { subject: "merchant" });
    const today = formatLocalDate(act.now, context.programme.timeZone());
    if (lastDay !== null && lastDay < today) throw new AdminError("invalid", { field: "lastDay" });
    return acts.change(act, before, { lastDay: lastDay === null ? null : new Date(lastDay) });
  });
}

/** Stops merchants whose last day is over in the programme's zone. Returns how many; processes that do so together stop each once. */
export async function stopWhenOver(context: LeavingContext, systemUserId: number): Promise<number> {
  const { database, clock, programme } = context;
  const today = formatLocalDate(clock.now(), programme.timeZone());
  const over = await database.merchant.findMany({
    where: { isActive: true, lastDay: { lt: new Date(today) } },
    select: { id: true },
  });
  for (const { id } of over)
    await administer(context, systemActor(systemUserId), "merchant.deactivate", async (act) => {
      const before = await acts.lock(act, id);
      // The day may have been taken back meanwhile.
      if (!before.isActive || before.lastDay === null || before.lastDay >= new Date(today)) return;
      await leave(act, id, before.lastDay.toISOString().slice(0, 10));
      await acts.change(act, before, { isActive: false });
    });
  return over.length;
}

/**
 * Lets a stopped merchant go on where it stopped. One whose stop is undone keeps the last day that was planned. For the programme's
 * operators.
 * @throws AdminError not_found, conflict (when a version is named)
 */
export function reactivateMerchant(
  context: LeavingContext,
  actor: AdminActor,
  { merchantId, version }: Target,
): Promise<MerchantView> {
  return administer(context, actor, "merchant.reactivate", (act) =>
    acts.switchTo(act, { id: merchantId, version, isActive: true }, async () => {
      const planned = actor.isUndo ? await plannedDay(act, merchantId) : null;
      const today = new Date(formatLocalDate(act.now, context.programme.timeZone()));
      // A last day that is over would stop it again at once.
      const lastDay = planned !== null && planned >= today ? planned : null;
      await act.tx.merchant.update({ where: { id: merchantId }, data: { lastDay } });
    }),
  );
}

/** The last day that a stopped merchant had before its stop. */
async function plannedDay({ tx }: Act, merchantId: number): Promise<Date | null> {
  const stop = await tx.auditLog.findFirst({
    where: { action: "merchant.deactivate", subjectType: "merchant", subjectId: String(merchantId) },
    orderBy: { id: "desc" },
    select: { before: true },
  });
  const { lastDay } = (stop?.before ?? {}) as { lastDay?: string | null };
  return lastDay ? new Date(lastDay) : null;
}

/**
 * Locks and reads a merchant of the actor's.
 * @throws AdminError not_found
 */
export const lockMerchant = (act: Act, merchantId: number): Promise<MerchantView> =>
  acts.lock(act, merchantId);

/**
 * The same for what is to be added to a merchant.
 * @throws AdminError not_found, inactive
 */
export async function lockActiveMerchant(act: Act, merchantId: number): Promise<MerchantView> {
  const found = await lockMerchant(act, merchantId);
  if (!found.isActive) throw new AdminError("inactive", { subject: "merchant" });
  return found;
}
