import { requireBranchesOf } from "@/lib/areas/branches/branches";
import { isOwnMerchant } from "@/lib/portal/acts/actor";
import type { Act } from "@/lib/portal/acts/administer";
import { AdminError } from "@/lib/portal/acts/errors";
import type { PromotionView } from "./promotion-view";
import type { PromotionFields as WrittenFields } from "./schemas";

export type PromotionFields = Pick<PromotionView, keyof WrittenFields>;

/** Limits of a first purchase, which is one for ever, whatever becomes of it. */
const FIRST_PURCHASE = { walletMax: 1, walletPeriod: "ever", walletPoints: null } as const;

/**
 * The fields as they are kept. People of a merchant make promotions of that merchant, and one of a
 * merchant is for its own branches.
 * @throws AdminError not_found, invalid
 */
export async function requireSensible({ tx, actor }: Act, fields: PromotionFields): Promise<PromotionFields> {
  const { merchantId, rule } = fields;
  if (!isOwnMerchant(actor, merchantId)) throw new AdminError("not_found", { subject: "merchant" });
  if (merchantId !== null) await requireMerchant(tx, merchantId);
  const wrong = contradictionIn(fields);
  if (wrong !== undefined) throw new AdminError("invalid", { field: wrong });
  if (merchantId !== null) {
    if (rule.merchantIds.length > 0) throw new AdminError("invalid", { field: "merchantId" });
    await requireBranchesOf(tx, merchantId, rule.branchIds);
  }
  const segments = await tx.segment.count({ where: { id: { in: [...rule.segmentIds] } } });
  if (segments !== new Set(rule.segmentIds).size) throw new AdminError("invalid", { field: "segmentId" });
  return completed(fields);
}

/** The fields with what a rule's kind says filled in. Pure. */
export function completed(fields: PromotionFields): PromotionFields {
  const { rule } = fields;
  const firstPurchase = rule.kind === "first_purchase" || rule.firstPurchase;
  const birthdayMonth = rule.kind === "birthday_month" || rule.birthdayMonth;
  return {
    ...fields,
    ...(firstPurchase && FIRST_PURCHASE),
    rule: { ...rule, firstPurchase, birthdayMonth },
  };
}

/** The first part of the fields that contradicts the others; undefined: none. Pure. */
function contradictionIn(fields: PromotionFields) {
  const { rule, skus, walletMax, walletPoints, walletPeriod } = fields;
  const { kind, multiplier, points, hours } = rule;
  const effects = [multiplier !== null, points !== null, skus.length > 0].filter(Boolean).length;
  const isEffectWrong =
    effects !== 1 ||
    (kind === "skus") !== skus.length > 0 ||
    (kind === "multiplier" && multiplier === null) ||
    ((kind === "bonus" || kind === "threshold") && points === null) ||
    new Set(skus.map(({ skuId }) => skuId.toLowerCase())).size !== skus.length;
  const contradictions = [
    ["endDate", fields.startsAt >= fields.endsAt],
    ["points", isEffectWrong],
    ["value", kind === "threshold" && rule.minHundredths === null],
    ["windows", kind === "happy_hour" && (hours === null || hours.from === hours.to)],
    ["limits", (walletMax === null && walletPoints === null) !== (walletPeriod === null)],
  ] as const;
  return contradictions.find(([, isWrong]) => isWrong)?.[0];
}

async function requireMerchant(tx: Act["tx"], id: number): Promise<void> {
  const merchant = await tx.merchant.findUnique({ where: { id }, select: { isActive: true } });
  if (merchant?.isActive !== true) throw new AdminError("invalid", { field: "merchantId" });
}
