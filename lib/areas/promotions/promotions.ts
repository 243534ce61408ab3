import type { Prisma } from "@/lib/platform/database/generated/client";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { type Act, administer, lockRow } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { afterMove, type DealMove, dealState } from "@/lib/portal/acts/deal-states";
import { AdminError } from "@/lib/portal/acts/errors";
import { nextOfferNumber } from "@/lib/portal/acts/offer-number";
import { administerAgreed, agree } from "@/lib/portal/acts/second-person";
import {
  ownPromotion,
  type PromotionFields,
  type PromotionView,
  promotionView,
  requireSensible,
  WITH_RULE,
} from "./promotion";

/**
 * Makes a draft, which acts on nothing. Every new promotion has a budget.
 * @throws AdminError forbidden, not_found (the merchant), invalid ("budgetPoints" where it has none)
 */
export function createPromotion(
  context: AdminContext,
  actor: AdminActor,
  fields: PromotionFields,
): Promise<PromotionView> {
  return administer(context, actor, "promotion.create", async (act) => {
    const sensible = await requireSensible(act, fields);
    requireBudget(sensible);
    return ownPromotion.tell(act, { before: null, after: await insertPromotion(act, sensible) });
  });
}

/** @throws AdminError invalid ("budgetPoints") */
function requireBudget({ budgetPoints }: Pick<PromotionFields, "budgetPoints">): void {
  if (budgetPoints === null) throw new AdminError("invalid", { field: "budgetPoints", isMissing: true });
}

/**
 * Has a second person agree to what a promotion may give from now on, beyond what one person publishes in 24 hours (rules.md §24).
 * @returns who approved; null when nobody had to
 */
function agreeToPromotion(
  act: Act,
  { id, version }: Pick<PromotionView, "id" | "version">,
  { fields, points }: { fields: PromotionFields; points: number },
): Promise<number | null> {
  const { nameEn, nameAr, merchantId, rule, skus, budgetPoints, walletMax, walletPeriod, walletPoints } =
    fields;
  return agree(act, {
    kind: "offer",
    alone: { kind: "offer", reference: `promotion-${id}-${version}` },
    points,
    merchantId,
    // Named only where it is set: requests from before it was there are the same as they were.
    content: [
      ...["promotion", id, rule, skus, budgetPoints, walletMax, walletPeriod, fields.endsAt],
      ...(walletPoints === null ? [] : [walletPoints]),
    ],
    summary: {
      act: "promotion",
      nameEn,
      nameAr,
      budget: budgetPoints === null ? null : String(budgetPoints),
    },
  });
}

/** Points of a published promotion that nobody has agreed to yet: its budget where its rule is another, else the raise of the budget. */
function newValueOf(before: PromotionView, after: PromotionFields): number {
  if (before.state === "draft") return 0;
  const budgetOf = ({ budgetPoints }: Pick<PromotionFields, "budgetPoints">) =>
    budgetPoints ?? Number.POSITIVE_INFINITY;
  const ruleOf = ({ rule, skus, walletMax, walletPeriod, walletPoints }: PromotionFields) =>
    JSON.stringify([Object.entries(rule).sort(), skus, walletMax, walletPeriod, walletPoints]);
  if (ruleOf(before) !== ruleOf(after)) return budgetOf(after);
  // Without a budget it gives more the longer it acts.
  if (after.budgetPoints === null) return after.endsAt > before.endsAt ? Number.POSITIVE_INFINITY : 0;
  return before.budgetPoints === null ? 0 : Math.max(0, after.budgetPoints - before.budgetPoints);
}

/** A new promotion with its first rule, a draft unless it is said otherwise. */
export async function insertPromotion(
  act: Act,
  {
    number,
    dealId = null,
    state = "draft",
    ...fields
  }: PromotionFields & { number?: number; dealId?: number | null; state?: PromotionView["state"] },
): Promise<PromotionView> {
  const { tx, now } = act;
  const { id } = await tx.promotion.create({
    data: {
      number: number ?? Number(await nextOfferNumber(tx)),
      merchantId: fields.merchantId,
      dealId,
      state,
      startsAt: fields.startsAt,
      endsAt: fields.endsAt,
      ...countedOf(fields),
      wasPublished: state !== "draft",
      createdAt: now,
      updatedAt: now,
    },
  });
  await writeRule(act, id, fields);
  if (fields.budgetPoints !== null) await tx.promotionTotal.create({ data: { promotionId: id } });
  return readBack(act, id);
}

