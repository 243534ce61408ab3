import { FIXED_AMOUNT, pointsWorth } from "@/lib/ledger/with/coupons/words";
import type { Act } from "@/lib/portal/acts/administer";
import { AdminError } from "@/lib/portal/acts/errors";
import { agree } from "@/lib/portal/acts/second-person";
import type { TemplateFields, TemplateState } from "./schemas";
import { occasionInWords } from "./words";

/** A template as its acts know it. */
export interface TemplateView extends TemplateFields {
  id: number;
  merchantId: number | null;
  offerNumber: number;
  state: TemplateState;
  stockLeft: number | null;
  version: number;
}

/** Every template that is made or edited says how many coupons there are and what one is worth. @throws AdminError invalid */
export function requireBudget({ stockMax, worth }: TemplateFields): void {
  if (stockMax === null) throw new AdminError("invalid", { field: "stockMax", isMissing: true });
  if (worth === null) throw new AdminError("invalid", { field: "worth", isMissing: true });
}

/**
 * The points that the worth of one coupon of a template would be paid with, at the rates of the programme's first tier; `Infinity` where the
 * template is older than the field and the discount says nothing of it.
 */
export async function pointsOfCoupons(
  { tx }: Pick<Act, "tx">,
  template: Pick<TemplateFields, "worth" | "discountType" | "discount">,
): Promise<number> {
  const { redeemFactor } = await tx.segmentVersion.findFirstOrThrow({
    where: { isCurrent: true, segment: { isDefault: true } },
    select: { redeemFactor: true },
  });
  const points = pointsWorth(template, { segment: { redeemFactor: redeemFactor.toString() } });
  return points === 0 ? Number.POSITIVE_INFINITY : points;
}

/**
 * Value of all coupons of a template: their amount, less the points that each of them costs. There is no bound without a number of them, nor where
 * the bill or the goods say how much is taken off: the worth of such a coupon is only declared.
 */
async function valueOfCoupons(act: Act, fields: TemplateFields): Promise<number> {
  if (fields.stockMax === null || !isBounded(fields)) return Number.POSITIVE_INFINITY;
  // A coupon that comes with a bill or by itself is paid for by nobody, whatever it costs otherwise.
  const paid = fields.rewardMin === null && !fields.occasion ? (fields.costPoints ?? 0) : 0;
  return Math.max(0, (await pointsOfCoupons(act, fields)) - paid) * fields.stockMax;
}

/** Whether the coupon itself says the most that it takes off, so that no till takes off more: an amount of money. */
export const isBounded = ({ discountType }: Pick<TemplateFields, "discountType">): boolean =>
  discountType === FIXED_AMOUNT;

type Change = "any" | "higher" | "lower" | "text" | "none";

/**
 * The change of each field that gives customers more; `text`: they read it, and of coupons on offer and in their hands another text is another
 * promise. Days and branches give no more than the number of coupons does.
 */
const GIVES_MORE: Readonly<Record<keyof TemplateFields, Change>> = {
  ...{ titleEn: "text", titleAr: "text", termsEn: "text", termsAr: "text" },
  ...{ discountType: "any", discount: "any", worth: "higher", stockMax: "higher" },
  occasion: "any",
  // None: not to be had for points, with no bill.
  ...{ costPoints: "lower", rewardMin: "lower", minBill: "lower" },
  ...{ validFrom: "none", validUntil: "none", validDays: "none", branchIds: "none" },
};
const NAMES = Object.keys(GIVES_MORE) as (keyof TemplateFields)[];
/** Fields that a second person agrees to. */
const CONTENT = NAMES.filter((name) => GIVES_MORE[name] !== "none");

function givesMore(name: keyof TemplateFields, before: TemplateFields, after: TemplateFields): boolean {
  if (before[name] === after[name]) return false;
  const none = name === "minBill" ? 0 : Number.POSITIVE_INFINITY;
  const [was, is] = [before, after].map((fields) => Number(fields[name] ?? none)) as [number, number];
  const change = GIVES_MORE[name];
  return change === "any" || (change === "higher" ? is > was : change === "lower" && is < was);
}

/**
 * Has a second person agree to what a template gives from now on (rules.md §24): published, or edited while it is on offer or its coupons are in
 * customers' hands. @returns who approved; null when nobody had to
 */
export async function agreeToTemplate(
  act: Act,
  before: TemplateView,
  { fields, isPublished = false }: { fields: TemplateFields; isPublished?: boolean },
): Promise<number | null> {
  const { id, version, merchantId } = before;
  const { stockMax, worth, discountType, discount } = fields;
  const isKnown = before.state !== "draft";
  const isMore = isPublished || (isKnown && NAMES.some((name) => givesMore(name, before, fields)));
  const isWords =
    isKnown && NAMES.some((name) => GIVES_MORE[name] === "text" && fields[name] !== before[name]);
  const points = isMore ? await valueOfCoupons(act, fields) : 0;
  const text = (one: TemplateFields) => ({
    en: [one.titleEn, one.termsEn, one.occasion && occasionInWords(one.occasion).en]
      .filter(Boolean)
      .join(": "),
    ar: [one.titleAr, one.termsAr, one.occasion && occasionInWords(one.occasion).ar]
      .filter(Boolean)
      .join(": "),
  });
  return agree(act, {
    kind: "offer",
    alone: { kind: "offer", reference: `coupons-${id}-${version}` },
    points: isWords ? Number.POSITIVE_INFINITY : points,
    isWords,
    merchantId,
    content: ["coupons", id, CONTENT.map((name) => fields[name])],
    summary: {
      act: isWords ? "couponWords" : "coupons",
      nameEn: before.titleEn,
      nameAr: before.titleAr,
      ...(isWords && { fromEn: text(before).en, fromAr: text(before).ar }),
      ...{ toEn: text(fields).en, toAr: text(fields).ar },
      count: stockMax === null ? null : String(stockMax),
      worth: worth === null || isBounded(fields) ? null : String(worth),
      ...{ discountType: String(discountType), discount: String(discount) },
      most: Number.isFinite(points) ? String(points) : null,
    },
  });
}
