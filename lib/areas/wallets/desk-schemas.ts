import * as z from "zod/mini";
import { familySchema, walletTypeSchema } from "@/lib/areas/families/schemas";
import { FAMILY_ROLES, WALLET_TYPES } from "@/lib/ledger/rules/types";
import { consentOnPaperSchema } from "@/lib/portal/wire/consent";
import { POINTS_MAX, reason, walletCode, whole } from "@/lib/portal/wire/fields";
import {
  bilingualSchema,
  deciderSchema,
  idParameter,
  idSchema,
  longIdSchema,
  momentSchema,
  personSchema,
  versionSchema as version,
} from "@/lib/portal/wire/id";
import { chosenLongSchema } from "@/lib/portal/wire/many";
import { searchText } from "@/lib/portal/wire/search-text";
import { shownProfileSchema } from "./profile-schemas";
import {
  BIRTHDAY_DAYS_MAX,
  BRANCHES,
  JOINED,
  PERIOD_DAYS_MAX,
  SEARCH_TEXT_MAX,
  VISIT,
  WALLET_ORDERS,
} from "./words";

// Requests and answers of the desk's pages about wallets, beside the forms of wallets.ts. Shared by the routes and the browser.

export const statusIdSchema = z.int().check(z.minimum(1), z.maximum(6));

export { walletParamsSchema } from "@/lib/portal/wire/id";

// Settings -----------------------------------------------------------------------------------------------------------

const deskSegmentSchema = z.object({
  id: idSchema,
  nameEn: z.string(),
  nameAr: z.string(),
  color: z.nullable(z.string()),
  isDefault: z.boolean(),
});

/** Data of the forms about wallets. */
export const walletSettingsSchema = z.object({
  segments: z.array(deskSegmentSchema),
  /** More points than this need a second person. */
  approvalAbove: z.int(),
  /** People who could decide for the reader, by name; empty for those who may not adjust. */
  deciders: z.array(deciderSchema),
  /** The words to which the customer agrees. */
  consent: z.extend(bilingualSchema, { version: z.int() }),
});
export type WalletSettings = z.infer<typeof walletSettingsSchema>;

const points = z.pipe(z.coerce.number(), whole(-POINTS_MAX, POINTS_MAX));
const count = (min: number, max: number) => z.optional(z.pipe(z.coerce.number(), whole(min, max)));
const SPENT_MAX = 1_000_000_000;

/** Visits and bills of some last days, at the reader's merchant. */
const cameShape = {
  period: count(1, PERIOD_DAYS_MAX),
  /** Only at these: their numbers. */
  branches: z.optional(z.string().check(z.regex(BRANCHES))),
  visitsMin: count(1, 100_000),
  visitsMax: count(0, 100_000),
  /** In whole currency units. */
  spentMin: count(1, SPENT_MAX),
  spentMax: count(0, SPENT_MAX),
};
export const cameSchema = z.object(cameShape);
export type CameFilters = z.infer<typeof cameSchema>;
export const CAME_FILTERS = Object.keys(cameShape) as (keyof CameFilters)[];

/** Filters of customers, of an address or of a request. */
export const walletFilterSchema = z.object({
  ...cameShape,
  statusId: z.optional(z.pipe(z.coerce.number(), statusIdSchema)),
  segmentId: z.optional(idParameter),
  joined: z.optional(z.enum(JOINED)),
  /** `within-30`: on one of the last 30 days; `before-60`: on none of the last 60 days; `never`. */
  visit: z.optional(z.string().check(z.regex(VISIT))),
  birthday: z.optional(z.pipe(z.coerce.number(), whole(1, BIRTHDAY_DAYS_MAX))),
  pointsMin: z.optional(points),
  pointsMax: z.optional(points),
});
export type WalletFilters = z.infer<typeof walletFilterSchema>;

/** The filters of the page's address, and its order. */
export const walletListSchema = z.extend(walletFilterSchema, { order: z.optional(z.enum(WALLET_ORDERS)) });

/** A POST, so that no name and no mobile number ever stands in an address or a log. */
export const walletSearchRequestSchema = z.extend(walletListSchema, {
  text: z.optional(searchText(SEARCH_TEXT_MAX)),
  cursor: z.optional(z.string().check(z.regex(/^-?\d{1,15}\.\d{1,15}$/))),
});
export type WalletSearchRequest = z.infer<typeof walletSearchRequestSchema>;

export const foundWalletSchema = z.object({
  id: longIdSchema,
  /** Masked where the reader's role only needs to recognise it. */
  walletCode: z.string(),
  mobile: z.string(),
  name: z.nullable(z.string()),
  /** The customer may have a name that this reader does not see. */
  isNameHidden: z.boolean(),
  statusId: statusIdSchema,
  segmentId: idSchema,
  isOptedIn: z.boolean(),
  balance: z.int(),
  createdAt: momentSchema,
  /** The last visit to the reader's merchant, of operators anywhere. Absent from a service of the version before. */
  lastDay: z.optional(z.nullable(z.iso.date())),
});

