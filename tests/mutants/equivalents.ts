/** Mutants that behave exactly as the rules do, and why. */
export interface Equivalent {
  file: string;
  /** How the line begins. */
  text: string;
  changes: readonly (readonly [from: string, to: string])[];
  reason: string;
}

export const EQUIVALENTS: readonly Equivalent[] = [
  {
    file: "adjust.ts",
    text: "if (delta < 0) return takeFromLots",
    changes: [
      ["0", "1"],
      ["delta < 0", "delta <= 0"],
    ],
    reason: "Nobody can ask for a movement of no points: it is 1 or more, or -1 or less.",
  },
  {
    file: "pending.ts",
    text: "lot === null ? [] : [[lot, points]]",
    changes: [["lot === null ? [] : [[lot, points]]", "[[lot, points]]"]],
    reason: "No lot has the name null, so nothing is taken from it.",
  },
  {
    file: "conversion.ts",
    text: "const FACTORS_MAX",
    changes: [
      ["1_000", "1001"],
      ["1_000", "999"],
    ],
    reason: "Says how many factors are remembered; one that is not is read from its text again.",
  },
  {
    file: "conversion.ts",
    text: "if (factors.size >= FACTORS_MAX) factors.clear();",
    changes: [
      ["factors.size >= FACTORS_MAX", "factors.size > FACTORS_MAX"],
      ["factors.size >= FACTORS_MAX", "factors.size < FACTORS_MAX"],
      ["factors.size >= FACTORS_MAX", "true"],
      ["factors.size >= FACTORS_MAX", "false"],
      ["factors.clear();", ""],
      ["if (factors.size >= FACTORS_MAX) factors.clear();", ""],
    ],
    reason: "As above.",
  },
  {
    file: "conversion.ts",
    text: "factors.set(text, factor);",
    changes: [["factors.set(text, factor);", ""]],
    reason: "As above.",
  },
  {
    file: "cancel.ts",
    text: "const redemption = refund.relatedEntryId === null",
    changes: [
      [
        "refund.relatedEntryId === null ? undefined : wallet.entries.get(refund.relatedEntryId)",
        "wallet.entries.get(refund.relatedEntryId)",
      ],
    ],
    reason: "No entry has the number null, so none is found either way.",
  },
  {
    file: "cancel.ts",
    text: "left[from] = (left[from] ?? 0)",
    changes: [["0", "1"]],
    reason: "What a refund gave back to a lot is on record under that lot until the refund is undone.",
  },
  {
    file: "decide.ts",
    text: "const STATUS_REFUSAL =",
    changes: [["1202", "1203"]],
    reason:
      "The first of them, for active wallets, which nothing refuses for their status; that of 2 and 4 is noticed.",
  },
  {
    file: "decide.ts",
    text: "...(pinUpdate === undefined",
    changes: [["pinUpdate === undefined ? {} : { pinUpdate }", "{ pinUpdate }"]],
    reason: "A property that is undefined is to every reader as if it was not there.",
  },
  {
    file: "lots.ts",
    text: "return one < other ? -1",
    changes: [
      ["one < other", "one <= other"],
      ["1", "2"],
      ["one > other", "one >= other"],
      ["one > other", "one <= other"],
      ["0", "1"],
      ["one > other ? 1 : 0", "1"],
      ["one > other ? 1 : 0", "0"],
    ],
    reason: "Sorting asks only whether one comes before the other; of two parts of the same lot either may.",
  },
  {
    file: "lots.ts",
    text: "for (const { lot, points, from } of [...incoming]",
    changes: [["0", "1"]],
    reason: "The number beside the date is not looked at when dates are compared.",
  },
  {
    file: "lots.ts",
    text: "const origin = from === undefined",
    changes: [["from === undefined ? {} : { from }", "{ from }"]],
    reason: "A property that is undefined is to every reader as if it was not there.",
  },
  {
    file: "pending.ts",
    text: "if (day > lapse) return lapse;",
    changes: [["day > lapse", "day >= lapse"]],
    reason: "Of two that are the same day it does not matter which is returned.",
  },
  {
    file: "posting.ts",
    text: "...(change.",
    changes: [
      [
        "change.lapsedLot === undefined ? {} : { lapsedLot: change.lapsedLot }",
        "{ lapsedLot: change.lapsedLot }",
      ],
      [
        "change.mergedInto === undefined ? {} : { mergedInto: change.mergedInto }",
        "{ mergedInto: change.mergedInto }",
      ],
    ],
    reason: "A property that is undefined is to every reader as if it was not there.",
  },
  {
    file: "posting.ts",
    text: "invoiceDate: command.type",
    changes: [
      ['command.type === "reward" ? (command.invoiceDate ?? null) : null', "(command.invoiceDate ?? null)"],
    ],
    reason: "Only a reward has the field; the question is for the type checker.",
  },
  {
    file: "posting.ts",
    text: "skuId: command.type",
    changes: [['command.type === "reward" ? (command.skuId ?? null) : null', "(command.skuId ?? null)"]],
    reason: "Only a reward has the field; the question is for the type checker.",
  },
  {
    file: "refund.ts",
    text: "if (value > remainingValue)",
    changes: [["value > remainingValue", "value >= remainingValue"]],
    reason: "The same value was answered the line before.",
  },
  {
    file: "return-reward.ts",
    text: "const taken = lotMoves.find",
    changes: [["0", "1"]],
    reason: "Less than nothing is taken from a lot as little as nothing: neither is noted.",
  },
  {
    file: "return-reward.ts",
    text: "if (value > remainingValue)",
    changes: [["value > remainingValue", "value >= remainingValue"]],
    reason: "The same value was answered the line before.",
  },
  {
    file: "transfer.ts",
    text: "const incoming = taken.flatMap",
    changes: [["lot === null ? [] : [{ lot, points: -points }]", "[{ lot, points: -points }]"]],
    reason: "No more is taken than the wallet holds, so nothing of it is debt.",
  },
  {
    file: "calendar.ts",
    text: "const DAY_MS",
    changes: [["86_400_000", "86400001"]],
    reason: "A millisecond for each day makes another date after millions of days.",
  },
  {
    file: "conversion.ts",
    text: "const Exact = Decimal.clone",
    changes: [["40", "41"]],
    reason: "Enough digits and one more.",
  },
  {
    file: "conversion.ts",
    text: "const points = balance > 0",
    changes: [["balance > 0", "balance >= 0"]],
    reason: "A balance of nothing is worth nothing either way.",
  },
];
