import type { KeyObject } from "node:crypto";
import type { ClientBase, Pool } from "pg";
import { entryHash } from "@/lib/ledger/rules/hash";
import { readLogs } from "@/lib/ledger/verify/read";
import { findWrongCode } from "@/lib/log/look";
import { findEntryHash, readWalletEnds, type WalletEnd } from "@/lib/log/parts";
import { systemClock } from "@/lib/platform/clock";
import { CLOCK_TOLERANCE_MS } from "@/lib/platform/time-base";
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
  type PathStep,
  pathOf,
  rootAlong,
} from "./anchor";
import { acceptedAnchors } from "./future";
import { CHAINS, type ChainName, type ChainReport, checkChain, readAnchorOver, readAnchors } from "./store";

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
  /** The keys that are trusted; null: signatures are not checked, so that anchors prove nothing against a person with the database's password. */
  keys: readonly KeyObject[] | null;
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
  const trusted = keys === null ? null : new Map(keys.map((key) => [keyIdOf(key), key]));
  const filed = new Map(inFile?.map((anchor) => [anchor.number, anchor]));
  const findings: AnchorFinding[] = [];
  const heads: Record<ChainName, Map<number, { anchor: Anchor; head: ChainHead }[]>> = {
    audit: new Map(),
    security: new Map(),
  };
  let before: Anchor | null = null;
  const accepted = await acceptedAnchors(client);
  const strangers = new Set<string>();
  for (;;) {
    const anchors: Anchor[] = await readAnchors(client, { after: before?.number ?? 0, limit: PAGE });
    for (const anchor of anchors) {
      for (const what of await flawsOf(client, anchor, before, {
        trusted,
        filed: filed.get(anchor.number),
      })) {
        if (what === "time" && (before?.number ?? 0) <= accepted) continue;
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
  const isOfFuture =
    before !== null && before.createdAt.getTime() > systemClock.now().getTime() + CLOCK_TOLERANCE_MS;
  if (before !== null && isOfFuture && before.number > accepted) findings.push(findingOf(before, "future"));
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
  time: "it is older than the one before, whose clock was ahead",
  future: "a clock that was ahead made it",
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
  { trusted, filed }: { trusted: ReadonlyMap<string, KeyObject> | null; filed: Anchor | undefined },
): Promise<AnchorFindingKind[]> {
  const key = trusted?.get(anchor.keyId);
  const tree = await treeOver(client, anchor);
  const flaws: Partial<Record<AnchorFindingKind, boolean>> = {
    number: anchor.number !== (before?.number ?? 0) + 1,
    range: anchor.afterEntryId !== (before?.entryId ?? 0),
    previous: anchor.previousHash !== (before?.hash ?? null),
    time: before !== null && anchor.createdAt.getTime() < before.createdAt.getTime() - CLOCK_TOLERANCE_MS,
    hash: hashOfAnchor(anchor) !== anchor.hash,
    key: trusted !== null && key === undefined,
    signature: key !== undefined && !isSignedBy(anchor, key),
    entries: tree.root !== anchor.root || tree.wallets !== anchor.wallets,
    file_differs: filed !== undefined && (filed.hash !== anchor.hash || filed.signature !== anchor.signature),
  };
  return (Object.keys(flaws) as AnchorFindingKind[]).filter((what) => flaws[what]);
}

/** How an entry is under an anchor. */
export interface EntryProof {
  entryId: number;
  walletId: number;
  seq: number;
  /** base64. */
  hash: string;
  /** From the entry to the last one of its wallet under the anchor, each hashed over the one before. */
  chain: { entryId: number; seq: number; hash: string }[];
  leaf: WalletEnd;
  path: PathStep[];
  anchor: Anchor;
  /** Every step leads to the next, and a trusted key signed the end. */
  isProved: boolean;
  /** The first step that does not hold. */
  failure: "entry" | "code" | "no_code" | "chain" | "path" | "anchor_hash" | "key" | "signature" | null;
  /** False where the secret is not known: whoever has the database's password alone could have written the entry. */
  isCodeChecked: boolean;
}

/**
 * Proves that an entry is under an anchor: hashes the wallet's entries from this one to the last under the anchor again, then the
 * path of the tree, then checks the signature; and the entry's code under the key outside the database.
 * @returns null when there is no such entry, "waiting" when no anchor covers it yet
 */
export function proveEntry(pool: Pool, of: ProofOptions): Promise<EntryProof | null | "waiting"> {
  return inTransaction(pool, (client) => prove(client, of), { mode: "snapshot", timeLimitMs: 0 });
}

interface ProofOptions {
  entryId: number;
  keys: readonly KeyObject[];
  /** Whether the secret is known that entries' codes are made with. */
  knowsSecret: boolean;
}

async function prove(
  client: ClientBase,
  { entryId, keys, knowsSecret }: ProofOptions,
): Promise<EntryProof | null | "waiting"> {
  const found = await findEntryHash(client, entryId);
  if (found === null) return null;
  const { walletId, seq, hash, previousHash } = found;
  const anchor = await readAnchorOver(client, entryId);
  if (anchor === null) return "waiting";
  const leaves: Buffer[] = [];
  let own: { index: number; end: WalletEnd } | undefined;
  for await (const ends of readWalletEnds(client, anchor)) {
    for (const end of ends) {
      if (end.walletId === walletId) own = { index: leaves.length, end };
      leaves.push(leafHash(leafText(end)));
    }
  }
  if (own === undefined) return null;
  const { end } = own;
  const path = pathOf(leaves, own.index);
  const { chain, isWhole } = await chainTo(client, { walletId, seq, previousHash, until: end });
  const key = keys.find((trusted) => keyIdOf(trusted) === anchor.keyId);
  const root = rootAlong(leafHash(leafText(end)), path).toString("base64");
  const wrongCode = knowsSecret ? await findWrongCode(client, entryId) : null;
  const failures: [NonNullable<EntryProof["failure"]>, boolean][] = [
    ["entry", chain[0]?.hash !== hash],
    ["code", wrongCode === "code"],
    ["no_code", wrongCode === "no_code"],
    ["chain", !isWhole],
    ["path", root !== anchor.root],
    ["anchor_hash", hashOfAnchor(anchor) !== anchor.hash],
    ["key", key === undefined],
    ["signature", key !== undefined && !isSignedBy(anchor, key)],
  ];
  const failure = failures.find(([, isFailed]) => isFailed)?.[0] ?? null;
  return {
    ...{ entryId, walletId, seq, hash, chain, leaf: end, path, anchor },
    isProved: failure === null,
    failure,
    isCodeChecked: knowsSecret,
  };
}

async function chainTo(
  client: ClientBase,
  from: { walletId: number; seq: number; previousHash: string | null; until: WalletEnd },
): Promise<{ chain: EntryProof["chain"]; isWhole: boolean }> {
  const chain: EntryProof["chain"] = [];
  let isWhole = true;
  let before = from.previousHash;
  const logs = readLogs(client, {
    ...{ fromWalletId: String(from.walletId), afterSeq: from.seq - 1 },
    ...{ toWalletId: String(from.walletId), pageSize: 500 },
  });
  for await (const rows of logs) {
    for (const { entry, hash: stored } of rows) {
      if (entry.seq > from.until.seq) break;
      const made = entryHash(before, entry);
      isWhole &&= made === stored;
      chain.push({ entryId: entry.id, seq: entry.seq, hash: made });
      before = made;
    }
  }
  return { chain, isWhole: isWhole && chain.at(-1)?.hash === from.until.hash };
}
