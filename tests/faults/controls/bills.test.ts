import { expect, test } from "vitest";
import { type CouponRecord, NO_OFFER_EVIDENCE } from "../coupons";
import type { CouponFacts, WorldFacts } from "../facts";
import type { AnsweredBill, FaultRequest, LoggedBill, LoggedEntry } from "../history";
import type { CouponAct } from "../stories";
import { facts, request, Service } from "./service";

const OFFER = 7001;
const NUMBER = "C1";
const template: CouponFacts = {
  ...{ offerNumber: OFFER, merchantId: null, branches: [], cost: null, stock: null, rewardMin: null },
  off: { amount: 10_00n },
};
const world: WorldFacts = {
  ...facts,
  coupons: { templates: new Map([[OFFER, template]]), allowsUsed: false },
  earnsOnRest: true,
};
const coupon: CouponRecord = {
  ...{ number: NUMBER, offerNumber: OFFER, walletCode: null, issuedTo: null, state: "issued" },
  ...{ isLapsed: false, issuedByEntryId: null, voidedByEntryId: null, events: [] },
};
const settlement = (more: FaultRequest["content"] = {}) =>
  request("Settle", { BillValue: 60, CouponNumbers: [NUMBER], RedeemValue: 20, ...more });

/** Faults of a broken service: the part of a bill that it leaves out, and the answer that it changes. */
interface Wrong {
  without?: "redemption" | "reward" | "use" | "taken back" | "opened again";
  answer?: Partial<AnsweredBill>;
  isUndone?: boolean;
}

/** A bill of 60: a coupon takes 10 off, points pay 20 of 120, and 30 are rewarded. */
class Shop {
  readonly service = new Service(world, undefined, { world, coupons: [coupon] });
  readonly asked = settlement();
  private readonly events: CouponAct[] = [];

  constructor({ without, answer, isUndone = false }: Wrong = {}) {
    this.service.done(request("Reward", { PointsValue: 120 }));
    const reward = this.settle(without, answer);
    if (isUndone) this.undo(without, reward);
    const state = this.events.length === 1 ? "used" : "issued";
    const walletCode = this.events.length === 0 ? null : String(this.asked.content.WalletCode);
    this.service.offers = {
      ...NO_OFFER_EVIDENCE,
      coupons: [{ ...coupon, state, walletCode, events: this.events }],
    };
  }

  private settle(without: Wrong["without"], answer: Partial<AnsweredBill> = {}): LoggedEntry {
    const { service, asked } = this;
    const code = String(asked.content.WalletCode);
    const { before, effect } = service.expect(asked);
    const first = service.log.length + 1;
    const [redemptionId, id] = without === "redemption" ? [null, first] : [first, first + 1];
    const bill: LoggedBill = {
      ...{ id, redemptionId, value: 60_00, off: 10_00 },
      coupons: [{ number: NUMBER, off: 10_00 }],
    };
    const written = { externalLogId: asked.key ?? "", tag: asked.tag, bill };
    if (without !== "redemption") service.add(code, { ...before, ...written });
    const reward = { ...effect, ...written, id } as LoggedEntry;
    if (without === "reward") {
      service.answered(asked, undefined);
      return reward;
    }
    service.add(code, reward);
    if (without !== "use") this.events.push(this.act("used", asked, id));
    const { balanceAfter, amount } = reward;
    const said = { id, logTypeId: 2, amount, amountValue: 30, totalAmount: 30, balanceAfter };
    service.answered(asked, {
      ...{ status: 200, code: 0, isReplay: false, totalPoints: balanceAfter },
      entry: { ...said, refundedLogId: null, returned: undefined },
      bill: {
        ...{ billValue: 60, paidWithPoints: 20, payable: 30 },
        coupons: [{ couponNumber: NUMBER, valueOff: 10 }],
        entries: [
          { id: redemptionId ?? 0, logTypeId: 1, amount: 20 },
          { id, logTypeId: 2, amount },
        ],
        ...answer,
      },
    });
    return reward;
  }

  private undo(without: Wrong["without"], { id }: LoggedEntry): void {
    const { service } = this;
    const cancel = request("Cancel", { TransactionId: id });
    const code = String(cancel.content.WalletCode);
    const { before, effect } = service.expect(cancel);
    const written = { externalLogId: cancel.key ?? "", tag: cancel.tag };
    service.add(code, { ...before, ...written });
    if (without === "taken back") return void service.answered(cancel, undefined);
    const entry = service.add(code, { ...effect, ...written });
    if (without !== "opened again") this.events.push(this.act("reopened", cancel, entry.id));
    service.answered(cancel, {
      ...{ status: 200, code: 0, isReplay: false, totalPoints: entry.balanceAfter },
      entry: {
        ...{ id: entry.id, logTypeId: 4, amount: entry.amount, amountValue: 30, totalAmount: 30 },
        ...{ balanceAfter: entry.balanceAfter, refundedLogId: null, returned: undefined },
      },
    });
  }

  private act(kind: CouponAct["kind"], { clientId, content, tag }: FaultRequest, entryId: number): CouponAct {
    const { WalletCode, BranchMsisdn } = content;
    const where = { walletCode: String(WalletCode), branchMsisdn: String(BranchMsisdn) };
    return { ...{ kind, clientId, key: null, tag, entryId }, ...where };
  }

  found(): string {
    return this.service.found();
  }
}

test("nothing is found where a bill is there whole, is undone whole, and its parts are not to be had alone", () => {
  expect(new Shop({ isUndone: true }).found()).toBe("");
  const shop = new Shop();
  const [, redemption] = shop.service.log;
  shop.service
    .said(settlement(), 1421)
    .said(request("CancelCoupon", { CouponNumber: NUMBER }), 1421)
    .said(request("Cancel", { TransactionId: redemption?.id ?? 0 }), 1414)
    .said(settlement({ CouponNumbers: [], RedeemValue: 61 }), 1002)
    .said(settlement({ CouponNumbers: [], BillValue: 900, RedeemValue: 200 }), 1301);
  expect(shop.found()).toBe("");
});

test("a bill of which a part is missing is found, whichever it is", () => {
  expect(new Shop({ without: "reward" }).found()).toContain("expected was");
  expect(new Shop({ without: "redemption" }).found()).toContain("expected was");
  expect(new Shop({ without: "use" }).found()).toContain(`of ${NUMBER}`);
});

test("a bill that is undone in part is found", () => {
  expect(new Shop({ without: "taken back", isUndone: true }).found()).toContain("expected was");
  expect(new Shop({ without: "opened again", isUndone: true }).found()).toContain("its end");
});

test("a bill that is answered as it is not, and one that is refused without a reason, are found", () => {
  expect(new Shop({ answer: { payable: 50 } }).found()).toContain("was answered as");
  expect(new Shop({ answer: { entries: [] } }).found()).toContain("was answered as");
  const strict = new Shop();
  strict.service.said(settlement({ CouponNumbers: [], RedeemValue: 50 }), 1301);
  expect(strict.found()).toContain("1301 was never right");
});
