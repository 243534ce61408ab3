import { describe, expect, test } from "vitest";
import { type CouponRecord, NO_OFFER_EVIDENCE } from "../coupons";
import type { CouponFacts, PromotionFacts, WalletFacts, WorldFacts } from "../facts";
import type { FaultRequest, LoggedEntry } from "../history";
import { facts, MINUTE_MS, NOW, request, Service, strangers } from "./service";

const reward = (PointsValue: number, wallet?: WalletFacts) => request("Reward", { PointsValue }, wallet);
const redeem = (PointsValue: number, wallet?: WalletFacts) => request("RedeemUser", { PointsValue }, wallet);
const hold = (Points: number, wallet?: WalletFacts) => request("Hold", { Points, Minutes: 30 }, wallet);
const capture = ({ id }: LoggedEntry, Points?: number, wallet?: WalletFacts) =>
  request("Capture", { HoldId: id, ...(Points === undefined ? {} : { Points }) }, wallet);
const release = ({ id }: LoggedEntry, wallet?: WalletFacts) => request("Release", { HoldId: id }, wallet);

describe("of holds", () => {
  test("nothing is found where each ends once, and what is late or too much is refused", () => {
    const service = new Service();
    service.done(reward(100));
    const held = service.done(hold(60));
    service.said(redeem(41), 1301).said(capture(held, 61), 1419);
    service.done(capture(held, 45));
    service.said(release(held), 1418).said(capture(held), 1418);
    const other = service.done(hold(10));
    service.done(release(other));
    expect(service.found()).toBe("");
    expect(service.log.at(-1)).toMatchObject({ balanceAfter: 55, suspendedAfter: 0, redeemedAfter: 45 });
  });

  test("one that is captured twice is found, and one that is captured for more", () => {
    const service = new Service();
    service.done(reward(100));
    const held = service.done(hold(60));
    const first = service.done(capture(held));
    service.done(capture(held), { ...first, redeemedAfter: 120 });
    expect(service.found()).toContain("1418");
    const generous = new Service();
    generous.done(reward(100));
    const small = generous.done(hold(60));
    generous.done(capture(small, 60), { amount: 61, pointsDelta: -1, balanceAfter: 39, redeemedAfter: 61 });
    expect(generous.found()).toContain("expected was");
  });

  test("points that are set aside and spent all the same are found", () => {
    const service = new Service();
    service.done(reward(100));
    service.done(hold(60));
    service.done(redeem(100), {
      ...{ logTypeId: 1, amount: 100, pointsDelta: -100, suspendedDelta: 0, amountValue: 100_00n },
      ...{
        balanceAfter: -60,
        accumulatedAfter: 100,
        redeemedAfter: 100,
        suspendedAfter: 60,
        relatedEntryId: null,
      },
    });
    expect(service.found()).toContain("1301");
  });

  test("one that is released before its time, not at all, or twice is found", () => {
    const system = (held: LoggedEntry, at: number) => ({
      ...{ logTypeId: 10, amount: 60, pointsDelta: 60, suspendedDelta: -60, amountValue: 60_00n, at },
      ...{ balanceAfter: 100, accumulatedAfter: 100, redeemedAfter: 0, suspendedAfter: 0 },
      ...{ relatedEntryId: held.id, merchantId: null, branchMsisdn: null },
    });
    const [early, late] = [NOW + 29 * MINUTE_MS, NOW + 30 * MINUTE_MS];
    const found = (times: readonly number[], paidAt?: number) => {
      const service = new Service();
      service.done(reward(100));
      const held = service.done(hold(60));
      for (const at of times) service.add(held.walletCode, system(held, at));
      if (paidAt !== undefined) service.done(redeem(1), {}, { at: paidAt });
      return service.found();
    };
    expect(found([late], late)).toBe("");
    expect(found([early])).toContain("was not due yet");
    expect(found([late, late])).toContain("was not set aside");
    expect(found([], late)).toContain("should have been released before");
  });
});

