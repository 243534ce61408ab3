import { describe, expect, test } from "vitest";
import { billPoints } from "@/lib/areas/entries/words";
import type { PromotionView as Promotion } from "@/lib/areas/promotions/promotion";
import { addUp, meet } from "@/lib/areas/promotions/promotion";
import { ANY_BILL } from "@/lib/ledger/with/promotions/words";

const RULE = {
  ...ANY_BILL,
  ...{ kind: "multiplier", multiplier: "2", points: null },
  ...{
    merchantIds: [],
    branchIds: [],
    segmentIds: [],
    ratePlans: [],
    weekdays: [],
    skuIds: [],
    channels: [],
  },
} as Promotion["rule"];

function promotion(rule: Partial<Promotion["rule"]> = {}, changes: Partial<Promotion> = {}): Promotion {
  const all = {
    startsAt: new Date("2026-03-01T00:00:00Z"),
    endsAt: new Date("2026-04-01T00:00:00Z"),
    merchantId: 1,
  };
  return { ...all, ...changes, rule: { ...RULE, ...rule } } as Promotion;
}

describe("two promotions meet", () => {
  test("when nothing tells them apart", () => {
    expect(meet(promotion(), promotion())).toBe(true);
    expect(meet(promotion({ branchIds: [1, 2] }), promotion({ branchIds: [2, 3] }))).toBe(true);
    expect(meet(promotion({ branchIds: [1] }), promotion())).toBe(true);
    expect(meet(promotion({ ratePlans: ["Gold"] }), promotion({ ratePlans: ["GOLD"] }))).toBe(true);
  });

  test.each([
    ["branches", { branchIds: [1] }, { branchIds: [2] }],
    ["weekdays", { weekdays: [1] }, { weekdays: [2] }],
    ["tiers", { segmentIds: [1] }, { segmentIds: [2] }],
    ["ways", { channels: [1] }, { channels: [2] }],
    ["hours", { hours: { from: 600, to: 720 } }, { hours: { from: 720, to: 840 } }],
  ] as const)("never with other %s", (_, one, other) => {
    const [first, second] = [one, other].map((rule) => promotion(rule as Partial<Promotion["rule"]>));
    if (first === undefined || second === undefined) throw new Error("Both are needed");
    expect(meet(first, second)).toBe(false);
    expect(meet(second, first)).toBe(false);
  });

  test("in hours that go on after midnight, on the day that follows too", () => {
    const night = promotion({ weekdays: [1], hours: { from: 22 * 60, to: 2 * 60 } });
    expect(meet(night, promotion({ weekdays: [2], hours: { from: 60, to: 120 } }))).toBe(true);
    expect(meet(night, promotion({ weekdays: [2], hours: { from: 600, to: 720 } }))).toBe(false);
  });

  test("not when one is over before the other begins, nor at two merchants", () => {
    expect(
      meet(
        promotion(),
        promotion(
          {},
          { startsAt: new Date("2026-04-01T00:00:00Z"), endsAt: new Date("2026-05-01T00:00:00Z") },
        ),
      ),
    ).toBe(false);
    expect(meet(promotion(), promotion({}, { merchantId: 2 }))).toBe(false);
    expect(meet(promotion(), promotion({}, { merchantId: null }))).toBe(true);
  });

  test("and add up only where the programme has it so and both may", () => {
    const [may, mayNot] = [promotion({ stacks: true }), promotion()];
    expect(addUp(may, may, true)).toBe(true);
    expect(addUp(may, may, false)).toBe(false);
    expect(addUp(may, mayNot, true)).toBe(false);
  });
});

test("a bill itself gives what is left of a reward without its promotions and its welcome bonus", () => {
  const promotions = [
    { number: 1, nameEn: "Double", nameAr: "ضعف", points: 310 },
    { number: 2, nameEn: "Fifty", nameAr: "خمسون", points: 50 },
  ];
  expect(billPoints({ points: 770, referralPoints: 100, promotions })).toBe(310);
  expect(billPoints({ points: 310, referralPoints: 0, promotions: [] })).toBe(310);
});
