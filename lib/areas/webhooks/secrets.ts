import { randomBytes } from "node:crypto";
import { seal, unseal } from "@/lib/platform/seal";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;
const PURPOSE = "webhook secrets";

/** A new signing secret in the form of the Standard Webhooks specification. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

/** Seals a secret, so that a copy of the database alone signs nothing. */
export function sealSecret(secret: string, serviceSecret: string): Buffer {
  return seal(secret, { serviceSecret, purpose: PURPOSE });
}

/** The sealed secret; null when it was sealed with another service secret or changed. */
export function openSecret(sealed: Uint8Array, serviceSecret: string): string | null {
  return unseal(sealed, { serviceSecret, purpose: PURPOSE });
}
