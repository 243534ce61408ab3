import * as z from "zod/mini";
import { bilingualSchema, idParameter, idSchema, pageOf } from "@/lib/portal/wire/id";
import { DEAL_TEXT_LENGTH_MAX, DISCOUNT_TYPES } from "./words";

// Requests and answers of the pages of live deals. Everything comes in both languages, so that switching the language asks for nothing.

/** Filters of the list, as they stand in the address of the page and of the request. */
export const dealFiltersSchema = z.object({
  category: z.optional(idParameter),
  merchant: z.optional(idParameter),
  branch: z.optional(idParameter),
  ratePlan: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(64))),
  text: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(DEAL_TEXT_LENGTH_MAX))),
});
export type DealFilters = z.infer<typeof dealFiltersSchema>;

export const dealListRequestSchema = z.extend(dealFiltersSchema, {
  ...pageOf(100),
});
export type DealListRequest = z.infer<typeof dealListRequestSchema>;

/** Where an image is served; "" when there is none. */
const imageSchema = z.string();

const categorySchema = z.object({ id: idSchema, name: bilingualSchema, icon: z.string() });

/** A deal in the list. */
export const dealSummarySchema = z.object({
  id: idSchema,
  title: bilingualSchema,
  offerNumber: z.string(),
  merchant: z.object({ id: idSchema, name: bilingualSchema, image: imageSchema }),
  category: categorySchema,
  discountType: z.literal([...DISCOUNT_TYPES]),
  /** Percent, currency units or times, by the type; 0 for a free item and for buy X get Y. */
  discount: z.int(),
  image: imageSchema,
  /** The first moment at which it cannot be had any more. */
  endsAt: z.iso.datetime(),
  /** Until when it can be used by those who got it. */
  expiresAt: z.iso.datetime(),
  /** Days of the programme's calendar until the last one on which it can be had: 0 = that is today. */
  daysLeft: z.int(),
  /** Rate plans that it is for; none: for everybody. */
  ratePlans: z.array(z.string()),
  /** Active branches at which it can be had. */
  branchIds: z.array(idSchema),
});
export type DealSummary = z.infer<typeof dealSummarySchema>;

export const dealPageSchema = z.object({
  deals: z.array(dealSummarySchema),
  /** Of all pages together. */
  total: z.int(),
  /** Asks for the next page; null after the last. */
  nextCursor: z.nullable(z.string()),
});
export type DealPage = z.infer<typeof dealPageSchema>;

export const dealParamsSchema = z.object({ dealId: idParameter });

export const dealBranchSchema = z.object({
  id: idSchema,
  name: bilingualSchema,
  address: bilingualSchema,
  phone: z.nullable(z.string()),
  /** Decimal degrees; "" when unknown. */
  latitude: z.string(),
  longitude: z.string(),
});
export type DealBranch = z.infer<typeof dealBranchSchema>;

/** Everything about one deal. */
export const dealSchema = z.extend(z.omit(dealSummarySchema, { branchIds: true }), {
  description: bilingualSchema,
  /** Lines are separated by line breaks. */
  terms: bilingualSchema,
  startsAt: z.iso.datetime(),
  branches: z.array(dealBranchSchema),
});
export type Deal = z.infer<typeof dealSchema>;

/** Deals that a customer can use at a till: by the tier of the wallet and the branch of the till. */
export const usableDealsRequestSchema = z.object({ segment: idParameter, branch: idParameter });
export type UsableDealsRequest = z.infer<typeof usableDealsRequestSchema>;
/** In the order of GetDeals; with their terms, so that opening one asks for nothing. */
export const usableDealsSchema = z.object({
  deals: z.array(z.extend(dealSummarySchema, { description: bilingualSchema, terms: bilingualSchema })),
});
export type UsableDeals = z.infer<typeof usableDealsSchema>;
export type UsableDeal = UsableDeals["deals"][number];

const LOOKS_MAX = 500;
const looksSchema = z.array(idSchema).check(z.maxLength(LOOKS_MAX));
/** Deals that a person saw in a list, and those whose page was opened; one that is not live is not counted. */
export const dealLooksSchema = z.object({ seen: looksSchema, opened: looksSchema });
export type DealLooks = z.infer<typeof dealLooksSchema>;
export const noteSchema = z.object({ isNoted: z.literal(true) });

/** Choices of the list's filters: everything that at least one live deal has. */
export const dealChoicesSchema = z.object({
  categories: z.array(categorySchema),
  merchants: z.array(z.object({ id: idSchema, name: bilingualSchema })),
  branches: z.array(z.object({ id: idSchema, name: bilingualSchema, merchantId: idSchema })),
  ratePlans: z.array(z.string()),
});
export type DealChoices = z.infer<typeof dealChoicesSchema>;
