import * as z from "zod/mini";
import { LANGUAGES } from "@/lib/platform/language";
import { DEAL_MOVES, DEAL_STATES, type DealMove } from "@/lib/portal/acts/deal-states";
import { bilingualSchema, idParameter, idSchema, pageOf, versionSchema } from "@/lib/portal/wire/id";
import { manyVersionedSchema } from "@/lib/portal/wire/many";
import type { FieldProblem } from "@/lib/portal/wire/problems";
import { line, lines, optionalLine } from "@/lib/portal/wire/safe-text";
import { DEAL_TEXTS } from "./warnings";
import {
  DEAL_ORDERS,
  DEAL_TEXT_LENGTH_MAX,
  DESCRIPTION_LENGTH_MAX,
  DISCOUNT_TYPES,
  discountRange,
  lackingParts,
  NEEDED_PARTS,
  RATE_PLAN_LENGTH_MAX,
  TERMS_LENGTH_MAX,
  TITLE_LENGTH_MAX,
} from "./words";

// Requests and answers of the desk's pages about deals. The schemas of what is sent check the forms as well.

const momentSchema = z.iso.datetime({ offset: true });
const hashSchema = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const RATE_PLANS_MAX = 20;
const BRANCHES_MAX = 1_000;

/** Fields of a draft, which is saved with what it lacks: null, or "" for its title. */
const DEAL_FIELDS = {
  categoryId: z.nullable(idSchema),
  /** "": the next free one, or the one it has. */
  offerNumber: optionalLine(64),
  titleEn: optionalLine(TITLE_LENGTH_MAX),
  /** "" until a person writes it, like all Arabic texts. */
  titleAr: optionalLine(TITLE_LENGTH_MAX),
  descriptionEn: lines(DESCRIPTION_LENGTH_MAX),
  descriptionAr: lines(DESCRIPTION_LENGTH_MAX),
  termsEn: lines(TERMS_LENGTH_MAX),
  termsAr: lines(TERMS_LENGTH_MAX),
  discountType: z.literal([...DISCOUNT_TYPES]),
  /** Percent, currency units or times, by the type; 0 for a free item and for buy X get Y. */
  discount: z.nullable(z.int()),
  imageHash: z.nullable(hashSchema),
  startDate: z.nullable(momentSchema),
  endDate: z.nullable(momentSchema),
  expiryDate: z.nullable(momentSchema),
  ratePlans: z.array(line(RATE_PLAN_LENGTH_MAX)).check(z.maxLength(RATE_PLANS_MAX)),
  branchIds: z.array(idSchema).check(z.maxLength(BRANCHES_MAX)),
};

/** Checks that the discount fits its kind. */
const sensible = z.check<Pick<DealFields, "discountType" | "discount">>(({ value, issues }) => {
  const { discount } = value;
  if (discount === null) return;
  const [minimum, maximum] = discountRange(value.discountType);
  // The dates are looked at all the same.
  const number = {
    ...{ origin: "number" as const, inclusive: true, input: discount, path: ["discount"] },
    continue: true,
  };
  if (discount < minimum) issues.push({ ...number, code: "too_small", minimum });
  if (discount > maximum) issues.push({ ...number, code: "too_big", maximum });
});

/** Checks the order of a deal's dates. */
const inOrder = z.check<Pick<DealFields, "startDate" | "endDate" | "expiryDate">>(({ value, issues }) => {
  const { startDate, endDate, expiryDate } = value;
  const refuse = (field: "endDate" | "expiryDate", message: FieldProblem) =>
    issues.push({ code: "custom", path: [field], message, input: value[field] });
  const isBefore = (one: string | null, other: string | null) =>
    one !== null && other !== null && Date.parse(one) < Date.parse(other);
  const isSame = startDate !== null && endDate !== null && Date.parse(startDate) === Date.parse(endDate);
  if (isSame || isBefore(endDate, startDate)) refuse("endDate", "ends_before_start");
  if (isBefore(expiryDate, endDate)) refuse("expiryDate", "expires_before_end");
});

export type DealFields = z.infer<z.ZodMiniObject<typeof DEAL_FIELDS>>;

/** That a draft is published with what is saved of it. */
const publicationSchema = z.object({
  /** At the moment of the act, whatever start is sent. */
  startsNow: z.boolean(),
});
export type Publication = z.infer<typeof publicationSchema>;

/** Names each part that a deal lacks to be published, where the request publishes it. */
const wholeWherePublished = z.check<DealFields & { publication?: Publication | undefined }>(
  ({ value, issues }) => {
    if (value.publication === undefined) return;
    for (const part of lackingParts(value))
      issues.push({
        ...{ code: "custom", path: [part], message: "required" satisfies FieldProblem, input: value[part] },
        continue: true,
      });
  },
);

