import { createHmac, hash } from "node:crypto";
import { env } from "@/lib/platform/env";
import { sealingKey } from "@/lib/platform/seal";
import { addHashed } from "./entry-fields";
import type { Entry } from "./types";

// Raised when the fields or their order change; entries written before keep the format they were written in.
const FORMAT = 1;

/**
 * SHA-256, base64, over every business field of an entry and the hash of the entry before it in the wallet's log, so
 * that a changed, removed or inserted row is found.
 */
export function entryHash(previousHash: string | null, entry: Entry): string {
  return hash("sha256", JSON.stringify(addHashed([FORMAT, previousHash], entry)), "base64");
}

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
