import type { PromotionFields } from "@/lib/areas/promotions/promotion";
import { promotionView, WITH_RULE } from "@/lib/areas/promotions/promotion";
import { insertPromotion, readBack, writeRule } from "@/lib/areas/promotions/promotions";
import { ANY_BILL } from "@/lib/ledger/with/promotions/words";
import type { Deal } from "@/lib/platform/database/generated/client";
import type { Act, Transaction } from "@/lib/portal/acts/administer";
import { AdminError } from "@/lib/portal/acts/errors";
import { requireImage } from "@/lib/portal/acts/images";
import { ownRecord } from "@/lib/portal/acts/record-acts";
import { agree } from "@/lib/portal/acts/second-person";
import { type DraftParts, lackingParts, type NeededPart } from "./words";

/** Parts that each published deal has. */
interface WholeParts {
  categoryId: number;
  discount: number;
  startDate: Date;
  endDate: Date;
  expiryDate: Date;
}

/** A deal as its merchant's admins see it: a draft has null for parts that it lacks. */
export type DealView = DealBase &
  (
    | ({ state: "published" | "paused" } & WholeParts)
    | ({ state: "draft" } & { [Part in keyof WholeParts]: WholeParts[Part] | null })
  );

interface DealBase {
  id: number;
  merchantId: number;
  offerNumber: string;
  titleEn: string;
  /** Like all Arabic texts "" until a person writes it; English stands in for it. */
  titleAr: string;
  descriptionEn: string;
  descriptionAr: string;
  termsEn: string;
  termsAr: string;
  discountType: number;
  imageHash: string | null;
  sortingNumber: number | null;
  ratePlans: string[];
  /** In rising order. */
  branchIds: number[];
  version: number;
  createdAt: Date;
  updatedAt: Date;
  /** Published now or earlier: customers may know of the deal, and it stays. */
  wasPublished: boolean;
}

/** A deal with all that publishing asks for. */
export type WholeDeal = DealView & WholeParts;

function isWhole(deal: DealView): deal is WholeDeal {
  return lackingParts(deal).length === 0;
}

/** @throws AdminError incomplete: names each part that the deal lacks to be published */
export function requireWhole<Parts extends DraftParts>(
  parts: Parts,
): asserts parts is Parts & Pick<WholeDeal, NeededPart> {
  const lacking = lackingParts(parts);
  if (lacking.length > 0) throw new AdminError("incomplete", { fields: lacking });
}

export const WITH_BRANCHES = {
  dealBranches: { select: { branchId: true }, orderBy: { branchId: "asc" } },
} as const;

export function dealView({
  dealBranches,
  ...row
}: Deal & { dealBranches: { branchId: number }[] }): DealView {
  const branchIds = dealBranches.map(({ branchId }) => branchId);
  // Checked by the database (deal_state, deal_whole).
  return { ...row, branchIds } as DealView;
}

/** The audit log is told that a deal was published by the act that published it. */
export const ownDeal = ownRecord({
  subject: "deal",
  find: (tx, id) => tx.deal.findUnique({ where: { id }, include: WITH_BRANCHES }),
  view: dealView,
  merchantIdOf: ({ merchantId }) => merchantId,
  snapshot: ({ wasPublished, ...deal }) => deal,
});

/**
 * Checks what a deal refers to. A category that is not used any more may stay where it is, but is not chosen again.
 * @throws AdminError invalid
 */
export async function requireReferences(
  tx: Transaction,
  { categoryId, imageHash }: Pick<DealView, "categoryId" | "imageHash">,
  before?: Pick<DealView, "categoryId">,
): Promise<void> {
  const category =
    categoryId === null
      ? undefined
      : await tx.category.findUnique({ where: { id: categoryId }, select: { isActive: true } });
  if (category === null || (category?.isActive === false && categoryId !== before?.categoryId))
    throw new AdminError("invalid", { field: "categoryId" });
  if (imageHash !== null) await requireImage(tx, imageHash);
}

/** Writes the audit row of an act on a deal to which a second person agreed where one has to, and announces it; one that multiplies points acts as it says from now on. */
export async function tellOfDeal(act: Act, before: DealView | null, after: DealView): Promise<DealView> {
  // A place in the list gives nothing.
  const isOrder = act.action === "deal.order";
  const approvedBy = isOrder ? null : await agreeToDeal(act, before, after);
  if (!isOrder && isWhole(after)) await followDeal(act, after);
  return ownDeal.tell(act, { before, after, approvedBy: approvedBy ?? undefined });
}

