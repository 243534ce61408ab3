import * as z from "zod/mini";
import { walletFilterSchema } from "@/lib/areas/wallets/desk-schemas";
import { DEAL_STATES } from "@/lib/portal/acts/deal-states";
import { agreedSchema, fileSchema, questionSchema, sha256Schema } from "@/lib/portal/wire/files";
import {
  bilingualSchema,
  idParameter,
  idSchema,
  longIdSchema,
  namedSchema,
  namesSchema,
  versionSchema as version,
} from "@/lib/portal/wire/id";
import { line, optionalLine, safeLines } from "@/lib/portal/wire/safe-text";
import { COUPON_FILE_BYTES_MAX, DISCOUNT_TYPES, ISSUE_LINES_MAX, ISSUE_MAX, OCCASION } from "./words";

// Requests and answers about coupons, for desk and till. Shared by the routes and the browser.

const lines = z.string().check(z.trim(), z.maxLength(2_000), safeLines);
const day = z.iso.date();
const COUNT_MAX = 2_147_483_647;

export const templateFieldsSchema = z
  .object({
    titleEn: line(120),
    titleAr: line(120),
    termsEn: lines,
    termsAr: lines,
    discountType: z.literal([...DISCOUNT_TYPES]),
    /** Percent, currency units or times, by the type; 0 for a free item and for buy X get Y. */
    discount: z.int().check(z.minimum(0), z.maximum(1_000_000)),
    /** The first and the last day on which a coupon can be used. */
    validFrom: z.nullable(day),
    validUntil: z.nullable(day),
    /** Days from the day of issue on. */
    validDays: z.nullable(z.int().check(z.minimum(1), z.maximum(3_660))),
    /** None: every branch. */
    branchIds: z.array(idSchema).check(z.maxLength(500)),
    /** Null: not to be had for points. */
    costPoints: z.nullable(z.int().check(z.minimum(1), z.maximum(100_000_000))),
    /** Null: any number. */
    stockMax: z.nullable(z.int().check(z.minimum(0), z.maximum(COUNT_MAX))),
    /** A reward of this value or more issues one, in whole currency units; null: none does. */
    rewardMin: z.nullable(z.int().check(z.minimum(0), z.maximum(1_000_000))),
    /** The most that one takes off a bill, in whole currency units; null: the template is older than this field. */
    worth: z.nullable(z.int().check(z.minimum(1), z.maximum(1_000_000))),
    /** Issued by itself, once for each customer and occasion; null: not. Absent: as it is. */
    occasion: z.optional(z.nullable(z.string().check(z.regex(OCCASION)))),
    /** The least bill on which one can be used, in whole currency units; null: any bill. */
    minBill: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(1_000_000))), null),
  })
  .check(
    z.refine(
      ({ discountType, discount }) => {
        if (discountType === 3 || discountType === 4) return discount === 0;
        return discount >= 1 && (discountType !== 1 || discount <= 100);
      },
      { path: ["discount"] },
    ),
    z.refine(
      ({ validFrom, validUntil }) => validFrom === null || validUntil === null || validFrom <= validUntil,
      { path: ["validUntil"] },
    ),
    z.refine(
      ({ discountType, discount, worth }) => discountType !== 2 || worth === null || worth >= discount,
      {
        path: ["worth"],
      },
    ),
  );
export type TemplateFields = z.infer<typeof templateFieldsSchema>;

export type TemplateState = "draft" | "live" | "stopped";

/** `merchantId` null: of every merchant, for operators. */
export const createTemplateSchema = z.object({
  merchantId: z.nullable(idSchema),
  fields: templateFieldsSchema,
});
export const updateTemplateSchema = z.object({ version, fields: templateFieldsSchema });
export const templateStateSchema = z.object({ version, state: z.enum(["live", "stopped"]) });
export const templateTargetSchema = z.object({ templateId: idParameter });

