import { requireBranchesOf } from "@/lib/areas/branches/branches";
import { type PromotionRule, storedRule, type WalletPeriod } from "@/lib/ledger/with/promotions/words";
import { holdTogether } from "@/lib/platform/any-of";
import type { Prisma } from "@/lib/platform/database/generated/client";
import { type AdminActor, isOwnMerchant } from "@/lib/portal/acts/actor";
import type { Act } from "@/lib/portal/acts/administer";
import type { StoredDealState } from "@/lib/portal/acts/deal-states";
import { AdminError } from "@/lib/portal/acts/errors";
import { ownRecord } from "@/lib/portal/acts/record-acts";
import type { PromotionFields as WrittenFields } from "./schemas";

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

/** The programme's are its operators' alone. The ledger sees a change by itself. */
export const ownPromotion = ownRecord({
  subject: "promotion",
  find: (tx, id) => tx.promotion.findUnique({ where: { id }, include: WITH_RULE }),
  view: promotionView,
  merchantIdOf: ({ merchantId }) => merchantId,
  snapshot: ({ wasPublished, rule, skus, ...promotion }) => ({
    ...{ ...promotion, ...rule },
    skus: skus.map(({ skuId, points }) => `${skuId}: ${points}`),
  }),
});

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

type Meeting = Pick<PromotionView, "merchantId" | "startsAt" | "endsAt" | "rule">;
type Rule = Meeting["rule"];
const DAY_MINUTES = 24 * 60;

/** Whether two may be asked about one bill: at one time, at one branch, on one weekday at one hour, for one tier, through one channel. Pure. */
export function meet(one: Meeting, other: Meeting): boolean {
  const isAtOnce = one.startsAt < other.endsAt && other.startsAt < one.endsAt;
  const isOneMerchant =
    one.merchantId === null || other.merchantId === null || one.merchantId === other.merchantId;
  return (
    isAtOnce &&
    isOneMerchant &&
    holdTogether(one.rule.branchIds, other.rule.branchIds) &&
    holdTogether(one.rule.merchantIds, other.rule.merchantIds) &&
    holdTogether(one.rule.segmentIds, other.rule.segmentIds) &&
    holdTogether(one.rule.ratePlans.map(folded), other.rule.ratePlans.map(folded)) &&
    holdTogether(one.rule.channels, other.rule.channels) &&
    shareDays(one.rule, other.rule) &&
    shareHours(one.rule.hours, other.rule.hours)
  );
}

/** Whether two that meet act together; otherwise the one that gives more does. Pure. */
export function addUp(one: Pick<Meeting, "rule">, other: Pick<Meeting, "rule">, stack: boolean): boolean {
  return stack && one.rule.stacks && other.rule.stacks;
}

const folded = (plan: string) => plan.toLowerCase();

/** Hours after midnight are of another day: such rules may meet on any. */
function shareDays(one: Rule, other: Rule): boolean {
  const isOverMidnight = [one, other].some(({ hours }) => hours !== null && hours.from >= hours.to);
  return isOverMidnight || holdTogether(one.weekdays, other.weekdays);
}

/** No hours are any; hours that end before they begin go on after midnight. */
function shareHours(one: Rule["hours"], other: Rule["hours"]): boolean {
  return spansOf(one).some(([from, to]) =>
    spansOf(other).some(([begins, ends]) => from < ends && begins < to),
  );
}

function spansOf(hours: Rule["hours"]): readonly (readonly [from: number, to: number])[] {
  if (hours === null) return [[0, DAY_MINUTES]];
  const { from, to } = hours;
  if (from < to) return [[from, to]];
  return [
    [from, DAY_MINUTES],
    [0, to],
  ];
}
