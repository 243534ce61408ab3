import { hash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { leafHash, MerkleRoot, pathOf, rootAlong } from "@/lib/areas/anchors/anchor";

/** The leaves and roots of the test vectors of RFC 6962's reference implementation. */
const LEAVES = [
  "",
  "00",
  "10",
  "2021",
  "3031",
  "40414243",
  "5051525354555657",
  "606162636465666768696a6b6c6d6e6f",
].map((digits) => Buffer.from(digits, "hex"));
const ROOTS = [
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];
// The vectors' leaves are bytes, ours texts: the same for bytes below 128, which these are.
const hashes = LEAVES.map((leaf) => leafHash(leaf.toString("latin1")));

function rootOf(leaves: readonly Buffer[]): string {
  const tree = new MerkleRoot();
  for (const leaf of leaves) tree.add(leaf);
  return tree.root().toString("hex");
}

describe("the tree over where wallets' logs ended", () => {
  test("is that of RFC 6962, for every number of leaves", () => {
    expect(LEAVES.map((_, last) => rootOf(hashes.slice(0, last + 1)))).toEqual(ROOTS);
    expect(rootOf([])).toBe(hash("sha256", "", "hex"));
  });

  test.each([1, 2, 3, 5, 7, 8, 13, 64, 100])("every one of %i leaves has a path to the root", (count) => {
    const leaves = Array.from({ length: count }, (_, index) => leafHash(`leaf ${index}`));
    const root = rootOf(leaves);
    for (const [index, leaf] of leaves.entries()) {
      expect(rootAlong(leaf, pathOf(leaves, index)).toString("hex")).toBe(root);
      expect(pathOf(leaves, index).length).toBeLessThanOrEqual(Math.ceil(Math.log2(count)));
    }
    expect(rootAlong(leafHash("another"), pathOf(leaves, 0)).toString("hex")).not.toBe(root);
  });
});