/** Customers who have not joined: chosen ones, or those of the list. */
const notJoinedShape = {
  ids: z.optional(z.array(longIdSchema).check(z.maxLength(100))),
  statusId: z.optional(statusIdSchema),
  segmentId: z.optional(idSchema),
};
export const notJoinedRequestSchema = z.object(notJoinedShape);
export const notJoinedSchema = z.object({ customers: z.int(), points: z.int() });
export const joinManySchema = z.object({
  ...notJoinedShape,
  paper: consentOnPaperSchema,
  /** As they were counted before. */
  counted: notJoinedSchema,
});
export const joinedManySchema = z.object({ joined: z.int() });
export type FoundWallet = z.infer<typeof foundWalletSchema>;

export const walletSearchPageSchema = z.object({
  wallets: z.array(foundWalletSchema),
  nextCursor: z.nullable(z.string()),
  /** With the first page: how many there are, at most one more than `FOUND_MAX`. */
  found: z.optional(z.int()),
});
export type WalletSearchPage = z.infer<typeof walletSearchPageSchema>;

/** The same filters, or chosen ones. */
export const walletFileQuerySchema = z.extend(walletFilterSchema, {
  ids: z.optional(chosenLongSchema.shape.ids),
});

// One wallet -----------------------------------------------------------------------------------------------------------

/** A wallet as the desk edits it. Masked fields are for recognition only and are not sent back. */
export const deskWalletSchema = z.extend(shownProfileSchema, {
  id: longIdSchema,
  walletCode: z.string(),
  statusId: statusIdSchema,
  /** The statuses that this reader may move it to. */
  nextStatusIds: z.array(statusIdSchema),
  isOptedIn: z.boolean(),
  redemptionEnabled: z.boolean(),
  segmentId: idSchema,
  balance: z.int(),
  suspended: z.int(),
  /** The points above are the wallet's own; a pooled child spends its parent's. */
  family: z.nullable(familySchema),
  walletType: walletTypeSchema,
  isErased: z.boolean(),
  hasPin: z.boolean(),
  isPinLocked: z.boolean(),
  /** The names of the fields that are masked for this reader. */
  masked: z.array(z.string()),
  consents: z.array(
    z.object({
      /** The number of its receipt. */
      id: longIdSchema,
      isGiven: z.boolean(),
      at: momentSchema,
      by: z.string(),
      version: z.nullable(z.int()),
      language: z.nullable(z.string()),
      text: z.nullable(z.string()),
      via: z.string(),
      /** Proof of a consent on paper. */
      proof: z.nullable(z.string()),
    }),
  ),
  version: z.int(),
});
export type DeskWallet = z.infer<typeof deskWalletSchema>;

// Looks ---------------------------------------------------------------------------------------------------------------------

export const walletLooksQuerySchema = z.object({
  cursor: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
});
export const walletLooksSchema = z.object({
  looks: z.array(
    z.object({
      id: longIdSchema,
      by: personSchema,
      at: momentSchema,
      how: z.enum(["lookup", "opened", "desk"]),
    }),
  ),
  nextCursor: z.nullable(z.string()),
});
export type WalletLooks = z.infer<typeof walletLooksSchema>;

export const enrolledSchema = z.object({ id: longIdSchema, walletCode: z.string() });

// Merge ------------------------------------------------------------------------------------------------------------------

const mergeSideSchema = z.object({
  id: longIdSchema,
  walletCode: z.string(),
  name: z.nullable(z.string()),
  mobile: z.string(),
  statusId: statusIdSchema,
  segmentId: idSchema,
  balance: z.int(),
  suspended: z.int(),
  accumulated: z.int(),
  redeemed: z.int(),
  hasPin: z.boolean(),
});
export type MergeSide = z.infer<typeof mergeSideSchema>;

export const mergePreviewSchema = z.object({
  from: z.extend(mergeSideSchema, { version: z.int() }),
  to: mergeSideSchema,
  movedPoints: z.int(),
  movedSuspended: z.int(),
  after: z.object({
    balance: z.int(),
    suspended: z.int(),
    accumulated: z.int(),
    redeemed: z.int(),
    segmentId: idSchema,
  }),
});
export type MergePreview = z.infer<typeof mergePreviewSchema>;

const allowance = z.nullable(whole(0, 1_000_000_000));

// The routes name the wallet by its number, in the path.
export const joinFamilySchema = z.object({
  version,
  parentWalletCode: walletCode,
  role: z.enum(FAMILY_ROLES),
  allowance,
  reason,
});
export const allowanceSchema = z.object({ version, allowance });
export const walletTypeFormSchema = z.object({ version, walletType: z.nullable(z.enum(WALLET_TYPES)) });
export const erasureSchema = z.object({ version, reason });
