import { pointsWorth, worthOf } from "@/lib/ledger/with/coupons/words";
import type { Act } from "@/lib/portal/acts/administer";
import { AdminError } from "@/lib/portal/acts/errors";
import { agree } from "@/lib/portal/acts/second-person";
import type { TemplateFields, TemplateState } from "./schemas";

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

/** The points that the worth of a template's coupons would be paid with, at the rates of the programme's first tier. */
export async function pointsOfCoupons(
  { tx }: Pick<Act, "tx">,
  template: Pick<TemplateFields, "worth" | "discountType" | "discount">,
): Promise<number> {
  const { redeemFactor } = await tx.segmentVersion.findFirstOrThrow({
    where: { isCurrent: true, segment: { isDefault: true } },
    select: { redeemFactor: true },
  });
  return pointsWorth(template, { segment: { redeemFactor: redeemFactor.toString() } });
}

/** Value of all coupons of a template: their worth, less the points that each of them costs. Without a number or a worth there is no bound. */
export async function valueOfCoupons(act: Act, fields: TemplateFields): Promise<number> {
  if (fields.stockMax === null || worthOf(fields) === 0) return Number.POSITIVE_INFINITY;
  // A coupon that comes with a bill is paid for by nobody, whatever it costs otherwise.
  const paid = fields.rewardMin === null ? (fields.costPoints ?? 0) : 0;
  return Math.max(0, (await pointsOfCoupons(act, fields)) - paid) * fields.stockMax;
}

/** Fields of which another value gives customers something else. */
export const VALUE_FIELDS = [
  "discountType",
  "discount",
  "worth",
  "costPoints",
  "stockMax",
  "rewardMin",
] as const;

/** Fields that customers read: of coupons on offer and in their hands another text is another promise. */
const READ_FIELDS = ["titleEn", "titleAr", "termsEn", "termsAr"] as const;

const isReadAnew = (before: TemplateView, fields: TemplateFields) =>
  before.state !== "draft" && READ_FIELDS.some((name) => fields[name] !== before[name]);

/** Has a second person agree to what a template gives from now on (rules.md §24). @returns who approved; null when nobody had to */
export async function agreeToTemplate(
  act: Act,
  before: TemplateView,
  { fields, points }: { fields: TemplateFields; points: number },
): Promise<number | null> {
  const { id, version, merchantId } = before;
  const { stockMax, worth } = fields;
  const isWords = isReadAnew(before, fields);
  const text = (one: TemplateFields) => ({
    en: [one.titleEn, one.termsEn].filter(Boolean).join(": "),
    ar: [one.titleAr, one.termsAr].filter(Boolean).join(": "),
  });
  return agree(act, {
    kind: "offer",
    alone: { kind: "offer", reference: `coupons-${id}-${version}` },
    points: isWords ? Number.POSITIVE_INFINITY : points,
    isWords,
    merchantId,
    content: ["coupons", id, [...VALUE_FIELDS, ...READ_FIELDS].map((name) => fields[name])],
    summary: {
      act: isWords ? "couponWords" : "coupons",
      nameEn: before.titleEn,
      nameAr: before.titleAr,
      ...(isWords && {
        ...{ fromEn: text(before).en, fromAr: text(before).ar },
        ...{ toEn: text(fields).en, toAr: text(fields).ar },
      }),
      count: stockMax === null ? null : String(stockMax),
      worth: worth === null ? null : String(worth),
    },
  });
}