export const createDealRequestSchema = z
  .object({ ...DEAL_FIELDS, merchantId: idSchema, publication: z.optional(publicationSchema) })
  .check(wholeWherePublished, sensible, inOrder);
export const updateDealRequestSchema = z
  .object({ ...DEAL_FIELDS, version: versionSchema, publication: z.optional(publicationSchema) })
  .check(wholeWherePublished, sensible, inOrder);

/** From when until when a deal can be had, and until when it can be used. */
export const dealDatesSchema = z
  .object({
    startDate: momentSchema,
    endDate: momentSchema,
    expiryDate: momentSchema,
    ...publicationSchema.shape,
  })
  .check(inOrder);
export type DealDates = z.infer<typeof dealDatesSchema>;

export const moveDealRequestSchema = z.object({
  version: versionSchema,
  move: z.enum(DEAL_MOVES),
  /** With `publish`: the dates it is published with. Absent: those it has. */
  dates: z.optional(dealDatesSchema),
});
export type MoveDealRequest = z.infer<typeof moveDealRequestSchema>;
/** Acts on many at once. Publishing takes a second person, who agrees deal by deal. */
export const MANY_MOVES = ["pause", "resume", "end"] as const satisfies readonly DealMove[];
export const moveDealsRequestSchema = z.extend(manyVersionedSchema, { move: z.enum(MANY_MOVES) });
/** In the address, since a body has no meaning where something is taken away. */
export const deleteDealRequestSchema = z.object({ version: z.pipe(z.coerce.number(), versionSchema) });
/** A CSV file. */
export const dealFileSchema = z.never();
export { chosenSchema, manyAnswerSchema } from "@/lib/portal/wire/many";
export const deletedDealSchema = z.object({ isDeleted: z.literal(true) });
export const dealTargetSchema = z.object({ dealId: idParameter });

/** One of the merchant's deals that an edited one may get in the way of. */
const otherDealSchema = z.object({
  id: idSchema,
  title: bilingualSchema,
  merchantId: idSchema,
  categoryId: idSchema,
  branchIds: z.array(idSchema),
  ratePlans: z.array(z.string()),
  state: z.enum(["draft", "published", "paused"]),
  startDate: z.iso.datetime(),
  endDate: z.iso.datetime(),
});

const namedSchema = z.object({ id: idSchema, name: bilingualSchema });

/** Choices of the list's filters. The merchants are the actor's own, or all of them for an operator. */
export const deskFilterChoicesSchema = z.object({
  merchants: z.array(namedSchema),
  categories: z.array(namedSchema),
  branches: z.array(z.extend(namedSchema, { merchantId: idSchema })),
});
export type DeskFilterChoices = z.infer<typeof deskFilterChoicesSchema>;

/** Choices of a deal's form. */
export const dealDeskChoicesSchema = z.object({
  /** The actor's own, or all of them for an operator. */
  merchants: z.array(
    z.object({ id: idSchema, name: bilingualSchema, image: z.string(), isActive: z.boolean() }),
  ),
  categories: z.array(
    z.object({ id: idSchema, name: bilingualSchema, icon: z.string(), isActive: z.boolean() }),
  ),
  branches: z.array(
    z.object({
      id: idSchema,
      merchantId: idSchema,
      name: bilingualSchema,
      address: bilingualSchema,
      /** Degrees; both or none. */
      latitude: z.nullable(z.number()),
      longitude: z.nullable(z.number()),
      isActive: z.boolean(),
    }),
  ),
  /** Those that segments and deals know. */
  ratePlans: z.array(z.string()),
  /** Published or paused, and not over. */
  deals: z.array(otherDealSchema),
});
export type DealDeskChoices = z.infer<typeof dealDeskChoicesSchema>;

/** How often a deal was seen, opened and used. */
const dealInterestSchema = z.object({
  /** In answers of GetDeals. */
  apiViews: z.int(),
  /** On a page of the portal. */
  portalViews: z.int(),
  /** Times that its page was opened there. */
  taps: z.int(),
  /** Transactions that name its number, without those that were voided: as the reports count them. */
  redemptions: z.int(),
  rewards: z.int(),
});
export type DealInterest = z.infer<typeof dealInterestSchema>;

/** Everything about a deal, for its editor. */
export const deskDealSchema = z.object({
  ...DEAL_FIELDS,
  id: idSchema,
  merchantId: idSchema,
  version: versionSchema,
  sortingNumber: z.nullable(z.int()),
  state: z.enum(DEAL_STATES),
  storedState: z.enum(["draft", "published", "paused"]),
  /** Its start is past and it was published: start and offer number stay. */
  isStarted: z.boolean(),
  moves: z.array(z.enum(DEAL_MOVES)),
  /** A draft that was never published. */
  isDeletable: z.boolean(),
  interest: dealInterestSchema,
  lastChange: z.nullable(z.object({ at: z.iso.datetime(), by: z.nullable(z.string()) })),
});
export type DeskDeal = z.infer<typeof deskDealSchema>;

