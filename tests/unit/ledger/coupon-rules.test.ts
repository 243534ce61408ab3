import { describe, expect, test } from "vitest";
import { couponAfter } from "@/lib/ledger/with/coupons/rule";
import type { Coupon, CouponTemplate } from "@/lib/ledger/with/coupons/words";
import { moneyOf } from "@/lib/platform/money";
import {
  aPin,
  aSegment,
  aWallet,
  Book,
  cancel,
  FOREIGN_TILL,
  limited,
  redeem,
  refund,
  reward,
  TILL,
  takeBack,
} from "./build";

const MAY = "2026-05-31";
const OFFER = 7001;

const template = (more: Partial<CouponTemplate> = {}): CouponTemplate => ({
  ...{
    id: 1,
    merchantId: null,
    merchantNameEn: null,
    merchantNameAr: null,
    offerNumber: OFFER,
    state: "live",
  },
  ...{ titleEn: "Coffee", titleAr: "قهوة", termsEn: "", termsAr: "", discountType: 3, discount: 0 },
  ...{ validFrom: null, validUntil: null, validDays: null, branchIds: [], costPoints: 300 },
  ...{ stockLeft: null, rewardMin: null, worth: null, minBill: null },
  ...more,
});

/** A wallet of 1,000 points, and what there is of coupons. */
function bookWith(
  { offered = [], rewarding = [] }: { offered?: CouponTemplate[]; rewarding?: CouponTemplate[] },
  wallet = aWallet({ lots: { [MAY]: 1_000 } }),
  programme: ConstructorParameters<typeof Book>[0] = {},
): Book {
  const book = new Book({ wallets: [wallet], ...programme });
  book.state.coupons = {
    templates: new Map(offered.map((each) => [each.offerNumber, each])),
    rewarding,
    issued: new Map<number, Coupon>(),
  };
  return book;
}

const buy = (more = {}) => redeem(0, { couponOffer: OFFER, ...more });

/** A client of the sandbox whose wallet is {@link aTestWallet}. */
const TESTER = { ...TILL, sandbox: { id: 1, isDemo: false } };
const aTestWallet = () => aWallet({ lots: { [MAY]: 1_000 }, sandboxId: 1 });
const stockOf = (book: Book) => book.state.coupons?.templates.get(OFFER)?.stockLeft;

describe("a coupon for points", () => {
  test("takes what it costs, is worth what the points would pay for, and names its offer", () => {
    const wallet = aWallet({ lots: { [MAY]: 1_000 }, segment: aSegment({ redeemFactor: "7" }) });
    const book = bookWith({ offered: [template({ validDays: 30 })] }, wallet);
    const { decision } = book.run(buy());
    expect(decision).toMatchObject({ kind: "posted" });
    if (decision.kind !== "posted") throw new Error("Not posted");
    const { draft, coupon } = decision.postings[0];
    expect(draft).toMatchObject({ logTypeId: 1, pointsDelta: -300, amountValue: 4_285n, offerNumber: OFFER });
    expect(coupon).toMatchObject({ validUntil: "2026-02-14", isTest: false });
    expect(book.wallet().balance).toBe(700);
  });

  test.each([
    ["an offer that there is not", []],
    ["a draft", [template({ state: "draft" })]],
    ["one that was stopped", [template({ state: "stopped" })]],
    ["one that costs no points", [template({ costPoints: null })]],
    ["one whose last day is over", [template({ validUntil: "2026-01-14" })]],
    ["another merchant's", [template({ merchantId: 99 })]],
  ])("is refused with 1420 of %s", (_what, offered) => {
    expect(bookWith({ offered }).decide(buy())).toMatchObject({ kind: "refused", refusal: { code: 1420 } });
  });

  test("is refused without the points, below the threshold and where redeeming is off, as a redemption is", () => {
    const offered = [template()];
    const code = (wallet = aWallet()) => bookWith({ offered }, wallet).decide(buy());
    expect(code(aWallet({ lots: { [MAY]: 299 } }))).toMatchObject({ refusal: { code: 1301 } });
    expect(code(aWallet({ redemptionEnabled: false }))).toMatchObject({ refusal: { code: 1306 } });
    const segment = aSegment({ redeemThreshold: 500 });
    expect(code(aWallet({ lots: { [MAY]: 400 }, segment }))).toMatchObject({ refusal: { code: 1302 } });
  });

  test("is had up to the offer's last day, also at the merchant's own tills, and its points count as redeemed", () => {
    const ending = template({ validUntil: "2026-01-15", merchantId: TILL.merchantId });
    expect(bookWith({ offered: [ending] }).post(buy()).redeemedAfter).toBe(300);
  });

  test("that there is none of is 1420, whatever the PIN is asked for", () => {
    const wallet = aWallet({ lots: { [MAY]: 1_000 }, pin: aPin() });
    const programme = { programme: { pinPolicy: "above" as const, pinAboveValue: 0 } };
    expect(bookWith({}, wallet, programme).decide(buy())).toMatchObject({ refusal: { code: 1420 } });
  });

  test("asks for the PIN by what the points are worth, whatever value is sent", () => {
    const offered = [template()];
    const wallet = () => aWallet({ lots: { [MAY]: 1_000 }, pin: aPin() });
    const programme = { programme: { pinPolicy: "above" as const, pinAboveValue: 299 } };
    expect(bookWith({ offered }, wallet(), programme).decide(buy())).toMatchObject({
      refusal: { code: 1310 },
    });
    const cheap = [template({ costPoints: 299 })];
    expect(bookWith({ offered: cheap }, wallet(), programme).decide(buy())).toMatchObject({ kind: "posted" });
  });

  test("of a stock is given as often as there is one, to the last within a batch, then 1422", () => {
    const book = bookWith({ offered: [template({ stockLeft: 2, costPoints: 10 })] });
    expect(book.run(buy()).decision).toMatchObject({ kind: "posted" });
    const second = book.post(buy());
    expect(book.decide(buy())).toMatchObject({ kind: "refused", refusal: { code: 1422 } });
    // One that ends makes room for another.
    book.post(cancel(second.id));
    expect(stockOf(book)).toBe(1);
    expect(book.decide(buy())).toMatchObject({ kind: "posted" });
  });

  test("of a test wallet takes none of the stock, is had when none is left, and gives none back", () => {
    const book = bookWith({ offered: [template({ stockLeft: 0 })] }, aTestWallet());
    const { decision } = book.run(buy({ actor: TESTER }));
    expect(decision.kind === "posted" && decision.postings[0].coupon).toMatchObject({ isTest: true });
    expect(stockOf(book)).toBe(0);
    book.post(cancel(1, { actor: TESTER }));
    expect(stockOf(book)).toBe(0);
  });
});