describe("of families", () => {
  const [parent, ...others] = strangers as [WalletFacts, WalletFacts, WalletFacts];
  const pooled = { into: parent.code, isCard: false, allowance: 50 };
  const family = [
    parent,
    { ...others[0], pooled },
    { ...others[1], pooled: { ...pooled, isCard: true, allowance: null } },
  ];
  const [, child, card] = family as [WalletFacts, WalletFacts, WalletFacts];
  const generous = family.map((one) =>
    one.pooled ? { ...one, pooled: { ...one.pooled, allowance: null } } : one,
  );

  test("nothing is found where all spend from one pool, and the child within its allowance", () => {
    const service = new Service(facts, family);
    service.done(reward(100, card));
    const paid = service.done(redeem(50, child));
    service.said(redeem(1, child), 1702).said(request("Refund", { TransactionId: paid.id }, card), 1401);
    service.done(request("Refund", { TransactionId: paid.id, Points: 10 }, child));
    service.done(redeem(10, child));
    service.done(redeem(50, card));
    service.said(redeem(1, parent), 1301);
    expect(service.found()).toBe("");
  });

  test("a child that passes its allowance by one point is found", () => {
    const service = new Service(facts, family, { wallets: generous });
    service.done(reward(100, card));
    service.done(redeem(51, child));
    expect(service.found()).toContain("1702");
  });

  test("nothing is found where a child's holds count as spent until they are released, and are captured all the same", () => {
    const service = new Service(facts, family);
    service.done(reward(100, card));
    const [held, other] = [service.done(hold(30, child)), service.done(hold(20, child))];
    service.said(redeem(1, child), 1702).said(hold(1, child), 1702);
    service.done(capture(held, 25, child));
    service.done(release(other, child));
    service.done(redeem(25, child));
    service.said(redeem(1, child), 1702);
    expect(service.found()).toBe("");
  });

  test("a child that pays beside what it holds is found, and a capture that its allowance refuses", () => {
    const service = new Service(facts, family, { wallets: generous });
    service.done(reward(200, card));
    service.done(hold(50, child));
    service.done(redeem(1, child));
    expect(service.found()).toContain("1702");
    const strict = new Service(facts, family);
    strict.done(reward(200, card));
    strict.said(capture(strict.done(hold(50, child)), 50, child), 1702);
    expect(strict.found()).toContain("1702");
  });

  test("an entry in a pooled child's own log, or in another's name, is found", () => {
    const service = new Service(facts, family);
    const rewarded = service.done(reward(100, card));
    const others = service.log.map((entry) => ({ ...entry, actorCode: child.code }));
    expect(service.found()).toBe("");
    service.log.splice(0, 1, ...others);
    expect(service.found()).toContain("nobody sent what it is of");
    service.log.splice(0, 1, { ...rewarded, walletCode: card.code, actorCode: null });
    expect(service.found()).toContain("whose points are in another's");
  });
});

