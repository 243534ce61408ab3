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
    file: "conversion.ts",
    text: "const FACTORS_MAX",
    changes: [["1_000", "1001"]],
    reason: "Says how many factors are remembered; one that is not is read from its text again.",
  },
  {
    file: "conversion.ts",
    text: "if (factors.size >= FACTORS_MAX) factors.clear();",
    changes: [
      ["factors.size >= FACTORS_MAX", "factors.size > FACTORS_MAX"],
      ["factors.size >= FACTORS_MAX", "factors.size < FACTORS_MAX"],
      ["factors.clear();", ""],
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
      [
        "change.promotionsBack === undefined ? {} : { promotionsBack: change.promotionsBack }",
        "{ promotionsBack: change.promotionsBack }",
      ],
      ["change.aside === undefined ? {} : { aside: change.aside }", "{ aside: change.aside }"],
      ["change.referral === undefined ? {} : { referral: change.referral }", "{ referral: change.referral }"],
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
  // Nothing has the number or the name null.
  {
    file: "aside/rule.ts",
    text: "lot === null ? [] : [[lot, points]]",
    changes: [["lot === null ? [] : [[lot, points]]", "[[lot, points]]"]],
    reason: "No lot has the name null, so nothing is taken from it.",
  },
  {
    file: "referrals/rule.ts",
    text: "lot === null ? [] : [[lot, points]]",
    changes: [["lot === null ? [] : [[lot, points]]", "[[lot, points]]"]],
    reason: "No lot has the name null, so nothing is taken from it.",
  },
  {
    file: "aside/rule.ts",
    text: "const own = merchantId === null",
    changes: [
      [
        "merchantId === null ? undefined : ripeningDaysByMerchant.get(merchantId)",
        "ripeningDaysByMerchant.get(merchantId)",
      ],
    ],
    reason: "No merchant has the number null, so no days of its own are found either way.",
  },
  {
    file: "limits/rule.ts",
    text: "(actor.merchantId === null ? undefined",
    changes: [
      [
        "actor.merchantId === null ? undefined : limits.merchants.get(actor.merchantId)",
        "limits.merchants.get(actor.merchantId)",
      ],
    ],
    reason: "No merchant has the number null, so no limits of its own are found either way.",
  },
  {
    file: "coupons/rule.ts",
    text: "const ended = voidsCouponOf === undefined",
    changes: [
      [
        "voidsCouponOf === undefined ? undefined : coupons.issued.get(voidsCouponOf)",
        "coupons.issued.get(voidsCouponOf)",
      ],
    ],
    reason: "No entry has the number undefined, so no coupon is found either way.",
  },
  {
    file: "coupons/rule.ts",
    text: "if (ended !== undefined && voidsCouponOf",
    changes: [
      [
        "ended !== undefined && voidsCouponOf !== undefined",
        "ended !== undefined || voidsCouponOf !== undefined",
      ],
    ],
    reason:
      "A coupon that an entry ends was on record when that was decided; the second question is for the type checker.",
  },
  {
    file: "coupons/rule.ts",
    text: "const ended = entry.relatedEntryId === null",
    changes: [
      [
        "entry.relatedEntryId === null ? undefined : coupons.issued.get(entry.relatedEntryId)",
        "coupons.issued.get(entry.relatedEntryId)",
      ],
    ],
    reason: "No entry has the number null, so no coupon is found either way.",
  },
  {
    file: "families/rule.ts",
    text: "const log = entryId == null",
    changes: [["entryId == null ? null : logOf(state, wallet, entryId)", "logOf(state, wallet, entryId)"]],
    reason: "No entry has the number null, so no log has it.",
  },
  {
    file: "families/rule.ts",
    text: "relatedEntryId === null ? undefined",
    changes: [
      [
        "relatedEntryId === null ? undefined : pool.entries.get(relatedEntryId)",
        "pool.entries.get(relatedEntryId)",
      ],
    ],
    reason: "No entry has the number null, so none is found either way.",
  },
  {
    file: "cancel.ts",
    text: "if (seen === undefined || seen.entryId === null",
    changes: [
      [
        "seen === undefined || seen.entryId === null || seen.walletId !== wallet.id",
        "seen === undefined || seen.entryId === null && seen.walletId !== wallet.id",
      ],
    ],
    reason:
      "The next line looks the entry up in the wallet's log, which has no entry null and none of another wallet.",
  },
  // A property that is undefined, and a list that is empty, are to every reader as if they were not there.
  {
    file: "cancel.ts",
    text: "...(undone.aside === undefined",
    changes: [["undone.aside === undefined ? {} : { aside: undone.aside }", "{ aside: undone.aside }"]],
    reason: "A property that is undefined is to every reader as if it was not there.",
  },
  {
    file: "cancel.ts",
    text: "...(pending.aside === undefined",
    changes: [["pending.aside === undefined ? {} : { aside: pending.aside }", "{ aside: pending.aside }"]],
    reason: "As above.",
  },
  {
    file: "return-reward.ts",
    text: "...(pending.aside === undefined",
    changes: [["pending.aside === undefined ? {} : { aside: pending.aside }", "{ aside: pending.aside }"]],
    reason: "As above.",
  },
  {
    file: "cancel.ts",
    text: "...(entry.offerNumber === null",
    changes: [
      [
        "entry.offerNumber === null ? {} : { promotionsBack: givenBackBy(state, entry) }",
        "{ promotionsBack: givenBackBy(state, entry) }",
      ],
    ],
    reason: "An entry without an offer has no promotion to give back to: the list is empty.",
  },
  {
    file: "promotions/rule.ts",
    text: "return back.length === 0",
    changes: [["back.length === 0 ? {} : { promotionsBack: back }", "{ promotionsBack: back }"]],
    reason: "An empty list gives nothing back.",
  },
  {
    file: "referrals/rule.ts",
    text: "return follows.length === 0",
    changes: [["follows.length === 0 ? own : { ...own, follows }", "{ ...own, follows }"]],
    reason: "An empty list is followed by nothing.",
  },
  // Sorting asks only whether one comes before the other.
  {
    file: "due.ts",
    text: "due.sort(([one], [other])",
    changes: [
      ["1", "2"],
      ["one > other", "one >= other"],
      ["one > other", "one <= other"],
      ["0", "1"],
      ["one > other ? 1 : 0", "1"],
      ["one > other ? 1 : 0", "0"],
    ],
    reason: "Sorting asks only whether one comes before the other.",
  },
  {
    file: "aside/rule.ts",
    text: "one.ripensOn === other.ripensOn",
    changes: [
      ["1", "2"],
      ["one.ripensOn < other.ripensOn", "one.ripensOn <= other.ripensOn"],
    ],
    reason:
      "Sorting asks only whether one comes before the other, and those of one day were told apart before.",
  },
  {
    file: "cancel.ts",
    text: "lot === null || points > 0",
    changes: [["points > 0", "points >= 0"]],
    reason: "No move is of no points.",
  },
  {
    file: "refund.ts",
    text: "if (lot !== null && taken < 0)",
    changes: [["taken < 0", "taken <= 0"]],
    reason: "No move is of no points.",
  },
  {
    file: "hold.ts",
    text: "if (part > captured)",
    changes: [["part > captured", "part >= captured"]],
    reason: "No points go back to a lot as if the lot had not been named.",
  },
  {
    file: "hold.ts",
    text: "{ isAll = false } = {}",
    changes: [["false", "true"]],
    reason: "The only caller says which.",
  },
  {
    file: "hold.ts",
    text: "if (value > entry.amountValue || needed",
    changes: [["value > entry.amountValue", "value >= entry.amountValue"]],
    reason: "The same value was answered before.",
  },
  {
    file: "decide.ts",
    text: 'if (verdict.kind === "refused" && verdict.wrongOfCaller',
    changes: [
      [
        'verdict.kind === "refused" && verdict.wrongOfCaller !== undefined',
        'verdict.kind === "refused" || verdict.wrongOfCaller !== undefined',
      ],
    ],
    reason:
      "A PIN is noted on being refused only where it was wrong, and then with the wrong ones of its caller.",
  },
  {
    file: "decide.ts",
    text: "context.command = command;",
    changes: [["context.command = command;", ""]],
    reason: "The command is the context's own; the line is for the type checker.",
  },
  {
    file: "aside/rule.ts",
    text: "if (day > lapse) return lapse;",
    changes: [["day > lapse", "day >= lapse"]],
    reason: "Of two that are the same day it does not matter which is returned.",
  },
  {
    file: "aside/rule.ts",
    text: "const taken = Math.min(points, held",
    changes: [["0", "1"]],
    reason: "Where nothing lies aside the next line takes nothing, whatever the number.",
  },
  {
    file: "bills/rule.ts",
    text: "return paid === NOTHING",
    changes: [
      [
        "paid === NOTHING ? context : { ...context, command: { ...command, value: value - lesser(value, paid) } }",
        "{ ...context, command: { ...command, value: value - lesser(value, paid) } }",
      ],
    ],
    reason: "Less nothing the value is the same.",
  },
  {
    file: "coupons/rule.ts",
    text: "given === entryId && givenBack === taken",
    changes: [["openRefunds > 0", "openRefunds >= 0"]],
    reason: "Only a refund or a return comes here, and it is itself open.",
  },
  {
    file: "coupons/rule.ts",
    text: "return reversals.some(",
    changes: [
      [
        "reversals.some( ({ entryId: given, givenBack, taken, openRefunds }) => given === entryId && givenBack === taken && openRefunds > 0, )",
        "reversals.every(({ entryId: given, givenBack, taken, openRefunds }) => given === entryId && givenBack === taken && openRefunds > 0)",
      ],
    ],
    reason: "A refund or a return reverses one entry.",
  },
  {
    file: "families/rule.ts",
    text: "const monthOf = ({ createdAt }: Entry)",
    changes: [
      ["0", "1"],
      ["7", "8"],
    ],
    reason: "Months of different millennia are not compared, and the hyphen after each month is the same.",
  },
  {
    file: "referrals/rule.ts",
    text: "const month = formatLocalDate(own.createdAt",
    changes: [["7", "8"]],
    reason: "The hyphen after each month is the same.",
  },
  {
    file: "referrals/rule.ts",
    text: "return { outcome, own: ownEntry",
    changes: [["0", "1"]],
    reason: "The number is asked for only where there is a follower.",
  },
  {
    file: "limits/rule.ts",
    text: "return { required: inUnits(required), available",
    changes: [["left > NOTHING", "left >= NOTHING"]],
    reason: "Nothing left is 0 either way.",
  },
  {
    file: "pin/rule.ts",
    text: "if (one === null || other === null)",
    changes: [["one === null || other === null", "one === null && other === null"]],
    reason: "Compared with a date null is before it.",
  },
  {
    file: "pin/rule.ts",
    text: "return one > other ? one : other;",
    changes: [["one > other", "one >= other"]],
    reason: "Of two that are the same moment it does not matter which is returned.",
  },
  {
    file: "promotions/rule.ts",
    text: "const giving = verdicts(state",
    changes: [["true", "false"]],
    reason:
      "Those that give nothing are left out again by what follows; leaving them out at once is quicker.",
  },
  {
    file: "promotions/rule.ts",
    text: "const giving = fitting.filter(",
    changes: [
      ["points(one) > 0", "points(one) >= 0"],
      ["fitting.filter((one) => points(one) > 0)", "fitting"],
    ],
    reason: "One that gives nothing adds nothing, and gives most only where none gives anything.",
  },
  {
    file: "promotions/rule.ts",
    text: "codes: new Set(folded.filter(",
    changes: [['folded.filter((code) => !code.endsWith("*"))', "folded"]],
    reason: "A code that is written as a beginning, with its asterisk, begins so as well.",
  },
  {
    file: "promotions/rule.ts",
    text: "groups.set(wanted, group);",
    changes: [["groups.set(wanted, group);", ""]],
    reason: "Says what is remembered; a group that is not is made again.",
  },
  {
    file: "promotions/rule.ts",
    text: "const rules = skuRules.get(skus)",
    changes: [
      [
        "skuRules.get(skus) ?? { exact: new Map(skus.map((sku) => [sku.skuId, sku])), // The first of equals. folded: new Map([...skus].reverse().map((sku) => [sku.skuId.toLowerCase(), sku])), }",
        "{ exact: new Map(skus.map((sku) => [sku.skuId, sku])), // The first of equals. folded: new Map([...skus].reverse().map((sku) => [sku.skuId.toLowerCase(), sku])), }",
      ],
    ],
    reason: "As above.",
  },
  {
    file: "promotions/rule.ts",
    text: "skuRules.set(skus, rules);",
    changes: [["skuRules.set(skus, rules);", ""]],
    reason: "As above.",
  },
  {
    file: "promotions/rule.ts",
    text: "return sum < bill ? sum : bill;",
    changes: [["sum < bill", "sum <= bill"]],
    reason: "Of two that are the same it does not matter which is returned.",
  },
  {
    file: "reviews/rule.ts",
    text: "const rewards = most === null",
    changes: [
      ["0", "1"],
      ["most === null ? 0 : within(reviewRewardsMinutes)", "within(reviewRewardsMinutes)"],
    ],
    reason: "The number is looked at only where there is a most.",
  },
];
