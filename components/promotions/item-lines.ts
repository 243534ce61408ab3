import { readMoney } from "@/lib/platform/money";

/** Lines of a text as words; empty lines are none. */
function linesOf(text: string): string[][] {
  return text
    .split("\n")
    .map((line) =>
      line
        .trim()
        .split(/[\s,;:]+/)
        .filter((word) => word !== ""),
    )
    .filter((words) => words.length > 0);
}

/** "COFFEE 5" a line: an item and its points. A text that is no number becomes NaN, which no schema takes. */
export function skusOf(text: string): { skuId: string; points: number }[] {
  return linesOf(text).map(([skuId = "", points]) => ({ skuId, points: Number(points ?? Number.NaN) }));
}

export function skuText(skus: readonly { skuId: string; points: number }[]): string {
  return skus.map(({ skuId, points }) => `${skuId} ${points}`).join("\n");
}

/** "COFFEE, TEA*": codes of items, and beginnings of codes; of a list or a column pasted from a file. */
export function skuIdsOf(text: string): string[] {
  return text
    .split(/[,،;\t\n]/)
    .map((id) => id.trim())
    .filter((id) => id !== "");
}

/** "COFFEE 2 60" a line: an item, pieces and what they cost; the last two may be left out. */
export function itemsOf(text: string): { skuId: string; quantity: number; hundredths: number | null }[] {
  return linesOf(text).map(([skuId = "", quantity = "1", value]) => ({
    skuId,
    quantity: Number(quantity),
    hundredths: value === undefined ? null : Number(readMoney(Number(value)) ?? Number.NaN),
  }));
}
