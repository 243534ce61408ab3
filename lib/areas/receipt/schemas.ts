import * as z from "zod/mini";
import type { Acted, PortalEntry } from "@/lib/areas/entries/schemas";

// How a receipt is printed: chosen on each device, because it is the device that has the printer.

/** Width of the paper roll in millimetres. */
export const RECEIPT_PAPERS = ["80", "58"] as const;
export type ReceiptPaper = (typeof RECEIPT_PAPERS)[number];

export const RECEIPT_LANGUAGES = ["ar", "en", "both"] as const;
export type ReceiptLanguage = (typeof RECEIPT_LANGUAGES)[number];

export interface ReceiptChoice {
  paper: ReceiptPaper;
  language: ReceiptLanguage;
}

/** Where receipts are: pages without the portal's frame, which the portal may show in a frame of its own. */
export const RECEIPT_PATH = "/receipt";

/** The cookie that keeps the choice of a device. */
export const RECEIPT_COOKIE = "points.receipt";

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

/** The choice as the cookie keeps it, such as "80.both". */
export function formatReceiptChoice({ paper, language }: ReceiptChoice): string {
  return `${paper}.${language}`;
}

/** The opposite of {@link formatReceiptChoice}; a missing or unreadable cookie is no choice. */
export function parseReceiptChoice(cookie: string | undefined): ReceiptChoice {
  const [paper, language] = cookie?.split(".") ?? [];
  return readReceiptChoice({ paper, language });
}

/** The address of an entry's receipt. */
export function receiptPath(entryId: number, { paper, language }: ReceiptChoice): string {
  return `${RECEIPT_PATH}/${entryId}?paper=${paper}&language=${language}`;
}

/** What a receipt tells the page around it once it is laid out and can be printed. */
export const RECEIPT_READY = "points.receipt-ready";

interface NamedInBoth {
  nameEn: string;
  nameAr: string;
}

/** What is printed. Personal data is masked for everybody: a receipt is left lying about. */
export interface Receipt {
  programme: NamedInBoth & { currency: string; timeZone: string };
  merchant: NamedInBoth | null;
  branch: (NamedInBoth & { addressEn: string; addressAr: string; phone: string | null }) | null;
  entry: PortalEntry;
  /** Refund: the redemption. Return: the reward. Cancellation: the cancelled entry. */
  refersTo: PortalEntry | null;
  /** Promotions that acted on the entry. */
  promotions: readonly Acted[];
  /** The wallet's code and mobile number, most of them hidden. */
  walletCode: string;
  mobile: string;
  /** The coupon that the transaction issued. */
  coupon: { number: string; titleEn: string; titleAr: string; validUntil: string | null } | null;
  /** SHA-256 of the entry and of all before it in the wallet's log, in hexadecimal digits: proves that it was not changed since. */
  hash: string;
}

/** Of a hash as much as is printed: 12 hexadecimal digits in groups of four. */
export function shortHash(hash: string): string {
  return (hash.slice(0, 12).match(/.{4}/g) ?? []).join(" ");
}
