import type { DealView } from "@/lib/areas/deals/deal-view";
import { promotionView, WITH_RULE } from "@/lib/areas/promotions/promotion-view";
import {
  insertPromotion,
  type PromotionFields,
  readBack,
  writeRule,
} from "@/lib/areas/promotions/promotions";
import { ANY_BILL } from "@/lib/ledger/with/promotions/words";
import type { Act } from "@/lib/portal/acts/administer";

/** `DiscountType` of a deal that multiplies points. */
const POINTS_MULTIPLIER = 5;
const LARGEST_INTEGER = 2_147_483_647;

/**
 * Makes a deal's promotion agree with the deal (rules.md §21): published with it, it multiplies what bills at the deal's branches earn while the
 * deal is live. Paused, ended and withdrawn with it, and gone for good where the deal becomes another kind. In the act that changed the deal.
 */
export async function followDeal(act: Act, deal: DealView): Promise<void> {
  const { tx, now } = act;
  const row = await tx.promotion.findUnique({ where: { dealId: deal.id }, include: WITH_RULE });
  const isMultiplier = deal.discountType === POINTS_MULTIPLIER && deal.discount > 1;
  if (row === null) {
    if (!isMultiplier || deal.state === "draft") return;
    const number = await numberOf(act, deal);
    await insertPromotion(act, {
      ...fieldsOf(deal),
      ...(number === undefined ? {} : { number }),
      dealId: deal.id,
      state: deal.state,
    });
    return;
  }
  const before = promotionView(row);
  const fields = fieldsOf(deal);
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
  const isSame =
    JSON.stringify([
      before.nameEn,
      before.nameAr,
      before.rule.multiplier,
      before.rule.branchIds,
      before.rule.ratePlans,
    ]) ===
    JSON.stringify([
      fields.nameEn,
      fields.nameAr,
      fields.rule.multiplier,
      fields.rule.branchIds,
      fields.rule.ratePlans,
    ]);
  if (isMultiplier && !isSame) await writeRule(act, before.id, fields);
  await readBack(act, before.id);
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
  };
}

/** The deal's own number, where it is one that an entry can name and no promotion has; else the next free one. */
async function numberOf({ tx }: Act, { offerNumber }: DealView): Promise<number | undefined> {
  const number = /^[1-9]\d{0,9}$/.test(offerNumber) ? Number(offerNumber) : LARGEST_INTEGER + 1;
  if (number > LARGEST_INTEGER) return undefined;
  const taken = await tx.promotion.findUnique({ where: { number }, select: { id: true } });
  return taken === null ? number : undefined;
}