export const DEAL_WARNINGS = [
  "lacks",
  "over",
  "overlap",
  "no_branches",
  "no_image",
  "no_arabic",
  "no_english",
  "category_inactive",
] as const;

/** A deal in the desk's list. */
const listedDealSchema = z.object({
  id: idSchema,
  title: bilingualSchema,
  offerNumber: z.string(),
  merchant: z.object({ id: idSchema, name: bilingualSchema }),
  category: z.nullable(z.object({ id: idSchema, name: bilingualSchema, icon: z.string() })),
  discountType: z.literal([...DISCOUNT_TYPES]),
  discount: z.nullable(z.int()),
  image: z.string(),
  startDate: z.nullable(z.iso.datetime()),
  endDate: z.nullable(z.iso.datetime()),
  expiryDate: z.nullable(z.iso.datetime()),
  ratePlans: z.array(z.string()),
  sortingNumber: z.nullable(z.int()),
  state: z.enum(DEAL_STATES),
  moves: z.array(z.enum(DEAL_MOVES)),
  isDeletable: z.boolean(),
  warnings: z.array(z.enum(DEAL_WARNINGS)),
  /** Without these a draft cannot be published. */
  lacks: z.array(z.enum(NEEDED_PARTS)),
  /** Texts that are written in the other language only. */
  untranslated: z.object({ en: z.array(z.enum(DEAL_TEXTS)), ar: z.array(z.enum(DEAL_TEXTS)) }),
  interest: dealInterestSchema,
  version: versionSchema,
});
export type ListedDeal = z.infer<typeof listedDealSchema>;

/** Filters of the desk's list, as they stand in the address of the page and of the request. */
export const deskFiltersSchema = z.object({
  state: z.optional(z.enum(DEAL_STATES)),
  merchant: z.optional(idParameter),
  category: z.optional(idParameter),
  /** Only those that can be had at this branch: they name it, or no branch of its merchant. */
  branch: z.optional(idParameter),
  /** Only those that can be had on one of the days from `from` to `until`, both included, on the programme's clocks. */
  from: z.optional(z.iso.date()),
  until: z.optional(z.iso.date()),
  /** Only those that customers see and that end within a week. */
  ends: z.optional(z.enum(["week"])),
  /** Only those with a text that is missing in this language and written in the other. */
  without: z.optional(z.enum(LANGUAGES)),
  order: z.optional(z.enum(DEAL_ORDERS)),
  text: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(DEAL_TEXT_LENGTH_MAX))),
});
export type DeskFilters = z.infer<typeof deskFiltersSchema>;

export const deskListRequestSchema = z.extend(deskFiltersSchema, {
  ...pageOf(100),
});
export type DeskListRequest = z.infer<typeof deskListRequestSchema>;

export const deskListSchema = z.object({
  deals: z.array(listedDealSchema),
  /** Of all pages together. */
  total: z.int(),
  /** How many there are in each state, whatever state is filtered by. */
  counts: z.record(z.enum(DEAL_STATES), z.int()),
  /** All that have or may get a place in GetDeals, in their order: with the first page, where no filter leaves out some of a merchant's. */
  order: z.nullable(z.array(idSchema)),
  nextCursor: z.nullable(z.string()),
});
export type DeskList = z.infer<typeof deskListSchema>;

export { doneSchema } from "@/lib/portal/wire/done";

const ORDERED_MAX = 5_000;
const orderSchema = z.array(idSchema).check(z.maxLength(ORDERED_MAX));
export const changeDealOrderRequestSchema = z.object({
  /** Null: the deals of all merchants, which is for operators. */
  merchantId: z.nullable(idSchema),
  /** The order that was seen. */
  from: orderSchema,
  to: orderSchema,
});

/** Query and moment of a GetDeals request to try. */
export const dealAnswerRequestSchema = z.object({
  ratePlan: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(RATE_PLAN_LENGTH_MAX))),
  language: z.optional(z.enum(LANGUAGES)),
  /** Absent: now. */
  at: z.optional(momentSchema),
});
export type DealAnswerRequest = z.infer<typeof dealAnswerRequestSchema>;

export const dealAnswerSchema = z.object({
  /** The envelope of GetDeals as callers get it (interface.md §2.7). */
  envelope: z.looseObject({
    deals: z.array(z.looseObject({ Id: z.int() })),
  }),
});
export type DealAnswer = z.infer<typeof dealAnswerSchema>;

/** A logo may be smaller than the picture of a deal. */
export const pictureUseSchema = z.object({ use: z.optional(z.enum(["deal", "logo"])) });
export const storedPictureSchema = z.object({ hash: hashSchema, width: z.int(), height: z.int() });