test("a coupon that a pooled child pays for is the child's", () => {
  const pool = aWallet({ lots: { [MAY]: 1_000 } });
  const wallets = [pool, aWallet({ id: 2, walletCode: "C", poolWalletId: 1 })];
  const book = bookWith({ offered: [template()] }, pool, { wallets });
  const { id } = book.post(buy({ walletCode: "C" }));
  expect(book.state.coupons?.issued.get(id)?.walletId).toBe(2);
});

describe("a coupon with a reward", () => {
  const from = (units: number, more: Partial<CouponTemplate> = {}) =>
    template({ rewardMin: moneyOf(units), costPoints: null, ...more });
  const issuedBy = (book: Book, units: number, more = {}) => {
    const { decision } = book.run(reward(units, more));
    return decision.kind === "posted" ? decision.postings.at(-1)?.coupon?.template.offerNumber : undefined;
  };

  test("comes with the value or more, the highest that is reached, and one at most", () => {
    const rewarding = [from(1_000, { offerNumber: 2 }), from(500, { offerNumber: 1 })];
    const book = bookWith({ rewarding });
    expect(issuedBy(book, 499.99)).toBeUndefined();
    expect(issuedBy(book, 500)).toBe(1);
    expect(issuedBy(book, 1_000)).toBe(2);
  });

  test("comes at its branches and its merchant's only", () => {
    const own = bookWith({
      rewarding: [from(1, { merchantId: TILL.merchantId, branchIds: [TILL.branchId ?? 0] })],
    });
    expect(issuedBy(own, 10)).toBe(OFFER);
    expect(issuedBy(own, 10, { actor: FOREIGN_TILL })).toBeUndefined();
    const elsewhere = bookWith({ rewarding: [from(1, { branchIds: [999] })] });
    expect(issuedBy(elsewhere, 10)).toBeUndefined();
    expect(issuedBy(elsewhere, 10, { actor: { ...TILL, branchId: null } })).toBeUndefined();
  });

  test("of a stock comes as long as there is one, then the next that is reached, and to test wallets always", () => {
    const last = from(500, { stockLeft: 1 });
    const rewarding = [last, from(1, { offerNumber: 1, stockLeft: null })];
    const book = bookWith({ offered: [last], rewarding });
    expect([issuedBy(book, 500), issuedBy(book, 500)]).toEqual([OFFER, 1]);
    // A template that was not locked for the command has nothing to give.
    expect(issuedBy(bookWith({ rewarding }), 500)).toBe(1);
    const test = bookWith({ offered: [{ ...last, stockLeft: 0 }], rewarding }, aTestWallet());
    expect(issuedBy(test, 500, { actor: TESTER })).toBe(OFFER);
    expect(stockOf(test)).toBe(0);
  });
});

test("a coupon with a reward counts for its person's day as the points that its worth would cost; one for points does not", () => {
  const worth = { worth: 10, costPoints: 300, rewardMin: moneyOf(100) };
  const wallet = aWallet({ lots: { [MAY]: 1_000 }, segment: aSegment({ redeemFactor: "2" }) });
  const programme = { programme: { personRewardPointsMax: 125 }, limits: {} };
  const book = bookWith({ offered: [template(worth)], rewarding: [template(worth)] }, wallet, programme);
  const who = { actor: limited(TILL) };
  const { decision } = book.run(buy(who));
  expect(decision.kind === "posted" && decision.postings[0].marks?.couponPoints).toBe(0);
  expect(book.refusal(reward(106, who))).toEqual([
    1702,
    { limit: "personRewardPointsMax", required: 126, available: 125 },
  ]);
  book.post(reward(100, who));
  expect(book.refusal(reward(6, who))).toEqual([
    1702,
    { limit: "personRewardPointsMax", required: 6, available: 5 },
  ]);
});

