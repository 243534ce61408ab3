import { type PromotionRule, storedRule, type WalletPeriod } from "@/lib/ledger/with/promotions/words";
import type { Prisma } from "@/lib/platform/database/generated/client";
import { type AdminActor, isOwnMerchant } from "@/lib/portal/acts/actor";
import { type Act, lockRow } from "@/lib/portal/acts/administer";
import type { AuditSnapshot } from "@/lib/portal/acts/audit-log";
import type { StoredDealState } from "@/lib/portal/acts/deal-states";
import { AdminError } from "@/lib/portal/acts/errors";

/** A promotion with its present rule, as those see it who set it up. */
export interface PromotionView {
  id: number;
  number: number;
  merchantId: number | null;
  /** Belongs to this deal, and changes with it. */
  dealId: number | null;
  state: StoredDealState;
  startsAt: Date;
  endsAt: Date;
  nameEn: string;
  nameAr: string;
  rule: PromotionRule;
  skus: { skuId: string; points: number }[];
  budgetPoints: number | null;
  walletMax: number | null;
  walletPeriod: WalletPeriod | null;
  walletPoints: number | null;
  hasBudget: boolean;
  hasWalletLimit: boolean;
  hasWalletPoints: boolean;
  wasPublished: boolean;
  version: number;
}

export const WITH_RULE = {
  versions: { where: { isCurrent: true }, include: { skus: { orderBy: { id: "asc" } } } },
} as const satisfies Prisma.PromotionInclude;

export function promotionView(row: Prisma.PromotionGetPayload<{ include: typeof WITH_RULE }>): PromotionView {
  const [current] = row.versions;
  if (current === undefined) throw new Error(`Promotion ${row.id} has no rule`);
  const {
    id,
    number,
    merchantId,
    dealId,
    startsAt,
    endsAt,
    hasBudget,
    hasWalletLimit,
    hasWalletPoints,
    wasPublished,
    version,
  } = row;
  return {
    id,
    number,
    merchantId,
    dealId,
    // Checked by the database.
    state: row.state as StoredDealState,
    startsAt,
    endsAt,
    nameEn: current.nameEn,
    nameAr: current.nameAr,
    // Written by `writeRule` only.
    rule: storedRule(current.rule as Partial<PromotionRule>),
    skus: current.skus.map(({ skuId, points }) => ({ skuId, points })),
    budgetPoints: current.budgetPoints === null ? null : Number(current.budgetPoints),
    walletMax: current.walletMax,
    walletPeriod: current.walletPeriod as WalletPeriod | null,
    walletPoints: current.walletPoints,
    hasBudget,
    hasWalletLimit,
    hasWalletPoints,
    wasPublished,
    version,
  };
}

/** Promotions that the actor may see: a merchant's people those of the programme too, once they are published. */
export function seenBy({ role, merchantId }: AdminActor): Prisma.PromotionWhereInput {
  if (role === "programme_operator") return {};
  return { OR: [{ merchantId }, { merchantId: null, NOT: { state: "draft" } }] };
}

/** @throws AdminError not_found for none, for a foreign merchant's, and for the programme's to a merchant's people */
export function requireOwnPromotion<Row extends { merchantId: number | null }>(
  row: Row | null,
  actor: AdminActor,
): Row {
  if (row === null || !isOwnMerchant(actor, row.merchantId))
    throw new AdminError("not_found", { subject: "promotion" });
  return row;
}

/**
 * Locks and reads a promotion of the actor's.
 * @throws AdminError not_found
 */
export async function lockPromotion({ tx, actor }: Act, promotionId: number): Promise<PromotionView> {
  await lockRow(tx, "promotion", promotionId);
  const row = await tx.promotion.findUnique({ where: { id: promotionId }, include: WITH_RULE });
  return promotionView(requireOwnPromotion(row, actor));
}

/** Writes the audit row of an act on a promotion. The ledger sees the change by itself. */
export async function tellOfPromotion(
  { record, announce }: Act,
  before: PromotionView | null,
  after: PromotionView,
  approvedBy: number | null = null,
): Promise<PromotionView> {
  await record({
    subject: "promotion",
    subjectId: after.id,
    merchantId: after.merchantId,
    before: before && promotionSnapshot(before),
    after: { ...promotionSnapshot(after), ...(approvedBy !== null && { approvedBy }) },
  });
  await announce("promotion", after.id);
  return after;
}

function promotionSnapshot({ wasPublished, rule, skus, ...promotion }: PromotionView): AuditSnapshot {
  return { ...promotion, ...rule, skus: skus.map(({ skuId, points }) => `${skuId}: ${points}`) };
}
