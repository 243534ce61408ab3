import { randomBytes } from "node:crypto";
import { normalizeMsisdn } from "./msisdn";
import {
  dataSecret,
  decrypt,
  encrypt,
  keyedHash,
  type SealPurpose,
  seal,
  sealEqual,
  unseal,
  unsealText,
} from "./seal";

/**
 * How customers' data is kept where it is not in its one place, `wallet` and `wallet_profile`: sealed, or as a keyed hash. The keys are made
 * from a secret that is not in the database (docs/privacy.md).
 */

const keyOf = (purpose: SealPurpose) => ({ serviceSecret: dataSecret(), purpose });

/** A national id as the database keeps it. Equal ids are equal sealed, so that the database can compare them. */
export function sealNationalId(nid: string): string;
export function sealNationalId(nid: string | null): string | null;
export function sealNationalId(nid: string | null): string | null {
  return nid === null ? null : sealEqual(nid, keyOf("national ids"));
}

/** A row of a customer as the database keeps it. */
export function withSealedId<Row extends { nid?: string | null }>(row: Row): Row {
  return typeof row.nid === "string" ? { ...row, nid: sealNationalId(row.nid) } : row;
}

/** Null for an id that was sealed with another secret. */
export function openNationalId(kept: string | null): string | null {
  return kept === null ? null : unsealText(kept, keyOf("national ids"));
}

/** Tells whether a mobile number (E.164) is one that was erased, to nobody without the secret. */
export function hashMobile(e164: string): Buffer {
  return keyedHash(e164, keyOf("mobile numbers"));
}

/** A PIN as its slow hash is made of it: four digits of a copied database are not to be tried without the secret. */
export function keyedPin(pin: string): string {
  return keyedHash(pin, keyOf("PINs")).toString("base64");
}

/** The beginning of {@link hashMobile} as text, for columns that had the number: 64 bits. */
export function markOfMobile(e164: string): string {
  return hashMobile(e164).toString("hex").slice(0, 16);
}

/** A part of a file with customers' data, or a line of one. */
export function sealFilePart(bytes: Uint8Array): Buffer {
  return seal(Buffer.from(bytes).toString("base64"), keyOf("files of customers"));
}

/** Bytes that were never sealed, of the release before, as they are. */
export function openFilePart(sealed: Uint8Array): Buffer {
  const text = unseal(sealed, keyOf("files of customers"));
  return text === null ? Buffer.from(sealed) : Buffer.from(text, "base64");
}

/** The name of a holder in a file of coupons (a number, or text as it was written), as its line keeps it. */
export function sealHolder(holder: string): Buffer {
  return seal(holder, keyOf("files of customers"));
}

/** Null for a holder that was sealed with another secret. */
export function openHolder(sealed: Uint8Array): string | null {
  return unseal(sealed, keyOf("files of customers"));
}

/** Stands where the code of a wallet would: no code begins so, and a number has one mark however it was written. */
export function holderMark(holder: string): string {
  return `#${markOfMobile(normalizeMsisdn(holder) ?? holder)}`;
}

/** A request that waits for a second person, as the database keeps it: its body may name a customer. */
export function sealRequest(request: object): string {
  return seal(JSON.stringify(request), keyOf("requests")).toString("base64url");
}

/** Null for a request that was sealed with another secret. */
export function openRequest(kept: unknown): object | null {
  const text = typeof kept === "string" ? unseal(Buffer.from(kept, "base64url"), keyOf("requests")) : null;
  return text === null ? null : JSON.parse(text);
}

/** A new key of a customer, sealed as the database keeps it. */
export function newCustomerKey(): Buffer {
  return seal(randomBytes(32).toString("base64"), keyOf("customer keys"));
}

/** A customer's data under their own key, as logs keep it. */
export function sealForCustomer(value: unknown, sealedKey: Uint8Array): string | null {
  const key = unseal(sealedKey, keyOf("customer keys"));
  if (key === null) return null;
  return encrypt(Buffer.from(JSON.stringify(value)), Buffer.from(key, "base64")).toString("base64url");
}

/** Undefined for a key that is gone or another one. */
export function openForCustomer(sealed: string, sealedKey: Uint8Array): unknown {
  const key = unseal(sealedKey, keyOf("customer keys"));
  const bytes = key === null ? null : decrypt(Buffer.from(sealed, "base64url"), Buffer.from(key, "base64"));
  return bytes === null ? undefined : JSON.parse(bytes.toString("utf8"));
}
