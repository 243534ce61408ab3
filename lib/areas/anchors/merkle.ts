import { hash } from "node:crypto";

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
