import { EMPTY_DRAFT } from "./serve-draft";
import type { LeftSale } from "./till-types";

const NAME = "points.till.sales";
/** A sale that waits longer is nobody's any more. */
const AGE_MS_MAX = 60 * 60 * 1_000;

interface Kept {
  branchId: number;
  atMs: number;
  sales: readonly LeftSale[];
}

/** Sales that a page of this tab kept for the branch within the last hour. */
export function readKeptSales(branchId: number): readonly LeftSale[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(NAME) ?? "null") as Kept | null;
    const isFresh = kept?.branchId === branchId && Date.now() - kept.atMs < AGE_MS_MAX;
    if (!isFresh) return [];
    // An amount that was no number is not in the text.
    return kept.sales.map((sale) => ({ ...sale, draft: { ...EMPTY_DRAFT, ...sale.draft } }));
  } catch {
    return [];
  }
}

/** Keeps sales with this tab, which forgets them when it is closed or its person signs out. */
export function writeKeptSales(branchId: number, sales: readonly LeftSale[]): void {
  try {
    const kept = { branchId, atMs: Date.now(), sales } satisfies Kept;
    if (sales.length === 0) sessionStorage.removeItem(NAME);
    else sessionStorage.setItem(NAME, JSON.stringify(kept));
  } catch {
    // Then they wait on this page only.
  }
}
