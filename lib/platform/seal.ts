import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { env } from "./env";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What a secret is for: what was sealed for one thing opens for no other. */
export type SealPurpose = "webhook secrets" | "signing secrets";

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

/** Seals a secret (AES-256-GCM), so that a copy of the database alone signs nothing. */
export function seal(secret: string, key: SealingKey): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", sealingKey(key), nonce);
  return Buffer.concat([nonce, cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()]);
}

/** The sealed secret; null when it was sealed with another service secret, for another purpose, or changed. */
export function unseal(sealed: Uint8Array, key: SealingKey): string | null {
  try {
    const bytes = Buffer.from(sealed);
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv("aes-256-gcm", sealingKey(key), nonce);
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

function sealingKey({ serviceSecret, purpose }: SealingKey): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", serviceSecret, "", `points-service ${purpose}`, 32));
}