const COUNTED = ["hasBudget", "hasWalletLimit", "hasWalletPoints"] as const;

/** The counts that a promotion has from its publication on. */
export function countedOf({
  budgetPoints,
  walletMax,
  walletPoints,
}: Pick<PromotionFields, "budgetPoints" | "walletMax" | "walletPoints">): Pick<
  PromotionView,
  (typeof COUNTED)[number]
> {
  const hasWalletPoints = walletPoints !== null;
  return {
    hasBudget: budgetPoints !== null,
    hasWalletLimit: walletMax !== null || hasWalletPoints,
    hasWalletPoints,
  };
}

/** Makes these fields the present rule, as a version of its own. */
export async function writeRule(
  { tx, actor, now }: Act,
  promotionId: number,
  {
    nameEn,
    nameAr,
    rule,
    skus,
    budgetPoints,
    walletMax,
    walletPeriod,
    walletPoints,
  }: Omit<PromotionFields, "merchantId" | "startsAt" | "endsAt">,
): Promise<void> {
  await tx.promotionVersion.updateMany({
    where: { promotionId, isCurrent: true },
    data: { isCurrent: false },
  });
  await tx.promotionVersion.create({
    data: {
      promotionId,
      nameEn,
      nameAr,
      rule: rule as unknown as Prisma.InputJsonObject,
      budgetPoints,
      walletMax,
      walletPeriod,
      walletPoints,
      createdBy: actor.userId,
      createdAt: now,
      skus: { create: skus },
    },
  });
}

export async function readBack({ tx }: Act, id: number): Promise<PromotionView> {
  return promotionView(await tx.promotion.findUniqueOrThrow({ where: { id }, include: WITH_RULE }));
}

/**
 * Changes a promotion: what is rewarded from now on goes by the new rule. A promotion published without a budget, or without a limit for
 * each customer, cannot get one: its gifts were not counted. A draft has a budget. The merchant stays, and after the beginning the start.
 * @throws AdminError second_person (rules.md §24), forbidden, not_found, conflict, deal_state (it is over, or a deal's), invalid
 */
export function updatePromotion(
  context: AdminContext,
  actor: AdminActor,
  { promotionId, version, ...fields }: PromotionFields & { promotionId: number; version: number },
): Promise<PromotionView> {
  return administerAgreed(context, actor, "promotion.update", async (act) => {
    const { tx, now } = act;
    const before = await ownPromotion.lock(act, promotionId, version);
    requireFree(before, now);
    const sensible = await requireSensible(act, { ...fields, merchantId: before.merchantId });
    const hasBegun = before.state !== "draft" && before.startsAt <= now;
    if (hasBegun && sensible.startsAt.getTime() !== before.startsAt.getTime())
      throw new AdminError("invalid", { field: "startDate" });
    if (before.state !== "draft" && sensible.endsAt <= now)
      throw new AdminError("invalid", { field: "endDate" });
    const counted = countedOf(sensible);
    if (before.wasPublished && COUNTED.some((name) => counted[name] && !before[name]))
      throw new AdminError("invalid", { field: "limits" });
    if (!before.wasPublished) requireBudget(sensible);
    const approvedBy = await agreeToPromotion(act, before, {
      fields: sensible,
      points: newValueOf(before, sensible),
    });
    // Rewards by the old rule wait, or are waited for: a budget never serves two rules at once.
    await tx.$executeRaw`SELECT 1 FROM promotion_total WHERE promotion_id = ${promotionId} FOR NO KEY UPDATE`;
    await tx.promotion.update({
      where: { id: promotionId },
      data: {
        startsAt: sensible.startsAt,
        endsAt: sensible.endsAt,
        ...(!before.wasPublished && counted),
        version: { increment: 1 },
        updatedAt: now,
      },
    });
    if (counted.hasBudget && !before.hasBudget)
      await tx.promotionTotal.upsert({ where: { promotionId }, create: { promotionId }, update: {} });
    await writeRule(act, promotionId, sensible);
    return ownPromotion.tell(act, {
      before,
      after: await readBack(act, promotionId),
      approvedBy: approvedBy ?? undefined,
    });
  });
}

