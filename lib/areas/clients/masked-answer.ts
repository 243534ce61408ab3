import { gunzipSync } from "node:zlib";
import { maskBranch, maskLength, maskNumber, scrub } from "./masked-request";

/** The kept form of an answer: enough to see what its caller was told, nothing about the customer. */
export interface MaskedAnswer {
  /** Of what was sent, in bytes. */
  length: number;
  /** Null when there was none, or when it was longer than {@link ANSWER_LENGTH_MAX}. */
  body: Json;
}
type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** The longest answer that is kept, in bytes: every answer but that of a long list of deals. */
export const ANSWER_LENGTH_MAX = 8_192;

/** An answer as it waits to be written down: its body, or of what is too long to be kept its length. */
export type SentAnswer = string | Uint8Array | number;

/** An answer until it is written down. */
export function keepable(body: string | Uint8Array): SentAnswer {
  return body.length > ANSWER_LENGTH_MAX ? body.length : body;
}

/** A text is shown as long as the longest words of a refusal. */
const SHOWN_LENGTH_MAX = 400;
const HIDDEN = "•••";
/** With which a compressed body begins. */
const GZIP = [0x1f, 0x8b] as const;

/**
 * Treatment of each text of an answer, by its key, and where one key means two things by the object's as well. Numbers name nobody and are
 * shown; a text that has no treatment is hidden. A test sees to it that none is missing.
 */
export const ANSWER_TREATMENT: Readonly<Record<string, "shown" | "mobile" | "branch" | "length">> = {
  "limits.limit": "shown",
  part: "shown",
  "parts.kind": "shown",
  "parts.name": "shown",
  "promotions.name": "shown",
  errorCode: "shown",
  errorMessage: "shown",
  // Anybody with the number may use the coupon.
  couponNumber: "length",
  offerNumber: "shown",
  operation: "shown",
  walletCode: "shown",
  mergedIntoWalletCode: "shown",
  parentWalletCode: "shown",
  walletType: "shown",
  name: "length",
  email: "length",
  address: "length",
  gender: "length",
  birthDate: "length",
  nid: "length",
  contactMsisdn: "mobile",
  referralMasterMSISDN: "mobile",
  optedInDate: "shown",
  "segment.name": "shown",
  ratePlan: "shown",
  color: "shown",
  // Free text may hold anything about anybody.
  comments: "length",
  merchantMSISDN: "branch",
  createdDate: "shown",
  invoiceDate: "shown",
  invoiceNumber: "shown",
  skuPointsId: "shown",
  externalLogId: "shown",
  expiresDate: "shown",
  usableFrom: "shown",
  holdState: "shown",
  ErrorMessage: "shown",
  EnglishErrorMessage: "shown",
  ArabicErrorMessage: "shown",
  Title: "shown",
  OfferNumber: "shown",
  Merchant: "shown",
  Description: "shown",
  Terms: "shown",
  Image: "shown",
  MerchantImage: "shown",
  StartDate: "shown",
  EndDate: "shown",
  ExpiryDate: "shown",
  BranchName: "shown",
  BranchAddress: "shown",
  Latitude: "shown",
  Longitude: "shown",
  "candidates.kind": "shown",
  "candidates.family": "shown",
  // A caller with this value acts for the customer.
  customer: "length",
  "client.consent": "shown",
  "client.merchant": "shown",
  BranchMsisdn: "branch",
  "couponDetails.title": "shown",
  "couponDetails.terms": "shown",
  "couponDetails.state": "shown",
  "couponDetails.validUntil": "shown",
  "couponDetails.merchant": "shown",
  "coupons.title": "shown",
  "coupons.terms": "shown",
  "coupons.state": "shown",
  "coupons.validUntil": "shown",
  "coupons.merchant": "shown",
  "offers.title": "shown",
  "offers.terms": "shown",
  "offers.validUntil": "shown",
  "offers.merchant": "shown",
};

/** The answer as it may be kept for days and read by a merchant's admins. Pure. */
export function maskAnswer(answer: SentAnswer, isOwnBranch: (msisdn: string) => boolean): MaskedAnswer {
  if (typeof answer === "number") return { length: answer, body: null };
  return { length: Buffer.byteLength(answer), body: masked(readJson(answer), "", "", isOwnBranch) };
}

function readJson(answer: string | Uint8Array): unknown {
  try {
    return JSON.parse(textOf(answer));
  } catch {
    return null;
  }
}

function textOf(answer: string | Uint8Array): string {
  if (typeof answer === "string") return answer;
  const isCompressed = GZIP.every((byte, index) => answer[index] === byte);
  return new TextDecoder().decode(
    isCompressed ? gunzipSync(answer, { maxOutputLength: ANSWER_LENGTH_MAX }) : answer,
  );
}

function masked(value: unknown, key: string, parent: string, isOwnBranch: (msisdn: string) => boolean): Json {
  if (typeof value === "string") return maskText(value, key, parent, isOwnBranch);
  if (typeof value === "number" || typeof value === "boolean") return value;
  if (Array.isArray(value)) return value.map((item) => masked(item, key, parent, isOwnBranch));
  if (typeof value !== "object" || value === null) return null;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, masked(inner, name, key, isOwnBranch)]),
  );
}

function maskText(
  text: string,
  key: string,
  parent: string,
  isOwnBranch: (msisdn: string) => boolean,
): string {
  if (text === "") return "";
  switch (ANSWER_TREATMENT[`${parent}.${key}`] ?? ANSWER_TREATMENT[key]) {
    case "shown":
      return scrub(text, SHOWN_LENGTH_MAX);
    case "mobile":
      return maskNumber(text);
    case "branch":
      return maskBranch(text, isOwnBranch);
    case "length":
      return maskLength(text);
    default:
      return HIDDEN;
  }
}