/** `DiscountType` of a deal that multiplies points. */
const POINTS_MULTIPLIER = 5;
const LARGEST_INTEGER = 2_147_483_647;

/** Parts of a deal that customers read or see. */
const READ = [
  "titleEn",
  "titleAr",
  "descriptionEn",
  "descriptionAr",
  "termsEn",
  "termsAr",
  "imageHash",
] as const;
/** Parts of which another value gives something else, besides a later end. */
const GIVES = ["discountType", "discount", "branchIds", "ratePlans"] as const;

const textOf = ({ titleEn, titleAr, descriptionEn, descriptionAr, termsEn, termsAr }: DealView) => ({
  en: [titleEn, descriptionEn, termsEn].filter(Boolean).join(": "),
  ar: [titleAr, descriptionAr, termsAr].filter(Boolean).join(": "),
});

/**
 * Has a second person agree to a deal (rules.md §24): published it may be used by every customer on every bill, and nothing bounds that; of one that
 * was published, to more of it and to another text. @returns who approved; null when nobody had to
 */
function agreeToDeal(act: Act, before: DealView | null, deal: DealView): Promise<number | null> {
  const isOther = (names: readonly (keyof DealView)[]) =>
    names.some((name) => JSON.stringify(before?.[name]) !== JSON.stringify(deal[name]));
  const isPublic = deal.state !== "draft";
  const wasPublic = before !== null && before.state !== "draft";
  const isLater = (name: "endDate" | "expiryDate") => Number(deal[name]) > Number(before?.[name]);
  const isMore = isPublic && (!wasPublic || isOther(GIVES) || isLater("endDate") || isLater("expiryDate"));
  const isWords = isPublic && wasPublic && isOther(READ);
  const { en: toEn, ar: toAr } = textOf(deal);
  const from = isWords ? textOf(before) : null;
  return agree(act, {
    kind: "offer",
    merchantId: deal.merchantId,
    points: isMore || isWords ? Number.POSITIVE_INFINITY : 0,
    isWords: isWords && !isMore,
    // A new deal has another number at each attempt.
    content: [
      ...["deal", act.action === "deal.create" ? null : deal.id, deal.endDate, deal.expiryDate],
      ...[...GIVES, ...READ].map((name) => deal[name]),
    ],
    summary: {
      act: isWords ? "dealWords" : "deal",
      ...{ nameEn: (before ?? deal).titleEn, nameAr: (before ?? deal).titleAr, toEn, toAr },
      ...(from && { fromEn: from.en, fromAr: from.ar }),
      ...{ discountType: String(deal.discountType), discount: String(deal.discount ?? 0) },
      picture: isWords && isOther(["imageHash"]) ? "other" : null,
    },
  });
}

/**
 * Makes a deal's promotion follow the deal (rules.md §21): published with it, it multiplies what bills at the deal's branches earn
 * while the deal is live. Paused, ended and withdrawn with it, and gone for good where the deal becomes another kind. In the act that
 * changed the deal. The promotion of a draft that was published before is a draft as well.
 */
async function followDeal(act: Act, deal: WholeDeal): Promise<void> {
  const { tx, now } = act;
  const row = await tx.promotion.findUnique({ where: { dealId: deal.id }, include: WITH_RULE });
  const isMultiplier = deal.discountType === POINTS_MULTIPLIER && deal.discount > 1;
  const before = row && promotionView(row);
  const fields = fieldsOf(deal);
  if (before === null) {
    if (!isMultiplier || deal.state === "draft") return;
    const number = await numberOf(act, deal);
    await insertPromotion(act, {
      ...fields,
      ...(number === undefined ? {} : { number }),
      dealId: deal.id,
      state: deal.state,
    });
    return;
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
  if (isMultiplier && !isSameRule(before, fields)) await writeRule(act, before.id, fields);
  await readBack(act, before.id);
}

/** The rule of a deal's promotion. */
function ruleOf({ nameEn, nameAr, rule }: Pick<PromotionFields, "nameEn" | "nameAr" | "rule">): unknown[] {
  return [nameEn, nameAr, rule.multiplier, rule.branchIds, rule.ratePlans];
}

function isSameRule(before: PromotionFields, after: PromotionFields): boolean {
  return JSON.stringify(ruleOf(before)) === JSON.stringify(ruleOf(after));
}

function fieldsOf(deal: WholeDeal): PromotionFields {
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
