import { z } from "zod";
import type { DealBranchView, DealView } from "@/lib/areas/deals/types";
import { inLanguage, type Language } from "@/lib/platform/language";

const UTC_DATE_TIME = { format: "date-time", examples: ["2026-11-30T21:59:59Z"] };

/** Branch of a deal (interface.md §2.9). */
export const dealBranchSchema = z
  .object({
    Id: z.int(),
    BranchName: z.string().meta({ description: "In the language of the answer." }),
    BranchAddress: z.string(),
    Latitude: z.string().meta({ description: "May be empty.", examples: ["30.0444"] }),
    Longitude: z.string().meta({ description: "May be empty.", examples: ["31.2357"] }),
  })
  .meta({ id: "DealBranch" });
export type DealBranchBody = z.output<typeof dealBranchSchema>;

/** Deal (interface.md §2.8). */
export const dealSchema = z
  .object({
    Id: z.int(),
    Title: z.string().meta({ description: "In the language of the answer." }),
    OfferNumber: z.string(),
    Merchant: z.string().meta({ description: "Merchant name, in the language of the answer." }),
    Description: z.string().meta({ description: "In the language of the answer." }),
    Terms: z.string().meta({ description: "In the language of the answer." }),
    DiscountType: z.int().meta({
      description:
        "1 percent, 2 fixed amount, 3 free item, 4 buy X get Y, 5 points multiplier, 6 special price.",
    }),
    Discount: z.int().meta({ description: "0 for the types 3 and 4." }),
    Image: z.string().meta({ description: "URL of the deal image." }),
    StartDate: z.string().meta(UTC_DATE_TIME),
    EndDate: z.string().meta({ description: "The last moment to get the deal.", ...UTC_DATE_TIME }),
    ExpiryDate: z.string().meta({ description: "The last moment to use it.", ...UTC_DATE_TIME }),
    SortingNumber: z.int().nullable(),
    MerchantImage: z.string().meta({ description: "URL of the merchant logo." }),
    CategoryId: z.int(),
    Branches: z.array(dealBranchSchema).meta({ description: "The active branches that honour the deal." }),
  })
  .meta({ id: "Deal" });
export type DealBody = z.output<typeof dealSchema>;

/** Envelope of GetDeals (interface.md §2.7). */
export const getDealsResponseSchema = z
  .object({
    deals: z.array(dealSchema),
    ErrorCode: z.int().meta({ description: "0 on success, otherwise a code of the table of errors." }),
    ErrorMessage: z.string().meta({ description: "In the language of the answer." }),
    EnglishErrorMessage: z.string().meta({ description: "Empty on success." }),
    ArabicErrorMessage: z.string().meta({ description: "Empty on success." }),
  })
  .meta({ id: "GetDealsResponse" });
export type GetDealsResponse = z.output<typeof getDealsResponseSchema>;

export interface DealsContext {
  language: Language;
  /** Where callers reach this service, without a slash at the end: "https://points.example". */
  baseUrl: string;
}

/** A deal on the wire (interface.md §2.8). Dates are UTC, whole seconds. */
export function serializeDeal(deal: DealView, context: DealsContext): DealBody {
  return {
    Id: deal.id,
    Title: inLanguage(deal.title, context.language),
    OfferNumber: deal.offerNumber,
    Merchant: inLanguage(deal.merchant.name, context.language),
    Description: inLanguage(deal.description, context.language),
    Terms: inLanguage(deal.terms, context.language),
    DiscountType: deal.discountType,
    Discount: deal.discount,
    Image: absoluteUrl(deal.image, context.baseUrl),
    StartDate: utcDateTime(deal.startsAt),
    EndDate: utcDateTime(deal.endsAt),
    ExpiryDate: utcDateTime(deal.expiresAt),
    SortingNumber: deal.sortingNumber,
    MerchantImage: absoluteUrl(deal.merchantImage, context.baseUrl),
    CategoryId: deal.categoryId,
    Branches: deal.branches.map((branch) => serializeDealBranch(branch, context.language)),
  };
}

function serializeDealBranch(branch: DealBranchView, language: Language): DealBranchBody {
  return {
    Id: branch.id,
    BranchName: inLanguage(branch.name, language),
    BranchAddress: inLanguage(branch.address, language),
    Latitude: branch.latitude,
    Longitude: branch.longitude,
  };
}

function absoluteUrl(address: string, baseUrl: string): string {
  return address.startsWith("/") ? baseUrl + address : address;
}

function utcDateTime(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}