describe("of coupons", () => {
  const OFFER = 7001;
  const template: CouponFacts = {
    ...{ offerNumber: OFFER, merchantId: null, branches: [], cost: 20, stock: 1, rewardMin: null, off: null },
  };
  const worldOf = (more: Partial<CouponFacts> = {}, allowsUsed = false): WorldFacts => ({
    ...facts,
    coupons: { templates: new Map([[OFFER, { ...template, ...more }]]), allowsUsed },
  });
  const buy = () => request("IssueCoupon", { OfferNumber: OFFER });
  const use = (number: string) => request("RedeemCoupon", { CouponNumber: number });
  const used = ({ key, content, clientId, tag }: FaultRequest) => ({
    ...{ kind: "used" as const, clientId, key: key ?? null, tag },
    ...{ walletCode: String(content.WalletCode), branchMsisdn: String(content.BranchMsisdn) },
  });
  const coupon = ({ id, walletCode }: LoggedEntry, more: Partial<CouponRecord> = {}): CouponRecord => ({
    ...{ number: `C${id}`, offerNumber: OFFER, walletCode, issuedTo: walletCode, state: "issued" as const },
    ...{ isLapsed: false, issuedByEntryId: id, voidedByEntryId: null, events: [], ...more },
  });
  const offersOf = (coupons: readonly CouponRecord[], left = 0) => ({
    ...{ coupons, stockLeft: new Map([[OFFER, left]]), promotionTotals: new Map() },
  });
  const done = { status: 200, code: 0, isReplay: false, totalPoints: 80, entry: undefined };
  const bought = (world: WorldFacts) => {
    const service = new Service(world);
    service.done(reward(100));
    return { service, entry: service.done(buy(), {}, { coupon: { voidedBy: null } }) };
  };

  test("nothing is found where one is sold, used once, and refused from then on", () => {
    const { service, entry } = bought(worldOf());
    const first = use(`C${entry.id}`);
    service
      .said(buy(), 1422)
      .answered(first, done)
      .said(use(`C${entry.id}`), 1421);
    service.said(request("Cancel", { TransactionId: entry.id }), 1414);
    service.offers = offersOf([coupon(entry, { state: "used", events: [used(first)] })]);
    expect(service.found()).toBe("");
  });

  test("one that is used twice is found", () => {
    const { service, entry } = bought(worldOf());
    const [first, second] = [use(`C${entry.id}`), use(`C${entry.id}`)];
    service.answered(first, done).answered(second, done);
    service.offers = offersOf([coupon(entry, { state: "used", events: [used(first), used(second)] })]);
    expect(service.found()).toContain("became used when it was used");
  });

  test("one more than there are, one that was not issued, and a use that was answered only are found", () => {
    const { service, entry } = bought(worldOf());
    const second = service.done(buy());
    service.offers = offersOf([coupon(entry), coupon(second)], -1);
    expect(service.found()).toContain("2 of 1 are out");
    const silent = bought(worldOf());
    silent.service.offers = offersOf([], 1);
    expect(silent.service.found()).toContain("issued 0 coupons");
    const idle = bought(worldOf());
    idle.service.answered(use(`C${idle.entry.id}`), done);
    idle.service.offers = offersOf([coupon(idle.entry)]);
    expect(idle.service.found()).toContain("answered, but not done");
  });

  test("a use where it is not taken, and a refusal without a reason are found", () => {
    const { service, entry } = bought(worldOf({ branches: ["01000000002"] }));
    const first = use(`C${entry.id}`);
    service.answered(first, done);
    service.offers = offersOf([coupon(entry, { state: "used", events: [used(first)] })]);
    expect(service.found()).toContain("where or when it could not be");
    const strict = bought(worldOf());
    strict.service.said(use(`C${strict.entry.id}`), 1421);
    strict.service.offers = offersOf([coupon(strict.entry)]);
    expect(strict.service.found()).toContain("1421 was never right");
  });

  test("one that outlives what issued it is found", () => {
    const { service, entry } = bought(worldOf());
    const cancelled = service.done(request("Cancel", { TransactionId: entry.id }));
    service.offers = offersOf([coupon(entry)]);
    expect(service.found()).toContain("left its coupon");
    service.offers = offersOf([coupon(entry, { state: "void", voidedByEntryId: cancelled.id })], 1);
    expect(service.found()).toBe("");
  });
});

describe("of promotions", () => {
  const promotion: PromotionFacts = {
    ...{ number: 9, gives: 30, merchantIds: [], least: null, isForFirst: false, stacks: true },
    ...{ budget: 60, walletMax: null },
  };
  const worldOf = (...all: readonly Partial<PromotionFacts>[]): WorldFacts => ({
    ...facts,
    promotions: { all: all.map((one) => ({ ...promotion, ...one })), stacks: true },
  });
  const given = [{ number: 9, points: 30 }];
  const found = (world: WorldFacts, gifts: readonly LoggedEntry["parts"][], total: number): string => {
    const service = new Service(world);
    for (const parts of gifts) service.done(reward(10), {}, { parts: parts ?? null });
    service.offers = { ...NO_OFFER_EVIDENCE, promotionTotals: new Map([[9, total]]) };
    return service.found();
  };

  test("nothing is found where the budget is used up to the last point and no further", () => {
    expect(found(worldOf({}), [given, given, []], 60)).toBe("");
    expect(found(worldOf({ budget: 89 }), [given, given, []], 60)).toBe("");
  });

  test("a budget that is passed, by one point too, and one that is counted otherwise are found", () => {
    expect(found(worldOf({}), [given, given, given], 90)).toContain("gave 90 of 60");
    expect(found(worldOf({ budget: 59 }), [given, given], 60)).toContain("when 30 of 59 were given");
    expect(found(worldOf({}), [given, given, []], 30)).toContain("30 were counted");
  });

  test("one that acts too often for a customer, or not where it had to, is found", () => {
    const world = worldOf({ budget: null, walletMax: 2 });
    expect(found(world, [given, given, []], 0)).toBe("");
    expect(found(world, [given, given, given], 0)).toContain("9+30 acted on it");
    expect(found(world, [given, []], 0)).toContain("nothing acted on it");
  });

  test("what does not add up as it has to is found", () => {
    const both = worldOf({ budget: null }, { number: 10, gives: 5, budget: null });
    const all = [...given, { number: 10, points: 5 }];
    expect(found(both, [all], 0)).toBe("");
    expect(found(both, [given], 0)).toContain("9+30 acted on it");
  });
});
