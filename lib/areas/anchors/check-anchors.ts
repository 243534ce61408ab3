import type { KeyObject } from "node:crypto";
import type { ClientBase, Pool } from "pg";
import { readWalletEnds } from "@/lib/log/parts";
import { inTransaction } from "@/lib/platform/transaction";
import {
  type Anchor,
  type AnchorContent,
  type ChainHead,
  hashOfAnchor,
  isSignedBy,
  keyIdOf,
  leafHash,
  leafText,
  MerkleRoot,
} from "./anchor";
import { CHAINS, type ChainName, type ChainReport, checkChain, readAnchors } from "./store";

interface AnchorFinding {
  number: number;
  what: AnchorFindingKind;
  /** The entries that it covers: above the first number, up to the second. */
  entries: [number, number];
}

export interface AnchorReport {
  /** Anchors in the database. */
  anchors: number;
  /** Entries with a higher number are under no anchor yet. */
  entryId: number;
  /** Anchors in the file; null when there was none. */
  inFile: number | null;
  findings: AnchorFinding[];
  chains: ChainReport[];
  /** Of anchors and chains. */
  findingCount: number;
}

interface CheckOptions {
  /** The keys that are trusted. */
  keys: readonly KeyObject[];
  /** The file's anchors, read before the database; null when there is no file. */
  inFile: readonly Anchor[] | null;
  onProgress?: (progress: { anchors: number }) => void;
}

const PAGE = 500;

/**
 * Proves the logs against the anchors: makes every anchor's tree again from the entries, compares the ends of the chained logs with
 * the chains, which are hashed again as well, checks signatures and order, and compares the database's anchors with the file's.
 *
 * The check sees one moment's state whatever goes on meanwhile, and changes nothing.
 */
export function checkAnchors(pool: Pool, options: CheckOptions): Promise<AnchorReport> {
  return inTransaction(pool, (client) => inspect(client, options), { mode: "snapshot", timeLimitMs: 0 });
}

async function inspect(
  client: ClientBase,
  { keys, inFile, onProgress }: CheckOptions,
): Promise<AnchorReport> {
  const trusted = new Map(keys.map((key) => [keyIdOf(key), key]));
  const filed = new Map(inFile?.map((anchor) => [anchor.number, anchor]));
  const findings: AnchorFinding[] = [];
  const heads: Record<ChainName, Map<number, { anchor: Anchor; head: ChainHead }[]>> = {
    audit: new Map(),
    security: new Map(),
  };
  let before: Anchor | null = null;
  const strangers = new Set<string>();
  for (;;) {
    const anchors: Anchor[] = await readAnchors(client, { after: before?.number ?? 0, limit: PAGE });
    for (const anchor of anchors) {
      for (const what of await flawsOf(client, anchor, before, {
        trusted,
        filed: filed.get(anchor.number),
      })) {
        // A key that is not there is one thing that is wrong, whatever it signed.
        if (what !== "key" || !strangers.has(anchor.keyId)) findings.push(findingOf(anchor, what));
        if (what === "key") strangers.add(anchor.keyId);
      }
      filed.delete(anchor.number);
      for (const chain of CHAINS) expectHead(heads[chain], anchor, anchor[chain]);
      before = anchor;
      onProgress?.({ anchors: anchor.number });
    }
    if (anchors.length < PAGE) break;
  }
  // The file is written first: its next anchor is about to come into the database, or comes when the service runs again.
  const next = filed.get((before?.number ?? 0) + 1);
  if (next !== undefined && (await flawsOf(client, next, before, { trusted, filed: next })).length === 0) {
    filed.delete(next.number);
    for (const chain of CHAINS) expectHead(heads[chain], next, next[chain]);
  }
  for (const anchor of filed.values()) findings.push(findingOf(anchor, "not_in_database"));
  const chains: ChainReport[] = [];
  for (const chain of CHAINS) {
    const expected = heads[chain];
    chains.push(
      await checkChain(client, chain, (seq, hash) => {
        for (const { anchor, head } of expected.get(seq) ?? [])
          if (head.hash !== hash) findings.push(findingOf(anchor, chain));
        expected.delete(seq);
      }),
    );
    // Remaining expectations name links that are gone.
    for (const lacking of expected.values())
      for (const { anchor } of lacking) findings.push(findingOf(anchor, chain));
  }
  return {
    anchors: before?.number ?? 0,
    entryId: before?.entryId ?? 0,
    inFile: inFile?.length ?? null,
    findings: findings.sort((one, other) => one.number - other.number),
    chains,
    findingCount: findings.length + chains.reduce((sum, { findingCount }) => sum + findingCount, 0),
  };
}

function expectHead(
  expected: Map<number, { anchor: Anchor; head: ChainHead }[]>,
  anchor: Anchor,
  head: ChainHead,
): void {
  if (head.seq === 0) return;
  const same = expected.get(head.seq);
  if (same === undefined) expected.set(head.seq, [{ anchor, head }]);
  else same.push({ anchor, head });
}

function findingOf({ number, afterEntryId, entryId }: Anchor, what: AnchorFindingKind): AnchorFinding {
  return { number, what, entries: [afterEntryId, entryId] };
}

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
type AnchorFindingKind = keyof typeof ANCHOR_FINDINGS;

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
