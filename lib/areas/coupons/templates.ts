import { requireBranchesOf } from "@/lib/areas/branches/branches";
import { lockActiveMerchant } from "@/lib/areas/merchants/merchants";
import type { CouponTemplate } from "@/lib/platform/database/generated/client";
import { inUnits, moneyOf } from "@/lib/platform/money";
import { formatLocalDate } from "@/lib/platform/time";
import { type AdminActor, isOwnMerchant, requirePermission } from "@/lib/portal/acts/actor";
import { type Act, administer, lockRow, requireVersion } from "@/lib/portal/acts/administer";
import type { AdminContext, WalletAdminContext } from "@/lib/portal/acts/context";
import type { DealState } from "@/lib/portal/acts/deal-states";
import { AdminError } from "@/lib/portal/acts/errors";
import { administerAgreed } from "@/lib/portal/acts/second-person";
import type { DeskTemplate, TemplateFields, TemplateResults, TemplateState } from "./schemas";
import { agreeToTemplate, requireBudget, type TemplateView } from "./weigh-template";

function dayText(date: Date | null): string | null {
  return date === null ? null : date.toISOString().slice(0, 10);
}

function templateView(row: CouponTemplate): TemplateView {
  const { id, merchantId, offerNumber, titleEn, titleAr, termsEn, termsAr, discount, validDays } = row;
  const { branchIds, stockMax, stockLeft, worth, minBill, occasion, version } = row;
  return {
    ...{ id, merchantId, offerNumber, titleEn, titleAr, termsEn, termsAr, discount, validDays },
    ...{ branchIds, stockMax, stockLeft, worth, minBill, occasion, version },
    state: row.state as TemplateState,
    discountType: row.discountType as TemplateFields["discountType"],
    validFrom: dayText(row.validFrom),
    validUntil: dayText(row.validUntil),
    costPoints: row.costPoints === null ? null : Number(row.costPoints),
    rewardMin: row.rewardHundredthsMin === null ? null : inUnits(row.rewardHundredthsMin),
  };
}

function rowOf({ validFrom, validUntil, costPoints, rewardMin, occasion = null, ...fields }: TemplateFields) {
  return {
    ...fields,
    occasion,
    validFrom: validFrom === null ? null : new Date(validFrom),
    validUntil: validUntil === null ? null : new Date(validUntil),
    costPoints: costPoints === null ? null : BigInt(costPoints),
    rewardHundredthsMin: rewardMin === null ? null : moneyOf(rewardMin),
  };
}

/**
 * Locks and reads a template that the actor may change.
 * @throws AdminError not_found
 */
export async function lockTemplate({ tx, actor }: Act, templateId: number): Promise<TemplateView> {
  await lockRow(tx, "coupon_template", templateId);
  const row = await tx.couponTemplate.findUnique({ where: { id: templateId } });
  if (row === null || !isOwnMerchant(actor, row.merchantId))
    throw new AdminError("not_found", { subject: "coupon_template" });
  return templateView(row);
}

/** Stands for the numbering of coupons' offers among the advisory locks. */
const NUMBERING = 7_421_002;

/** The ledger remembers what rewards issue coupons by with the programme's row: a change of it is a change of that. */
async function renewRules({ tx }: Act, ...templates: Pick<TemplateFields, "rewardMin">[]): Promise<void> {
  if (templates.some(({ rewardMin }) => rewardMin !== null))
    await tx.$executeRawUnsafe("UPDATE programme SET id = id WHERE id = 1");
}

async function requireBranches({ tx }: Act, merchantId: number | null, branchIds: readonly number[]) {
  if (branchIds.length === 0) return;
  if (merchantId === null) throw new AdminError("invalid", { field: "branchIds" });
  await requireBranchesOf(tx, merchantId, branchIds);
}

/**
 * Makes a template, a draft whose coupons nobody gets yet, under the next free number.
 * @throws AdminError forbidden, not_found, inactive (the merchant), invalid ("stockMax" and "worth" where there is none)
 */
