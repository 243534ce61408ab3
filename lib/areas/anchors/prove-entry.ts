import type { KeyObject } from "node:crypto";
import type { ClientBase, Pool } from "pg";
import { entryHash } from "@/lib/ledger/core/hash";
import { readLogs } from "@/lib/ledger/verify/read";
import { findEntryHash, readWalletEnds, type WalletEnd } from "@/lib/log/parts";
import { inTransaction } from "@/lib/platform/transaction";
import {
  type Anchor,
  hashOfAnchor,
  isSignedBy,
  keyIdOf,
  leafHash,
  leafText,
  type PathStep,
  pathOf,
  rootAlong,
} from "./anchor";
import { findWrongCode } from "./look";
import { readAnchorOver } from "./store";

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