describe("undoing what issued a coupon", () => {
  const bought = (programme = {}) => {
    const book = bookWith({ offered: [template()] }, undefined, { programme });
    return { book, entry: book.post(buy()) };
  };
  const use = (book: Book, entryId: number) => {
    const coupon = book.state.coupons?.issued.get(entryId);
    if (coupon !== undefined) book.state.coupons?.issued.set(entryId, { ...coupon, state: "used" });
  };

  test("ends an unused one", () => {
    const { book, entry } = bought();
    const undone = book.post(cancel(entry.id));
    expect(book.state.coupons?.issued.get(entry.id)).toMatchObject({
      state: "void",
      voidedByEntryId: undone.id,
    });
  });

  test("is refused where it was used, or leaves it used, by the programme's setting", () => {
    const { book, entry } = bought();
    use(book, entry.id);
    expect(book.decide(cancel(entry.id))).toMatchObject({ refusal: { code: 1414 } });
    expect(book.decide(refund(entry.id))).toMatchObject({ refusal: { code: 1402 } });
    book.setProgramme({ usedCouponPolicy: "allow" });
    book.post(cancel(entry.id));
    expect(book.state.coupons?.issued.get(entry.id)).toMatchObject({ state: "used" });
  });

  test("by a refund takes all points at once, and such a refund is not cancelled", () => {
    const { book, entry } = bought();
    expect(book.decide(refund(entry.id, { points: 299 }))).toMatchObject({ refusal: { code: 1402 } });
    const refunded = book.post(refund(entry.id));
    expect(book.state.coupons?.issued.get(entry.id)).toMatchObject({ state: "void" });
    expect(book.decide(cancel(refunded.id))).toMatchObject({ refusal: { code: 1414 } });
  });

  test("leaves the coupons of other entries alone", () => {
    const { book, entry } = bought();
    const other = book.post(buy());
    const plain = book.post(redeem(1));
    book.post(refund(plain.id, { points: 1 }));
    book.post(cancel(other.id));
    expect(book.state.coupons?.issued.get(entry.id)).toMatchObject({ state: "issued", walletId: 1 });
    expect(book.post(cancel(entry.id)).relatedEntryId).toBe(entry.id);
  });

  test("leaves one alone that is void already", () => {
    const { book, entry } = bought();
    const coupon = book.state.coupons?.issued.get(entry.id);
    if (coupon === undefined) throw new Error("No coupon");
    book.state.coupons?.issued.set(entry.id, { ...coupon, state: "void" });
    book.post(cancel(entry.id));
    expect(book.state.coupons?.issued.get(entry.id)?.voidedByEntryId).toBe(null);
  });

  test("is answered with its coupon as it was then: of what issued it issued, of what ended it void", () => {
    const { book, entry } = bought();
    const plain = book.post(redeem(1));
    expect(couponAfter(book.state, plain)).toBe(null);
    const other = book.post(refund(plain.id));
    const ending = book.post(cancel(entry.id));
    expect(couponAfter(book.state, entry)).toMatchObject({ state: "issued", voidedByEntryId: null });
    expect(couponAfter(book.state, ending)).toMatchObject({ state: "void", issuedByEntryId: entry.id });
    expect([couponAfter(book.state, plain), couponAfter(book.state, other)]).toEqual([null, null]);
    expect(couponAfter({ ...book.state, coupons: null }, entry)).toBe(null);
  });

  test("by returns of goods ends it with the last of them", () => {
    const book = bookWith({ rewarding: [template({ rewardMin: moneyOf(1) })] });
    const entry = book.post(reward(100));
    const first = book.post(takeBack(entry.id, { points: 60 }));
    expect(book.state.coupons?.issued.get(entry.id)).toMatchObject({ state: "issued" });
    const last = book.post(takeBack(entry.id, { points: 40 }));
    expect(book.state.coupons?.issued.get(entry.id)).toMatchObject({ state: "void" });
    for (const { id } of [first, last]) expect(book.refusal(cancel(id))).toBe(1414);
  });

  test("by returns is refused with 1402 where it was used, or leaves it used, by the programme's setting", () => {
    const book = bookWith({ rewarding: [template({ rewardMin: moneyOf(1) })] });
    const entry = book.post(reward(100));
    use(book, entry.id);
    book.post(takeBack(entry.id, { points: 99 }));
    expect(book.refusal(takeBack(entry.id))).toBe(1402);
    book.setProgramme({ usedCouponPolicy: "allow" });
    book.post(takeBack(entry.id));
    expect(book.state.coupons?.issued.get(entry.id)).toMatchObject({ state: "used" });
  });
});