export function createTemplate(
  context: AdminContext,
  actor: AdminActor,
  { merchantId, fields }: { merchantId: number | null; fields: TemplateFields },
): Promise<TemplateView> {
  return administer(context, actor, "coupon_template.create", async (act) => {
    const { tx, now, record } = act;
    if (merchantId !== null) await lockActiveMerchant(act, merchantId);
    else if (actor.merchantId !== null) throw new AdminError("forbidden");
    requireBudget(fields);
    await requireBranches(act, merchantId, fields.branchIds);
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${NUMBERING}::bigint)`;
    const { _max } = await tx.couponTemplate.aggregate({ _max: { offerNumber: true } });
    const template = templateView(
      await tx.couponTemplate.create({
        data: {
          ...rowOf(fields),
          merchantId,
          offerNumber: Math.max(7_000, _max.offerNumber ?? 0) + 1,
          stockLeft: fields.stockMax,
          ...{ createdAt: now, updatedAt: now },
        },
      }),
    );
    await record({
      ...{ subject: "coupon_template", subjectId: template.id, merchantId },
      ...{ before: null, after: { ...template } },
    });
    return template;
  });
}

/**
 * Changes a template. Issued coupons keep their days; texts, discount and branches count for all its coupons.
 * @throws AdminError second_person (rules.md §24), forbidden, not_found, conflict, invalid ("stock": fewer than are issued; "stockMax",
 * "worth": none)
 */
export function updateTemplate(
  context: AdminContext,
  actor: AdminActor,
  { templateId, version, ...sent }: { templateId: number; version: number; fields: TemplateFields },
): Promise<TemplateView> {
  return administerAgreed(context, actor, "coupon_template.update", async (act) => {
    const before = await lockTemplate(act, templateId);
    requireVersion("coupon_template", before.version, version);
    const { occasion = before.occasion } = sent.fields;
    const fields = { ...sent.fields, occasion };
    await requireBranches(act, before.merchantId, fields.branchIds);
    requireBudget(fields);
    const stockLeft = await stockLeftOf(act, before, fields.stockMax);
    const approvedBy = await agreeToTemplate(act, before, { fields });
    return changeTemplate(act, before, { ...rowOf(fields), stockLeft }, approvedBy);
  });
}

/** The rest after the stock has changed. Coupons are counted under the template's lock, which whoever issues one holds as well. */
async function stockLeftOf(
  { tx }: Act,
  { id }: TemplateView,
  stockMax: number | null,
): Promise<number | null> {
  if (stockMax === null) return null;
  const issued = await tx.coupon.count({ where: { templateId: id, isTest: false, state: { not: "void" } } });
  if (issued > stockMax) throw new AdminError("invalid", { field: "stock" });
  return stockMax - issued;
}

/**
 * Puts a template into use, or out of it: its coupons stay valid, and no more are issued.
 * @throws AdminError second_person (rules.md §24), forbidden, not_found, conflict, invalid (a draft without a number or a worth)
 */
export function changeTemplateState(
  context: AdminContext,
  actor: AdminActor,
  { templateId, version, state }: { templateId: number; version: number; state: "live" | "stopped" },
): Promise<TemplateView> {
  return administerAgreed(context, actor, "coupon_template.change_state", async (act) => {
    const before = await lockTemplate(act, templateId);
    requireVersion("coupon_template", before.version, version);
    if (before.state === state) return before;
    const isFirst = before.state === "draft" && state === "live";
    if (isFirst) requireBudget(before);
    const approvedBy = await agreeToTemplate(act, before, { fields: before, isPublished: isFirst });
    return changeTemplate(act, before, { state }, approvedBy);
  });
}

async function changeTemplate(
  act: Act,
  before: TemplateView,
  data: Partial<ReturnType<typeof rowOf>> & { state?: TemplateState; stockLeft?: number | null },
  approvedBy: number | null,
): Promise<TemplateView> {
  const after = templateView(
    await act.tx.couponTemplate.update({
      where: { id: before.id },
      data: { ...data, version: { increment: 1 }, updatedAt: act.now },
    }),
  );
  await renewRules(act, before, after);
  await act.record({
    ...{ subject: "coupon_template", subjectId: after.id, merchantId: after.merchantId },
    ...{ before: { ...before }, after: { ...after, ...(approvedBy !== null && { approvedBy }) } },
  });
  return after;
}

interface CountRow {
  template_id: number;
  issued: bigint;
  used: bigint;
  lapsed: bigint;
  void: bigint;
}

const COUNTS = `
SELECT template_id, count(*) FILTER (WHERE state = 'issued' AND coalesce(valid_until >= $2::date, true)) AS issued,
       count(*) FILTER (WHERE state = 'used' AND ($3::int IS NULL OR used_branch_id IN (SELECT id FROM branch WHERE merchant_id = $3))) AS used, count(*) FILTER (WHERE state = 'issued' AND valid_until < $2::date) AS lapsed,
       count(*) FILTER (WHERE state = 'void') AS void
  FROM coupon WHERE template_id = ANY ($1::int[]) AND NOT is_test GROUP BY template_id`;

/** A template's state in the words of deals, on a day of the programme's calendar; `ends`: its merchant is stopped. Pure. */
function offerState({ state, validFrom, validUntil }: TemplateView, today: string, ends: boolean): DealState {
  if (state === "draft") return "draft";
  if (validUntil !== null && validUntil < today) return "ended";
  if (ends) return "stopped";
  if (state === "stopped") return "paused";
  return validFrom !== null && validFrom > today ? "scheduled" : "live";
}

function movesOf(kept: TemplateState, state: DealState): DeskTemplate["moves"] {
  if (state === "ended") return [];
  return [{ draft: "publish", live: "pause", stopped: "resume" }[kept]] as DeskTemplate["moves"];
}

/**
 * The templates of the actor's merchant and those of all merchants, the newest first, with what has become of their coupons; those that
 * were used are told as far as they were used at the actor's merchant.
 * @throws AdminError forbidden
 */
export async function listTemplates(
  { database, clock, programme }: WalletAdminContext,
  actor: AdminActor,
): Promise<DeskTemplate[]> {
  requirePermission(actor, "coupon.read");
  const rows = await database.couponTemplate.findMany({
    where: actor.merchantId === null ? {} : { OR: [{ merchantId: actor.merchantId }, { merchantId: null }] },
    include: { merchant: { select: { nameEn: true, nameAr: true, isActive: true } } },
    orderBy: { id: "desc" },
  });
  const today = formatLocalDate(clock.now(), programme.timeZone());
  const counted = await database.$queryRawUnsafe<CountRow[]>(
    COUNTS,
    rows.map(({ id }) => id),
    today,
    actor.merchantId,
  );
  const countsBy = new Map(counted.map((row) => [row.template_id, row]));
  return rows.map(({ merchant, ...row }) => {
    const counts = countsBy.get(row.id);
    const template = templateView(row);
    const state = offerState(template, today, merchant?.isActive === false);
    return {
      ...template,
      state,
      moves: movesOf(template.state, state),
      since: template.validFrom ?? formatLocalDate(row.createdAt, programme.timeZone()),
      merchantName: merchant === null ? null : { en: merchant.nameEn, ar: merchant.nameAr },
      isOwn: isOwnMerchant(actor, row.merchantId),
      counts: {
        issued: Number(counts?.issued ?? 0),
        used: Number(counts?.used ?? 0),
        lapsed: Number(counts?.lapsed ?? 0),
        void: Number(counts?.void ?? 0),
      },
    };
  });
}

/**
 * Where a template's coupons were used.
 * @throws AdminError forbidden, not_found
 */
export async function templateResults(
  { database }: AdminContext,
  actor: AdminActor,
  templateId: number,
): Promise<TemplateResults> {
  requirePermission(actor, "coupon.read");
  const template = await database.couponTemplate.findUnique({ where: { id: templateId } });
  if (template === null || (template.merchantId !== null && !isOwnMerchant(actor, template.merchantId)))
    throw new AdminError("not_found", { subject: "coupon_template" });
  const used = await database.coupon.groupBy({
    by: ["usedBranchId"],
    where: { templateId, state: "used", isTest: false },
    _count: true,
  });
  const branches = await database.branch.findMany({
    where: {
      id: { in: used.flatMap(({ usedBranchId }) => usedBranchId ?? []) },
      ...(actor.merchantId === null ? {} : { merchantId: actor.merchantId }),
    },
    select: { id: true, nameEn: true, nameAr: true },
  });
  const countOf = (id: number) => used.find(({ usedBranchId }) => usedBranchId === id)?._count ?? 0;
  return {
    branches: branches
      .map((branch) => ({ ...branch, used: countOf(branch.id) }))
      .sort((one, other) => other.used - one.used || one.id - other.id),
  };
}