export const deskTemplateSchema = z.extend(z.object(templateFieldsSchema.shape), {
  id: idSchema,
  merchantId: z.nullable(idSchema),
  merchantName: z.nullable(bilingualSchema),
  offerNumber: z.int(),
  /** As of deals: a published one is scheduled, live or over by its first and last day of use. */
  state: z.enum(DEAL_STATES),
  moves: z.array(z.enum(["publish", "pause", "resume"])),
  /** The first day of use, else the day on which it was made. */
  since: day,
  stockLeft: z.nullable(z.int()),
  version,
  /** Whether the reader may change it and issue its coupons. */
  isOwn: z.boolean(),
  /** Of customers, by what has become of them. */
  counts: z.object({ issued: z.int(), used: z.int(), lapsed: z.int(), void: z.int() }),
});
export type DeskTemplate = z.infer<typeof deskTemplateSchema>;
export const deskTemplatesSchema = z.object({ templates: z.array(deskTemplateSchema) });

/** Use of a template's coupons at each branch, the one with the most first. */
export const templateResultsSchema = z.object({
  branches: z.array(z.object({ ...namedSchema.shape, used: z.int() })),
});
export type TemplateResults = z.infer<typeof templateResultsSchema>;

const walletCode = z.string().check(z.trim(), z.minLength(1), z.maxLength(64));
const key = z.string().check(z.regex(/^[\w-]{16,64}$/));
/** Under the same reference one coupon is issued, and one file is begun, however often it is sent. */
export const issueByHandSchema = z.object({ walletCode, reference: z.optional(key) });
export const issuedByHandSchema = z.object({ number: z.string() });
export const createIssueSchema = z.object({
  templateId: idSchema,
  fileName: optionalLine(200),
  /** Coupons for whoever shows them. */
  unnamed: z.int().check(z.minimum(0), z.maximum(ISSUE_MAX)),
  reference: z.optional(key),
  /** Of the list: another one under the same reference is refused. */
  content: z.optional(sha256Schema),
  /** The customers that a search finds now are its lines, and no others arrive. */
  found: z.optional(walletFilterSchema),
});
export const couponFileSchema = z.union([
  z.object({ file: fileSchema(COUPON_FILE_BYTES_MAX), agreed: z.optional(agreedSchema) }),
  /** A pasted list: a code or a mobile number in each line. */
  z.object({ list: z.string().check(z.maxLength(COUPON_FILE_BYTES_MAX)) }),
]);
export const couponFileAnswerSchema = z.object({
  question: z.nullable(questionSchema),
  /** The code of a wallet, or a mobile number as E.164, of each line. */
  holders: z.array(z.string()),
});
export type CouponFileAnswer = z.infer<typeof couponFileAnswerSchema>;
export const issueLinesSchema = z.object({
  /** Lines that arrived before: what is sent twice is kept once. */
  after: z.int().check(z.minimum(0), z.maximum(ISSUE_MAX)),
  /** Codes of wallets, or mobile numbers as E.164, which no code looks like. */
  walletCodes: z.array(walletCode).check(z.maxLength(ISSUE_LINES_MAX)),
  /** These are the last, and the work begins. */
  isLast: z.boolean(),
  /** With the last: customers who have a coupon of the offer get another one. */
  again: z.optional(z.boolean()),
});
export const issueCheckQuerySchema = z.object({ again: z.optional(z.literal("true")) });
/** Coupons that a file would bring, and lines without one. */
export const issueCheckSchema = z.object({
  lines: z.int(),
  unnamed: z.int(),
  /** Customers who would get one. */
  found: z.int(),
  unknown: z.int(),
  closed: z.int(),
  /** Customers who have one of the offer, and repeated lines. */
  has: z.int(),
  /** As far as the stock goes, and what they take off bills at most. */
  coupons: z.int(),
  worth: z.nullable(z.int()),
  /** The same lines were sent before. */
  sameAs: z.nullable(z.object({ createdAt: z.iso.datetime(), issued: z.int() })),
});
export type IssueCheck = z.infer<typeof issueCheckSchema>;
export const issueTargetSchema = z.object({ issueId: idParameter });
export const deskIssueSchema = z.object({
  id: idSchema,
  templateId: idSchema,
  /** Taking: unused coupons are being taken back. */
  state: z.enum(["receiving", "running", "done", "stopped", "taking", "taken"]),
  fileName: z.string(),
  lines: z.int(),
  unnamed: z.int(),
  issued: z.int(),
  refused: z.int(),
  takenBack: z.int(),
  createdAt: z.iso.datetime(),
  finishedAt: z.nullable(z.iso.datetime()),
  /** The filter in words that found its customers. Absent from a service of the version before. */
  found: z.optional(z.nullable(bilingualSchema)),
});
export type DeskIssue = z.infer<typeof deskIssueSchema>;
/** A CSV file. */
export const issueReportSchema = z.never();
export const deskIssuesSchema = z.object({ issues: z.array(deskIssueSchema) });