/**
 * Publishes, starts, withdraws, pauses, resumes or ends a promotion, as deals are (rules.md §21).
 * @throws AdminError second_person (rules.md §24), forbidden, not_found, conflict, deal_state, invalid ("endDate": a draft whose end is
 * past; "budgetPoints": one without a budget that was never published)
 */
export function movePromotion(
  context: AdminContext,
  actor: AdminActor,
  { promotionId, version, move }: { promotionId: number; version: number; move: DealMove },
): Promise<PromotionView> {
  return administerAgreed(context, actor, "promotion.change_state", async (act) => {
    const before = await ownPromotion.lock(act, promotionId, version);
    if (before.dealId !== null)
      throw new AdminError("deal_state", { state: dealState(scheduleOf(before), act.now) });
    const isPublished = move === "publish" && before.state === "draft";
    if (isPublished && !before.wasPublished) requireBudget(before);
    const approvedBy = await agreeToPromotion(act, before, {
      fields: before,
      points: isPublished ? (before.budgetPoints ?? Number.POSITIVE_INFINITY) : 0,
    });
    return ownPromotion.tell(act, {
      before,
      after: await moved(act, before, move),
      approvedBy: approvedBy ?? undefined,
    });
  });
}

/** @throws AdminError deal_state, invalid ("endDate": a draft whose end is past) */
async function moved(
  { tx, now, ...act }: Act,
  before: PromotionView,
  move: DealMove,
): Promise<PromotionView> {
  const after = afterMove(scheduleOf(before), move, now);
  if (after === null) {
    if (move === "publish" && before.state === "draft") throw new AdminError("invalid", { field: "endDate" });
    throw new AdminError("deal_state", { state: dealState(scheduleOf(before), now) });
  }
  await tx.promotion.update({
    where: { id: before.id },
    data: {
      state: after.state,
      startsAt: after.startDate,
      endsAt: after.endDate,
      ...(after.state !== "draft" && { wasPublished: true }),
      version: { increment: 1 },
      updatedAt: now,
    },
  });
  return readBack({ ...act, tx, now }, before.id);
}

/** A promotion's dates as those of a deal. */
export function scheduleOf({
  state,
  startsAt,
  endsAt,
}: Pick<PromotionView, "state" | "startsAt" | "endsAt">) {
  return { state, startDate: startsAt, endDate: endsAt };
}

/** @throws AdminError deal_state */
function requireFree(before: PromotionView, now: Date): void {
  const state = dealState(scheduleOf(before), now);
  if (state === "ended" || before.dealId !== null) throw new AdminError("deal_state", { state });
}

/**
 * Whether promotions that may add up do so. A rule of the programme.
 * @throws AdminError second_person (rules.md §24), forbidden
 */
export function setStacking(context: AdminContext, actor: AdminActor, stack: boolean): Promise<void> {
  return administerAgreed(context, actor, "promotion.set_stacking", async (act) => {
    const { tx, record, announce } = act;
    await lockRow(tx, "programme", 1);
    const { promotionsStack } = await tx.programme.findUniqueOrThrow({ where: { id: 1 } });
    const approvedBy = await agree(act, {
      kind: "rules",
      points: stack && !promotionsStack ? Number.POSITIVE_INFINITY : 0,
      merchantId: null,
      content: ["stacking", stack],
      summary: { act: "stacking" },
    });
    await tx.programme.update({ where: { id: 1 }, data: { promotionsStack: stack } });
    await record({
      subject: "programme",
      subjectId: 1,
      merchantId: null,
      before: { promotionsStack },
      after: { promotionsStack: stack, ...(approvedBy !== null && { approvedBy }) },
    });
    await announce("programme", 1);
  });
}
