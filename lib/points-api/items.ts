import { z } from "zod";
import { ENTRY_TEXT_MAX } from "@/lib/ledger/rules/types";
import type { SoldItem } from "@/lib/ledger/with/promotions/words";
import { type Money, moneyOf, readMoney } from "@/lib/platform/money";
import { declared, type FieldFacts } from "./field-facts";
import { AMOUNT_MAX, text } from "./fields";

/** Lines of one bill at most, and pieces of one line. */
export const ITEMS_MAX = 1_000;
export const QUANTITY_MAX = 10_000;
/** Goods are weighed to the gram. */
const QUANTITY_DECIMALS = 3;

/** A line of a bill. Without a quantity it is one piece; without a value the till does not say what it cost. Below zero: it was voided. */
const LINE = z.object({
  SkuId: text(ENTRY_TEXT_MAX.skuId, {
    help: { en: "Which item it is.", ar: "الصنف." },
    example: "SKU-4711",
    inLog: "shown",
  }),
  Quantity: z
    .number()
    .min(-QUANTITY_MAX)
    .max(QUANTITY_MAX)
    .refine((value) => value !== 0 && Number(value.toFixed(QUANTITY_DECIMALS)) === value)
    .nullish()
    .meta({
      description:
        "How many pieces, or how much of weighed goods, with up to three decimals; one when it is absent. Below zero for a line that was voided.",
      examples: [2],
    })
    .transform((value) => value ?? null),
  Value: z
    .number()
    .min(-AMOUNT_MAX)
    .max(AMOUNT_MAX)
    .refine((value) => value !== 0 && readMoney(Math.abs(value)) !== null)
    .nullish()
    .meta({
      description:
        "Price of the line, in currency units, whole or with up to two decimals. Below zero for a voided line and for a discount.",
      examples: [60],
    })
    .transform((value) => value ?? null),
});
type Line = z.output<typeof LINE>;

const LIMIT = {
  en: "up to 1,000 lines, each with `SkuId`, `Quantity` up to 10,000 with three decimals, and `Value`; below zero for voided lines and discounts, taken off the lines with the same `SkuId`: an item that was voided whole is as if it had not been sold. A line that cannot be read, or is below zero with nothing of its item to be taken off, is left out and named in `comments`; the bill earns",
  ar: "حتى 1,000 سطر، لكل منها `SkuId` و`Quantity` حتى 10,000 بثلاث منازل عشرية و`Value`؛ بالسالب للسطور الملغاة والخصومات، وتُخصم من سطور `SkuId` نفسه: الصنف الملغى كله كأنه لم يُبع. السطر الذي تتعذّر قراءته، والسطر السالب الذي لم يُبع من صنفه ما يُخصم منه، يُترك ويُذكر في `comments`، وتُحتسب نقاط الفاتورة",
};

/** The lines of a bill, as a strict client sends them; {@link readableLines} takes out for others what cannot be read. */
export function optionalItems(notes: Pick<FieldFacts, "help" | "inLog">) {
  return declared(
    z
      .array(LINE)
      .max(ITEMS_MAX)
      .nullish()
      .meta({ description: notes.help.en })
      .transform((items) => (items && items.length > 0 ? items : null)),
    { ...notes, kind: "items", limit: LIMIT },
  );
}

/**
 * Lines that can be read, and the places of the others, from 1 on (0: there are no lines): whatever is wrong with lines, their bill earns
 * (rules.md §21). Null for lines that are all readable.
 */
export function readableLines(value: unknown): { lines: unknown[]; leftOut: number[] } | null {
  if (!Array.isArray(value)) return { lines: [], leftOut: [0] };
  const leftOut: number[] = [];
  const lines = value.filter((line, place) => {
    const isReadable = place < ITEMS_MAX && LINE.safeParse(line).success;
    if (!isReadable) leftOut.push(place + 1);
    return isReadable;
  });
  return leftOut.length === 0 ? null : { lines, leftOut };
}

/**
 * Items of a bill, the lines below zero taken off those of the same item, and the places of lines that do not count, in order: those that were
 * left out, and those of items of which more was taken off than was sold. The lines of an item that was voided whole count: they come to nothing.
 * @param leftOut places, from 1 on, that are not among `lines`
 */
export function itemsOfLines(
  lines: readonly Line[] | null,
  leftOut: readonly number[],
): { items: SoldItem[] | undefined; notCounted: number[] } {
  const away = new Set(leftOut);
  const groups = new Map<string, { line: Line; place: number }[]>();
  let place = 0;
  for (const line of lines ?? []) {
    do place += 1;
    while (away.has(place));
    const code = line.SkuId.toLowerCase();
    groups.set(code, [...(groups.get(code) ?? []), { line, place }]);
  }
  const items: SoldItem[] = [];
  for (const group of groups.values()) {
    const sold = group.some(({ line }) => isBelowZero(line)) ? netted(group.map(({ line }) => line)) : null;
    if (sold === "voided") continue;
    if (sold === "none") for (const one of group) away.add(one.place);
    else items.push(...(sold === null ? group.map(({ line }) => itemOf(line)) : [sold]));
  }
  const notCounted = [...away].sort((one, other) => one - other);
  return { items: items.length === 0 ? undefined : items, notCounted };
}

function isBelowZero({ Quantity, Value }: Line): boolean {
  return (Quantity ?? 1) < 0 || (Value ?? 0) < 0;
}

function itemOf({ SkuId, Quantity, Value }: Line): SoldItem {
  return {
    skuId: SkuId,
    quantity: Quantity ?? 1,
    hundredths: Value === null ? null : Number(moneyOf(Value)),
  };
}

/**
 * One item of its lines; "voided" where they come to nothing, and "none" where they take off more than there is, or leave pieces without their
 * money or money without its pieces. A voided line is written with one sign or two.
 */
function netted(lines: readonly Line[]): SoldItem | "voided" | "none" {
  let thousandths = 0;
  let money: Money | null = 0n;
  for (const { Quantity, Value } of lines) {
    const quantity = Quantity ?? 1;
    const isVoid = quantity < 0;
    // A discount on the item takes money off, no pieces.
    if (isVoid || (Value ?? 0) >= 0) thousandths += Math.round(quantity * 10 ** QUANTITY_DECIMALS);
    if (Value === null) money = isVoid ? money : null;
    else if (money !== null) money += (isVoid || Value < 0 ? -1n : 1n) * moneyOf(Math.abs(Value));
  }
  if (thousandths === 0 && (money ?? 0n) === 0n) return "voided";
  if (thousandths <= 0 || (money !== null && money <= 0n)) return "none";
  return {
    skuId: lines[0]?.SkuId ?? "",
    quantity: thousandths / 10 ** QUANTITY_DECIMALS,
    hundredths: money === null ? null : Number(money),
  };
}
