import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { env } from "./env";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Purpose of a secret: a secret sealed for one purpose opens for no other. */
export type SealPurpose =
  | "webhook secrets"
  | "signing secrets"
  | "customer keys"
  | "national ids"
  | "files of customers"
  | "requests"
  | "sign-in answers"
  | "mobile numbers"
  | "PINs"
  | "customers of FindWallet"
  | "state beside the log"
  | "sessions of the service"
  | "entries";

interface SealingKey {
  /** The service's own secret, which is not in the database. */
  serviceSecret: string;
  purpose: SealPurpose;
}

/** The service's own secret. Throws where it is not known, which is never in a running server. */
export function serviceSecret(): string {
  const { sessionSecret } = env();
  if (sessionSecret === undefined) throw new Error("The service has no secret: SESSION_SECRET is not known");
  return sessionSecret;
}

/** The secret that customers' data is sealed with: DATA_SECRET, otherwise the service's own. */
export function dataSecret(): string {
  return env().dataSecret ?? serviceSecret();
}

/** Seals a secret (AES-256-GCM), so that a copy of the database alone signs nothing. */
export function seal(secret: string, key: SealingKey): Buffer {
  return encrypt(Buffer.from(secret, "utf8"), sealingKey(key), randomBytes(NONCE_BYTES));
}

/** The sealed secret; null when it was sealed with another service secret, for another purpose, or changed. */
export function unseal(sealed: Uint8Array, key: SealingKey): string | null {
  return decrypt(sealed, sealingKey(key))?.toString("utf8") ?? null;
}

/** The nonce of {@link decrypt} comes first, the tag last. Never two texts under one key and nonce. */
export function encrypt(
  bytes: Uint8Array,
  key: Uint8Array,
  nonce: Uint8Array = randomBytes(NONCE_BYTES),
): Buffer {
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/** Returns null for another key, and for bytes that were changed. */
export function decrypt(sealed: Uint8Array, key: Uint8Array): Buffer | null {
  try {
    const bytes = Buffer.from(sealed);
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}

/** HMAC-SHA256: tells whether a text is the one that was kept, to nobody without the secret. */
export function keyedHash(text: string, key: SealingKey): Buffer {
  return createHmac("sha256", sealingKey(key)).update(text).digest();
}

/**
 * Seals a text so that equal texts are equal sealed: the nonce is the text's own hash. For columns that the database compares.
 * A text that is sealed already stays as it is.
 */
export function sealEqual(text: string, key: SealingKey): string {
  if (text.startsWith(SEALED)) return text;
  const nonce = keyedHash(text, key).subarray(0, NONCE_BYTES);
  return SEALED + encrypt(Buffer.from(text, "utf8"), sealingKey(key), nonce).toString("base64url");
}

/** The text; one that was never sealed as it is, and null for another secret. */
export function unsealText(text: string, key: SealingKey): string | null {
  return text.startsWith(SEALED) ? unseal(Buffer.from(text.slice(SEALED.length), "base64url"), key) : text;
}

/** Stands before a text that is sealed. */
export const SEALED = "sealed:";

const sealingKeys = new Map<string, Uint8Array>();

export function sealingKey({ serviceSecret, purpose }: SealingKey): Uint8Array {
  const name = `${purpose} ${serviceSecret}`;
  const known = sealingKeys.get(name);
  if (known !== undefined) return known;
  const key = new Uint8Array(hkdfSync("sha256", serviceSecret, "", `points-service ${purpose}`, 32));
  sealingKeys.set(name, key);
  return key;
}
