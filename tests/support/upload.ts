import { hash } from "node:crypto";
import { IMPORT_PART_BYTES } from "@/lib/areas/imports/words";

/** SHA-256 of each part of a file of customers, as the page announces them. */
export function partHashes(bytes: Uint8Array): string[] {
  const hashes: string[] = [];
  for (let offset = 0; offset < bytes.byteLength; offset += IMPORT_PART_BYTES)
    hashes.push(hash("sha256", bytes.subarray(offset, offset + IMPORT_PART_BYTES)));
  return hashes;
}
