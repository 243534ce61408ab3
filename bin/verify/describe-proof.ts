import type { EntryProof } from "@/lib/areas/anchors/check-anchors";
import { STATE_FINDINGS } from "@/lib/areas/anchors/state";

export function withoutProof(entryId: number, proof: null | "waiting"): string {
  return proof === null
    ? `There is no entry ${entryId}.`
    : `Entry ${entryId} is under no anchor yet: the next one comes within minutes.`;
}

const hex = (base64: string) => Buffer.from(base64, "base64").toString("hex");

export function describeProof({
  entryId,
  walletId,
  seq,
  hash,
  chain,
  path,
  anchor,
  failure,
  isProved,
  isCodeChecked,
}: EntryProof): string {
  const last = chain.at(-1);
  return [
    `Entry ${entryId} is number ${seq} of wallet ${walletId}'s log. Its hash: ${hex(hash)}`,
    ...chain.slice(1).map((step) => `  entry ${step.entryId} is hashed over it: ${hex(step.hash)}`),
    `  entry ${last?.entryId} is where the wallet's log ended under anchor ${anchor.number}, a leaf of its tree of ${anchor.wallets}`,
    ...path.map((step) => `  beside it on the ${step.side}: ${step.hash.toString("hex")}`),
    `  root of the tree: ${hex(anchor.root)}`,
    `  anchor ${anchor.number} of ${anchor.createdAt.toISOString()}, hash ${hex(anchor.hash)}, signed with key ${anchor.keyId}`,
    isProved
      ? "Every step leads to the next and the signature holds: the entry is proved."
      : `Not proved: ${FAILURES[failure ?? "path"]}.`,
    ...(isCodeChecked ? [] : ["Its code was not checked: SESSION_SECRET is not known here."]),
  ].join("\n");
}

const FAILURES = {
  entry: "the entry is not what its hash was made of",
  code: `${STATE_FINDINGS.code} (its code is another)`,
  no_code: STATE_FINDINGS.no_code,
  chain: "the entries after it do not lead to where the log ended",
  path: "the path does not lead to the anchor's root",
  anchor_hash: "the anchor was changed",
  key: "the anchor's key is not trusted",
  signature: "the anchor's signature is not that of its key",
} as const;
