import type { KeyObject } from "node:crypto";
import type { ClientBase } from "pg";
import { readWalletEnds } from "@/lib/log/parts";
import { type Anchor, type AnchorContent, hashOfAnchor, isSignedBy, leafText } from "./anchor";
import { leafHash, MerkleRoot } from "./merkle";

/** Faults of an anchor, or of the logs that it covers. */
export const ANCHOR_FINDINGS = {
  number: "anchors are missing before it",
  range: "it does not begin where the one before ended",
  previous: "it does not continue the one before",
  hash: "it was changed after it was made",
  key: "its key is not among the keys that are trusted; it is the first with this key",
  signature: "its signature is not that of its key",
  entries: "entries that it covers were changed, removed or added afterwards",
  audit: "acts that it covers were changed or removed afterwards",
  security: "security events that it covers were changed or removed afterwards",
  not_in_database: "it is in the file and not in the database",
  file_differs: "the file has another one under its number",
} as const;
export type AnchorFindingKind = keyof typeof ANCHOR_FINDINGS;

/** The root over where each wallet's log ended in this part of the log. Inside a transaction of the caller's. */
export async function treeOver(
  client: ClientBase,
  part: { afterEntryId: number; entryId: number },
): Promise<Pick<AnchorContent, "wallets" | "root">> {
  const tree = new MerkleRoot();
  for await (const ends of readWalletEnds(client, part))
    for (const end of ends) tree.add(leafHash(leafText(end)));
  return { wallets: tree.leaves, root: tree.root().toString("base64") };
}

/** Faults of an anchor, as far as they show beside the one before. Inside a transaction of the caller's. */
export async function flawsOf(
  client: ClientBase,
  anchor: Anchor,
  before: Anchor | null,
  { trusted, filed }: { trusted: ReadonlyMap<string, KeyObject>; filed: Anchor | undefined },
): Promise<AnchorFindingKind[]> {
  const key = trusted.get(anchor.keyId);
  const tree = await treeOver(client, anchor);
  const flaws: Partial<Record<AnchorFindingKind, boolean>> = {
    number: anchor.number !== (before?.number ?? 0) + 1,
    range: anchor.afterEntryId !== (before?.entryId ?? 0),
    previous: anchor.previousHash !== (before?.hash ?? null),
    hash: hashOfAnchor(anchor) !== anchor.hash,
    key: key === undefined,
    signature: key !== undefined && !isSignedBy(anchor, key),
    entries: tree.root !== anchor.root || tree.wallets !== anchor.wallets,
    file_differs: filed !== undefined && (filed.hash !== anchor.hash || filed.signature !== anchor.signature),
  };
  return (Object.keys(flaws) as AnchorFindingKind[]).filter((what) => flaws[what]);
}
