import { createHmac } from "node:crypto";
import { env } from "@/lib/platform/env";
import { sealingKey } from "@/lib/platform/seal";

/**
 * A code over an entry's hash, and so over all of the entry and the log before it, under a key that is not in the database: whoever has only
 * the database's password neither rewrites an entry nor adds one. Null where the secret is not known, as in tools beside the service, and
 * with ENTRY_MAC=off.
 * @param hash base64
 */
export function entryMac(hash: string): Buffer | null {
  const { dataSecret, sessionSecret, hasEntryMacs } = env();
  const serviceSecret = dataSecret ?? sessionSecret;
  if (serviceSecret === undefined || !hasEntryMacs) return null;
  return createHmac("sha256", sealingKey({ serviceSecret, purpose: "entries" }))
    .update(hash, "base64")
    .digest();
}
