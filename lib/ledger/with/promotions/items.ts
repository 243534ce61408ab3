import type { Promotion, SoldItem } from "./words";

// Tills write one code in several letter cases. Stored codes keep the spelling that was sent.

interface ItemGroup {
  codes: ReadonlySet<string>;
  beginnings: readonly string[];
}
/** Groups of the rules in force: a list of a thousand codes is not looked through for each item. */
const groups = new WeakMap<readonly string[], ItemGroup>();

function groupOf(wanted: readonly string[]): ItemGroup {
  const known = groups.get(wanted);
  if (known !== undefined) return known;
  const folded = wanted.map((code) => code.toLowerCase());
  const group = {
    codes: new Set(folded.filter((code) => !code.endsWith("*"))),
    beginnings: folded.filter((code) => code.endsWith("*")).map((code) => code.slice(0, -1)),
  };
  groups.set(wanted, group);
  return group;
}

/** Whether a code is a wanted one, or begins with one that an asterisk ends: `COFFEE*`. */
export function isOfGroup(wanted: readonly string[], skuId: string): boolean {
  const { codes, beginnings } = groupOf(wanted);
  const code = skuId.toLowerCase();
  return codes.has(code) || beginnings.some((beginning) => code.startsWith(beginning));
}

type SkuRules = ReadonlyMap<string, Promotion["skus"][number]>;
const skuRules = new WeakMap<Promotion["skus"], { exact: SkuRules; folded: SkuRules }>();

/** The rule that gives points for an item: one at most, also where rules of before differ in the case of letters alone. */
function ruleOf({ skuId }: SoldItem, skus: Promotion["skus"]): Promotion["skus"][number] | undefined {
  const rules = skuRules.get(skus) ?? {
    exact: new Map(skus.map((sku) => [sku.skuId, sku])),
    // The first of equals.
    folded: new Map([...skus].reverse().map((sku) => [sku.skuId.toLowerCase(), sku])),
  };
  skuRules.set(skus, rules);
  return rules.exact.get(skuId) ?? rules.folded.get(skuId.toLowerCase());
}

/** Quantities have at most three decimals. */
const THOUSAND = 1_000;

/** Points for each piece of items, and the rule of the item that gave most. Of weighed goods whole points are given. */
export function pointsForItems(
  items: readonly SoldItem[],
  skus: Promotion["skus"],
): { points: number; skuRuleId: number | null } {
  const thousandths = new Map<Promotion["skus"][number], number>();
  for (const item of items) {
    const sku = ruleOf(item, skus);
    if (sku !== undefined)
      thousandths.set(sku, (thousandths.get(sku) ?? 0) + Math.round(item.quantity * THOUSAND));
  }
  let points = 0;
  let most = { points: 0, id: null as number | null };
  for (const sku of skus) {
    const given = Math.floor(((thousandths.get(sku) ?? 0) * sku.points) / THOUSAND);
    points += given;
    if (given > most.points) most = { points: given, id: sku.id };
  }
  return { points, skuRuleId: most.id };
}
