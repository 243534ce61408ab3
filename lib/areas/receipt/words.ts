// How a receipt is printed: chosen on each device, because it is the device that has the printer.

/** Width of the paper roll in millimetres. */
export const RECEIPT_PAPERS = ["80", "58"] as const;

export const RECEIPT_LANGUAGES = ["ar", "en", "both"] as const;

/** Where receipts are: pages without the portal's frame, which the portal may show in a frame of its own. */
export const RECEIPT_PATH = "/receipt";

/** The cookie that keeps the choice of a device. */
export const RECEIPT_COOKIE = "points.receipt";

/** The choice as the cookie keeps it, such as "80.both". */
export function formatReceiptChoice({ paper, language }: ReceiptChoice): string {
  return `${paper}.${language}`;
}

/** The address of an entry's receipt. */
export function receiptPath(entryId: number, { paper, language }: ReceiptChoice): string {
  return `${RECEIPT_PATH}/${entryId}?paper=${paper}&language=${language}`;
}

/** Asks a receipt in a tab of its own to print itself. */
export const PRINTS_AT_ONCE = "print";

/** Message of a receipt to the page around it once it can be printed. */
export const RECEIPT_READY = "points.receipt-ready";

/** Of a hash as much as is printed: 12 hexadecimal digits in groups of four. */
export function shortHash(hash: string): string {
  return (hash.slice(0, 12).match(/.{4}/g) ?? []).join(" ");
}

export interface ReceiptChoice {
  paper: ReceiptPaper;
  language: ReceiptLanguage;
}

export type ReceiptPaper = (typeof RECEIPT_PAPERS)[number];

export type ReceiptLanguage = (typeof RECEIPT_LANGUAGES)[number];
