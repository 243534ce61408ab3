import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SettleCommand } from "@/lib/ledger/rules/commands";
import type { Entry } from "@/lib/ledger/rules/types";
import type { ShownCoupon } from "@/lib/ledger/with/coupons/words";
import { moneyOff } from "@/lib/ledger/with/coupons/words";
import { lesser, moneyOf } from "@/lib/platform/money";
import { seedOf } from "@/tests/support/rounds";
import { aPin, aSegment, aWallet, Book, cancel, key, limited, redeem, reward, settle, TILL } from "./build";

const MAY = "2026-05-31";

function coupon(number: string, more: Partial<ShownCoupon["template"]> = {}): ShownCoupon {
  return {
    ...{ id: number.length, number, walletId: 1, state: "issued", validFrom: null, validUntil: null },
    ...{ issuedByEntryId: null, voidedByEntryId: null, isTest: false, usedAt: null },
    ...{ usedMerchantId: null, reopened: 0, isUndone: false, isSettled: false },
    template: {
      ...{
        id: number.length,
        merchantId: null,
        merchantNameEn: null,
        merchantNameAr: null,
        offerNumber: 7001,
      },
      ...{ state: "live", titleEn: "Off", titleAr: "خصم", termsEn: "", termsAr: "" },
      ...{ discountType: 2, discount: 20, validFrom: null, validUntil: null, validDays: null, branchIds: [] },
      ...{ costPoints: null, stockLeft: null, rewardMin: null, worth: null, minBill: null },
      ...more,
    },
  };
}

const shopOf = (balance: number, earnedOn: "bill" | "rest", coupons: readonly ShownCoupon[] = []) => {
  const segment = aSegment({ rewardFactor: "0.7", redeemFactor: "3", redeemThreshold: 30 });
  const book = new Book({
    wallets: [aWallet({ segment, lots: balance === 0 ? {} : { [MAY]: balance } })],
    programme: { earnedOn, rewardValueMax: 400 },
    limits: {},
  });
  for (const one of coupons) book.state.bills.shown.set(one.number, one);
  return book;
};

describe("a bill that is settled", () => {
  const bill = fc.record({
    cents: fc.integer({ min: 1, max: 60_000 }),
    paid: fc.oneof(fc.constant("max" as const), fc.constant(null), fc.integer({ min: 1, max: 40_000 })),
    balance: fc.nat(1_500),
    earnedOn: fc.constantFrom("bill" as const, "rest" as const),
    discounts: fc.array(fc.tuple(fc.constantFrom(1, 2, 3), fc.integer({ min: 1, max: 100 })), {
      maxLength: 3,
    }),
  });

  test("writes what its redemption and its reward write one after the other, or is refused as the first that is", () => {
    const met = new Map<string, number>();
    const whatever = ({
      cents,
      paid,
      balance,
      earnedOn,
      discounts,
    }: typeof bill extends fc.Arbitrary<infer B> ? B : never) => {
      const coupons = discounts.map(([discountType, discount], place) =>
        coupon("C".repeat(place + 1), { discountType, discount }),
      );
      const [whole, parts] = [shopOf(balance, earnedOn, coupons), shopOf(balance, earnedOn)];
      const value = moneyOf(cents / 100);
      const left = coupons.reduce((rest, { template }) => rest - moneyOff(template, rest), value);
      const actor = limited(TILL);
      const command: SettleCommand = settle(1, {
        ...{ actor, bill: value, coupons: coupons.map(({ number }) => number) },
        redeem: typeof paid === "number" ? moneyOf(paid / 100) : paid,
      });
      const before = structuredClone([whole.wallet(), [...whole.state.bills.shown]]);
      const { decision } = whole.run(command);
      const most = balance < 30 ? 0n : lesser(left, ((BigInt(balance) * 10_000n) / 3n / 100n) * 1n);
      const asked = paid === null ? 0n : paid === "max" ? most : moneyOf(paid / 100);
      const partsRefuse = asked > left ? 1002 : oneByOne(parts, { asked, left, actor });
      const outcome = decision.kind === "refused" ? decision.refusal.code : decision.kind;
      met.set(String(outcome), (met.get(String(outcome)) ?? 0) + 1);
      if (decision.kind === "refused") {
        expect(decision.refusal.code).toBe(partsRefuse);
        expect(decision.refusal.part).toMatch(/points|reward/);
        expect(structuredClone([whole.wallet(), [...whole.state.bills.shown]])).toEqual(before);
        return;
      }
      expect(partsRefuse).toBe("posted");
      const compared = ({ comment: _, ...entry }: Entry) => entry;
      expect(whole.log.map(compared)).toEqual(parts.log.map(compared));
      expect(whole.lots()).toEqual(parts.lots());
    };
    fc.assert(fc.property(bill, whatever), { numRuns: 1_500, seed: seedOf("settle") });
    expect([...met.keys()].sort()).toEqual(["1002", "1301", "1302", "1702", "posted"]);
  });

  test("can be undone whole: wallet and coupons are as they were", () => {
    const mine = coupon("MINE");
    const book = shopOf(900, "rest", [mine]);
    const { balance, accumulated, redeemed } = book.wallet();
    const own = book.post(settle(260, { coupons: ["MINE"], redeem: moneyOf(100), ...key("till") }));
    expect(book.log.map(({ logTypeId, amountValue }) => [logTypeId, amountValue])).toEqual([
      [1, moneyOf(100)],
      [2, moneyOf(140)],
    ]);
    expect(book.state.bills.shown.get("MINE")).toMatchObject({ state: "used" });
    book.post(cancel(0, { target: { originalKey: "till", operation: 16 } }));
    expect(book.wallet()).toMatchObject({ balance, accumulated, redeemed });
    expect(book.state.bills.shown.get("MINE")).toMatchObject({ state: "issued", reopened: 1 });
    expect(book.refusal(cancel(own.id))).toBe(1411);
  });

  test("asks one approval for all that its parts pass", () => {
    const book = new Book({
      wallets: [aWallet({ lots: { [MAY]: 500 } })],
      programme: { rewardValueMax: 100, walletRewardsMax: 0, earnedOn: "rest" },
      limits: {},
    });
    const refused = book.refusal(settle(500, { actor: limited(TILL), redeem: moneyOf(50), ...key("k") }));
    expect(refused).toMatchObject([
      1704,
      { breaches: [{ limit: "rewardValueMax" }, { limit: "walletRewardsMax" }] },
    ]);
  });

  test("counts a PIN that is wrong once, whatever the other parts would be", () => {
    const book = new Book({ wallets: [aWallet({ lots: { [MAY]: 500 }, pin: aPin() })] });
    const pin = { kind: "checked", pinVersion: 1, correct: false } as const;
    expect(book.refusal(settle(100, { redeem: moneyOf(50), pin }))).toBe(1311);
    expect(book.wallet().pin?.failedInRow).toBe(1);
    expect(book.post(settle(100, { pin })).logTypeId).toBe(2);
  });
});

/** Carries out the parts as commands of their own. */
function oneByOne(
  book: Book,
  { asked, left, actor }: { asked: bigint; left: bigint; actor: SettleCommand["actor"] },
): number | "posted" {
  if (asked > 0n) {
    const { decision } = book.run(redeem(1, { actor, value: asked }));
    if (decision.kind === "refused") return decision.refusal.code;
  }
  const { decision } = book.run(reward(1, { actor, value: left, paid: asked }));
  return decision.kind === "refused" ? decision.refusal.code : "posted";
}
