import type { KeyObject } from "node:crypto";
import type { ClientBase, Pool } from "pg";
import { inTransaction } from "@/lib/platform/transaction";
import { type Anchor, type ChainHead, keyIdOf } from "./anchor";
import { CHAINS, type ChainName, type ChainReport, checkChain } from "./chains";
import { type AnchorFindingKind, flawsOf } from "./flaws";
import { readAnchors } from "./store";

export interface AnchorFinding {
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

export interface CheckOptions {
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
