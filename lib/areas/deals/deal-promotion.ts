import type { PromotionFields } from "@/lib/areas/promotions/fields";
import { promotionView, WITH_RULE } from "@/lib/areas/promotions/promotion-view";
import { insertPromotion, readBack, writeRule } from "@/lib/areas/promotions/promotions";
import { ANY_BILL } from "@/lib/ledger/with/promotions/words";
import type { Act } from "@/lib/portal/acts/administer";
import { agree } from "@/lib/portal/acts/second-person";
import type { DealView } from "./kept-deal";

/** `DiscountType` of a deal that multiplies points. */
const POINTS_MULTIPLIER = 5;
const LARGEST_INTEGER = 2_147_483_647;

/**
 * Makes a deal's promotion agree with the deal (rules.md §21): published with it, it multiplies what bills at the deal's branches earn
 * while the deal is live. Paused, ended and withdrawn with it, and gone for good where the deal becomes another kind. In the act that
 * changed the deal. There is no budget: a second person agrees to the points (rules.md §24). Returns who did; null when nobody had to.
 */
export async function followDeal(act: Act, deal: DealView): Promise<number | null> {
  const { tx, now } = act;
  const row = await tx.promotion.findUnique({ where: { dealId: deal.id }, include: WITH_RULE });
  const isMultiplier = deal.discountType === POINTS_MULTIPLIER && deal.discount > 1;
  const before = row && promotionView(row);
  const fields = fieldsOf(deal);
  const isSame = before !== null && isSameRule(before, fields);
  const gives = isMultiplier && deal.state !== "draft";
  const isMore = before === null || before.state === "draft" || !isSame || fields.endsAt > before.endsAt;
  const approvedBy = await agree(act, {
    kind: "offer",
    points: gives && isMore ? Number.POSITIVE_INFINITY : 0,
    merchantId: deal.merchantId,
    // A new deal has another number at each attempt.
    content: ["deal", act.action === "deal.create" ? null : deal.id, ruleOf(fields), deal.endDate],
    summary: { act: "deal", nameEn: deal.titleEn, nameAr: deal.titleAr, multiplier: String(deal.discount) },
  });
  if (before === null) {
    if (!gives) return approvedBy;
    const number = await numberOf(act, deal);
    await insertPromotion(act, {
      ...fields,
      ...(number === undefined ? {} : { number }),
      dealId: deal.id,
      state: deal.state,
    });
    return approvedBy;
  }
  await tx.promotion.update({
    where: { id: before.id },
    data: {
      state: isMultiplier ? deal.state : "draft",
      startsAt: fields.startsAt,
      endsAt: fields.endsAt,
      version: { increment: 1 },
      updatedAt: now,
    },
  });
  if (isMultiplier && !isSame) await writeRule(act, before.id, fields);
  await readBack(act, before.id);
  return approvedBy;
}

/** The rule of a deal's promotion. */
function ruleOf({ nameEn, nameAr, rule }: Pick<PromotionFields, "nameEn" | "nameAr" | "rule">): unknown[] {
  return [nameEn, nameAr, rule.multiplier, rule.branchIds, rule.ratePlans];
}

function isSameRule(before: PromotionFields, after: PromotionFields): boolean {
  return JSON.stringify(ruleOf(before)) === JSON.stringify(ruleOf(after));
}

function fieldsOf(deal: DealView): PromotionFields {
  return {
    merchantId: deal.merchantId,
    nameEn: deal.titleEn,
    nameAr: deal.titleAr || deal.titleEn,
    startsAt: deal.startDate,
    endsAt: deal.endDate,
    rule: {
      ...ANY_BILL,
      kind: "multiplier",
      multiplier: String(deal.discount),
      points: null,
      branchIds: deal.branchIds,
      ratePlans: deal.ratePlans,
      stacks: false,
    },
    skus: [],
    budgetPoints: null,
    walletMax: null,
    walletPeriod: null,
    walletPoints: null,
  };
}

/** The deal's own number, where it is one that an entry can name and no promotion has; else the next free one. */
async function numberOf({ tx }: Act, { offerNumber }: DealView): Promise<number | undefined> {
  const number = /^[1-9]\d{0,9}$/.test(offerNumber) ? Number(offerNumber) : LARGEST_INTEGER + 1;
  if (number > LARGEST_INTEGER) return undefined;
  const taken = await tx.promotion.findUnique({ where: { number }, select: { id: true } });
  return taken === null ? number : undefined;
}
