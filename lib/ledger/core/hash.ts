import { hash } from "node:crypto";
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
