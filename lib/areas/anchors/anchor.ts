import { createHash, hash, type KeyObject, sign, verify } from "node:crypto";

/** Where a chained log ended: its last link; 0 and null where it has none yet. */
export interface ChainHead {
  seq: number;
  /** base64. */
  hash: string | null;
}

export interface AnchorContent {
  /** 1, 2, 3 … without gaps. */
  number: number;
  createdAt: Date;
  /** Covers the entries above this number … */
  afterEntryId: number;
  /** … up to and with this one. */
  entryId: number;
  /** Leaves of the tree: wallets that moved. */
  wallets: number;
  /** Of the tree over the last hash of every wallet that moved, by wallet id. */
  root: string;
  audit: ChainHead;
  security: ChainHead;
  /** Of the anchor before; null for the first. */
  previousHash: string | null;
}

/** An anchor as it is kept: signed. */
export interface Anchor extends AnchorContent {
  /** Of what it says. */
  hash: string;
  keyId: string;
  /** Ed25519 over the same text, base64. */
  signature: string;
}

// Raised when the fields or their order change; older anchors keep the form they were signed in.
const FORMAT = 1;

/** The text that is hashed and signed. */
function textOf(anchor: AnchorContent): string {
  const { number, createdAt, afterEntryId, entryId, wallets, root, audit, security, previousHash } = anchor;
  const heads = [audit.seq, audit.hash, security.seq, security.hash];
  return JSON.stringify([
    "points anchor",
    FORMAT,
    ...[number, createdAt.toISOString(), afterEntryId, entryId, wallets, root, ...heads, previousHash],
  ]);
}

export function hashOfAnchor(anchor: AnchorContent): string {
  return hash("sha256", textOf(anchor), "base64");
}

/** The name of a key: the first 32 hexadecimal digits of the SHA-256 of its public part. */
export function keyIdOf(publicKey: KeyObject): string {
  const der = publicKey.export({ type: "spki", format: "der" });
  return createHash("sha256").update(der).digest("hex").slice(0, 32);
}

export function signAnchor(
  content: AnchorContent,
  { privateKey, keyId }: { privateKey: KeyObject; keyId: string },
): Anchor {
  const signature = sign(null, Buffer.from(textOf(content)), privateKey).toString("base64");
  return { ...content, hash: hashOfAnchor(content), keyId, signature };
}

/** Whether this key signed what the anchor says. */
export function isSignedBy(anchor: Anchor, publicKey: KeyObject): boolean {
  return verify(null, Buffer.from(textOf(anchor)), publicKey, Buffer.from(anchor.signature, "base64"));
}

/** A leaf of the tree: the end of a wallet's log. */
export function leafText({
  walletId,
  seq,
  entryId,
  hash: lastHash,
}: {
  walletId: number;
  seq: number;
  entryId: number;
  /** base64. */
  hash: string;
}): string {
  return JSON.stringify([walletId, seq, entryId, lastHash]);
}
