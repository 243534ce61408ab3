import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A new signing secret in the form of the Standard Webhooks specification. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

/** The key that webhook secrets are sealed with, made from the service's own secret, which is not in the database. */
function sealingKey(serviceSecret: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", serviceSecret, "", "points-service webhook secrets", 32));
}

/** Seals a secret (AES-256-GCM), so that a copy of the database alone signs nothing. */
export function sealSecret(secret: string, serviceSecret: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", sealingKey(serviceSecret), nonce);
  return Buffer.concat([nonce, cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()]);
}

/** The sealed secret; null when it was sealed with another service secret or changed. */
export function openSecret(sealed: Uint8Array, serviceSecret: string): string | null {
  try {
    const bytes = Buffer.from(sealed);
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv("aes-256-gcm", sealingKey(serviceSecret), nonce);
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
