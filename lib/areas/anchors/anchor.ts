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

// The tree of RFC 6962 (certificate transparency): a leaf is hashed behind 0, a node behind 1, so that neither can be taken for
// the other; with a number of leaves that is no power of two the left side is the largest whole tree.

const LEAF = Buffer.of(0);
const NODE = Buffer.of(1);
/** Of a tree without leaves. */
const EMPTY = sha256(Buffer.alloc(0));

function sha256(data: Buffer): Buffer {
  return hash("sha256", data, "buffer");
}

export function leafHash(text: string): Buffer {
  return sha256(Buffer.concat([LEAF, Buffer.from(text, "utf8")]));
}

function nodeHash(left: Buffer, right: Buffer): Buffer {
  return sha256(Buffer.concat([NODE, left, right]));
}

/** A tree's root, from leaves that are given one after the other; holds one hash for each level. */
export class MerkleRoot {
  /** Whole trees, the largest first; no two are of one size. */
  readonly #trees: { size: number; hash: Buffer }[] = [];
  leaves = 0;

  add(leaf: Buffer): void {
    let tree = { size: 1, hash: leaf };
    for (let last = this.#trees.at(-1); last?.size === tree.size; last = this.#trees.at(-1)) {
      this.#trees.pop();
      tree = { size: tree.size * 2, hash: nodeHash(last.hash, tree.hash) };
    }
    this.#trees.push(tree);
    this.leaves += 1;
  }

  root(): Buffer {
    const [last, ...larger] = this.#trees.map(({ hash: treeHash }) => treeHash).reverse();
    return last === undefined ? EMPTY : larger.reduce((right, left) => nodeHash(left, right), last);
  }
}

/** One step from a leaf to the root: the hash beside it, and on which side that is. */
export interface PathStep {
  side: "left" | "right";
  hash: Buffer;
}

/** The steps from the leaf at `index` to the root. */
export function pathOf(leaves: readonly Buffer[], index: number): PathStep[] {
  if (leaves.length <= 1) return [];
  const split = 2 ** Math.floor(Math.log2(leaves.length - 1));
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return index < split
    ? [...pathOf(left, index), { side: "right", hash: rootOf(right) }]
    : [...pathOf(right, index - split), { side: "left", hash: rootOf(left) }];
}

function rootOf(leaves: readonly Buffer[]): Buffer {
  const tree = new MerkleRoot();
  for (const leaf of leaves) tree.add(leaf);
  return tree.root();
}

/** The root that a leaf and its path lead to. */
export function rootAlong(leaf: Buffer, path: readonly PathStep[]): Buffer {
  return path.reduce(
    (hashed, { side, hash: beside }) =>
      side === "left" ? nodeHash(beside, hashed) : nodeHash(hashed, beside),
    leaf,
  );
}
