import * as z from "zod/mini";
import type { Acted, PortalEntry, SettledBill } from "@/lib/areas/entries/schemas";
import type { Bilingual } from "@/lib/platform/language";
import { RECEIPT_LANGUAGES, RECEIPT_PAPERS, type ReceiptChoice } from "./words";

const choiceSchema = z.object({
  paper: z.catch(z.enum(RECEIPT_PAPERS), "80"),
  language: z.catch(z.enum(RECEIPT_LANGUAGES), "both"),
});

/** The choice that an address or a cookie says; the widest paper and both languages where it says nothing. */
export function readReceiptChoice(choice: {
  paper?: string | string[] | undefined;
  language?: string | string[] | undefined;
}): ReceiptChoice {
  return z.parse(choiceSchema, choice);
}

/** The opposite of {@link formatReceiptChoice}; a missing or unreadable cookie is no choice. */
export function parseReceiptChoice(cookie: string | undefined): ReceiptChoice {
  const [paper, language] = cookie?.split(".") ?? [];
  return readReceiptChoice({ paper, language });
}

interface NamedInBoth {
  nameEn: string;
  nameAr: string;
}

/** A coupon to take home: what it takes off, at most for how much (null: as its discount says), and on which terms. */
export interface IssuedCoupon {
  number: string;
  titleEn: string;
  titleAr: string;
  validUntil: string | null;
  discountType: number;
  discount: number;
  worth: number | null;
  termsEn: string;
  termsAr: string;
}

/** A printed receipt. Personal data is masked for everybody: a receipt is left lying about. */
export interface Receipt {
  programme: NamedInBoth & { currency: string; timeZone: string; logoHash: string | null };
  merchant: NamedInBoth | null;
  branch: (NamedInBoth & { addressEn: string; addressAr: string; phone: string | null }) | null;
  entry: PortalEntry;
  /** Refund: the redemption. Return: the reward. Cancellation: the cancelled entry. */
  refersTo: PortalEntry | null;
  /** The bill that the entry settled, or was settled with. */
  bill: SettledBill | null;
  /** Promotions that acted on the entry. */
  promotions: readonly Acted[];
  /** The wallet's code and mobile number, most of them hidden. */
  walletCode: string;
  mobile: string;
  /** The coupon that the transaction issued. */
  coupon: IssuedCoupon | null;
  /** Author and approver of the entry, named in each of the receipt's languages. */
  people: { by: Bilingual; approvedBy: Bilingual | null };
  /** SHA-256 of the entry and of all before it in the wallet's log, in hexadecimal digits: proves that it was not changed since. */
  hash: string;
}