export const COUPON_STANDINGS = ["issued", "used", "lapsed", "void"] as const;
/** A coupon as the desk and the till show it. */
export const shownCouponSchema = z.object({
  number: z.string(),
  standing: z.enum(COUPON_STANDINGS),
  walletCode: z.nullable(z.string()),
  offerNumber: z.int(),
  title: bilingualSchema,
  terms: bilingualSchema,
  merchantName: z.nullable(bilingualSchema),
  discountType: z.literal([...DISCOUNT_TYPES]),
  discount: z.int(),
  /** The most that it takes off a bill, in currency units; null: no limit. Absent from a service of the version before. */
  worth: z.optional(z.nullable(z.int())),
  /** The least bill on which it can be used, in whole currency units; null: any bill. Absent from a service of the version before. */
  minBill: z.optional(z.nullable(z.int())),
  validFrom: z.nullable(day),
  validUntil: z.nullable(day),
  issuedAt: z.iso.datetime(),
  usedAt: z.nullable(z.iso.datetime()),
  /** Where it was used, when that is a branch of the reader's merchant. Absent from a service of the version before. */
  usedBranch: z.optional(z.nullable(namesSchema)),
  /** Why it cannot be used at the branch that asks; null: it can. */
  problem: z.nullable(z.enum(["used", "void", "lapsed", "early", "merchant", "branch"])),
});
export type ShownCoupon = z.infer<typeof shownCouponSchema>;
export const findCouponSchema = z.object({
  number: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
});

/** A coupon by its number, at the till: whose it is, so that the wallet opens. */
export const scannedCouponSchema = z.object({ coupon: shownCouponSchema });

export const walletTargetSchema = z.object({ walletId: z.pipe(z.coerce.number(), longIdSchema) });
export const walletCouponsRequestSchema = z.object({
  branchId: idParameter,
  /** A coupon that the customer shows: it stands with theirs, be it nobody's yet or another merchant's. */
  shown: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(64))),
});
/** A coupon sold for points. */
export const couponOfferSchema = z.object({
  offerNumber: z.int(),
  title: bilingualSchema,
  terms: bilingualSchema,
  discountType: z.literal([...DISCOUNT_TYPES]),
  discount: z.int(),
  costPoints: z.int(),
  validUntil: z.nullable(day),
  validDays: z.nullable(z.int()),
});
export type CouponOffer = z.infer<typeof couponOfferSchema>;
export const walletCouponsSchema = z.object({
  coupons: z.array(shownCouponSchema),
  offers: z.array(couponOfferSchema),
});
export type WalletCoupons = z.infer<typeof walletCouponsSchema>;

const reference = z.string().check(z.regex(/^[\w-]{16,64}$/));
/** Uses a coupon at the till. */
export const useCouponSchema = z.object({
  branchId: idSchema,
  walletCode: z.string().check(z.trim(), z.minLength(1), z.maxLength(32)),
  number: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
  reference,
});
export type UseCouponRequest = z.infer<typeof useCouponSchema>;
/** Takes a use back, for a reason. */
export const reopenCouponSchema = z.extend(useCouponSchema, {
  comment: z.string().check(z.trim(), z.minLength(1), z.maxLength(250)),
});
export const usedCouponSchema = z.object({ coupon: shownCouponSchema, isReplay: z.boolean() });
