import { describe, expect, test } from "vitest";
import { PortalError } from "@/components/kit/error";
import type { OperationState } from "@/components/operations/run";
import { salesToKeep } from "@/components/till/till-sale";
import { INITIAL_TILL, isSecondAsked, isTyping, isWaiting, step } from "@/components/till/till-state";
import type { Outside, TillEffect, TillEvent, TillState } from "@/components/till/till-types";
import { isAmount } from "@/components/till/use-amount-problem";
import type { Posted, Quote } from "@/lib/areas/till/schemas";
import type { LookupAnswer } from "@/lib/areas/wallets/shown-schemas";

const WALLET = { id: 7, walletCode: "100007", name: "Mona Ali", balance: 500 };
const OTHER = { id: 8, walletCode: "100008", name: "Karim", balance: 0 };
const BRANCH = 3;

/** A till whose events happen one after the other, with a clock and a connection of its own. */
class TestTill {
  state: TillState = INITIAL_TILL;
  outside: Outside = { nowMs: 10_000, isConnected: true };
  readonly effects: TillEffect[] = [];

  send(event: TillEvent): readonly TillEffect[] {
    const { state, effects } = step(this.state, event, this.outside);
    this.state = state;
    this.effects.push(...effects);
    return effects;
  }

  wait(milliseconds: number): void {
    this.outside = { ...this.outside, nowMs: this.outside.nowMs + milliseconds };
  }

  disconnect(): void {
    this.outside = { ...this.outside, isConnected: false };
  }

  get turn(): number {
    return this.state.turn;
  }

  find(wallet = WALLET): void {
    this.send({ type: "scanned", code: wallet.walletCode });
    this.answerLookup(wallet);
  }

  answerLookup(wallet = WALLET, turn = this.turn): readonly TillEffect[] {
    return this.send({ type: "found", turn, answer: foundAs({ kind: "wallet", wallet }) });
  }

  type(value: number, invoiceNumber = ""): void {
    this.send({ type: "edited", changes: { value } });
    this.send({ type: "edited", changes: { invoiceNumber } });
  }

  submit(): readonly TillEffect[] {
    return this.send({ type: "submitted", atMs: this.outside.nowMs });
  }

  confirm(): readonly TillEffect[] {
    return this.send({ type: "confirmed", branchId: BRANCH, wallet: WALLET, atMs: this.outside.nowMs });
  }

  /** By a press, or by Enter at that time. */
  accept(keyAtMs: number | null = null): readonly TillEffect[] {
    return this.send({ type: "nextAccepted", keyAtMs, isBill: isAmount(this.state.draft.value) });
  }

  quote(changes: Partial<Extract<Quote, { outcome: "possible" }>> = {}): readonly TillEffect[] {
    return this.send({ type: "quoted", turn: this.turn, quote: possible(changes) });
  }

  operation(state: OperationState, turn = this.turn): readonly TillEffect[] {
    return this.send({ type: "operation", turn, state });
  }

  /** A till at which this bill is on its way. */
  static running(mode: "reward" | "redeem" = "reward"): TestTill {
    const till = new TestTill();
    till.find();
    till.send({ type: "modeChosen", mode });
    till.type(60, " INV-1 ");
    till.confirm();
    till.quote({ isPinRequired: mode === "redeem" });
    if (mode === "redeem") till.send({ type: "pinGiven", pin: "4071" });
    return till;
  }
}

function possible(changes: Partial<Extract<Quote, { outcome: "possible" }>> = {}): Quote {
  return {
    outcome: "possible",
    points: 60,
    value: 60,
    balanceAfter: 560,
    expiresOn: null,
    usableFrom: null,
    reachesSegment: null,
    isPinRequired: false,
    sameJustNowAt: null,
    repeatsEntryId: null,
    referralPoints: 0,
    ...changes,
  };
}

/** Of a wallet the till's state needs no more than this. */
function foundAs(answer: {
  kind: "wallet" | "entry";
  wallet: typeof WALLET;
  entryId?: number;
}): LookupAnswer {
  return answer as unknown as LookupAnswer;
}

/** What the browser finds out has no status; what the service refuses has one. */
const failure = (code: string) => {
  const status = code === "offline" || code === "unreadable" ? 0 : 422;
  return new PortalError({ code, texts: { en: code, ar: code }, status });
};
const done: OperationState = { status: "done", posted: { replayed: false } as Posted };
const refused = (code: string): OperationState => ({ status: "refused", error: failure(code) });
const startsOf = ({ effects }: TestTill) => effects.filter(({ type }) => type === "start");

describe("finding a customer", () => {
  test("what is scanned is looked up, and what is found replaces what stands there", () => {
    const till = new TestTill();
    expect(till.send({ type: "scanned", code: " 100007 " })).toEqual([
      { type: "lookUp", turn: 1, code: "100007" },
    ]);
    expect(till.state.stage).toEqual({ name: "ready" });
    till.answerLookup();
    expect(till.state).toMatchObject({ stage: { name: "wallet", walletId: 7 }, lookup: null, customer: 1 });
    expect(isWaiting(till.state)).toBe(false);
  });

  test("what is typed ahead of a slow look-up is the customer's bill, and its Enter looks nothing up", () => {
    const till = new TestTill();
    till.send({ type: "typed", text: "100007" });
    till.submit();
    till.send({ type: "typed", text: "1000072" });
    till.send({ type: "typed", text: "1000075" });
    expect(till.submit()).toEqual([]);
    till.answerLookup();
    expect(till.state).toMatchObject({ draft: { value: 25 }, box: { text: "" }, stage: { walletId: 7 } });
  });

  test("what is typed ahead is nothing when nobody is found, and ends the look-up when it changes the code", () => {
    const till = new TestTill();
    till.send({ type: "scanned", code: "100007" });
    till.send({ type: "typed", text: "10000725" });
    till.send({ type: "found", turn: till.turn, answer: { kind: "nothing", sought: "code" } });
    expect(till.state).toMatchObject({ draft: { value: null }, box: { text: "100007" } });
    till.send({ type: "scanned", code: "100007" });
    till.send({ type: "typed", text: "10000" });
    till.answerLookup();
    expect(till.state).toMatchObject({ stage: { name: "ready" }, box: { text: "10000" }, lookup: null });
  });

  test("of several look-ups the last one counts, whichever is answered first", () => {
    const till = new TestTill();
    till.send({ type: "scanned", code: "100007" });
    till.send({ type: "scanned", code: "100008" });
    till.answerLookup(WALLET, 1);
    till.send({ type: "notFound", turn: 1, error: failure("not_found") });
    expect(till.state).toMatchObject({ stage: { name: "ready" }, box: { problem: null } });
    till.answerLookup(OTHER, 2);
    expect(till.state.stage).toEqual({ name: "wallet", walletId: 8 });
  });

  test("a code that nobody has stays in the box, with the reason; when the password is asked for, without", () => {
    const till = new TestTill();
    till.send({ type: "scanned", code: "404" });
    till.send({ type: "notFound", turn: 1, error: failure("not_found") });
    expect(till.state.box).toMatchObject({ text: "404", problem: { code: "not_found" } });
    till.submit();
    till.send({ type: "notFound", turn: 2, error: failure("unauthenticated") });
    expect(till.state.box).toEqual({ text: "404", problem: null });
  });

  test("a coupon that is nobody's waits for the customer who is found next, and for nobody after that one", () => {
    const till = new TestTill();
    till.send({ type: "scanned", code: "COUPON" });
    till.send({ type: "found", turn: 1, answer: { kind: "coupon", number: "COUPON" } });
    expect(till.state).toMatchObject({ stage: { name: "ready" }, box: { text: "" }, coupon: "COUPON" });
    till.find();
    expect(till.state).toMatchObject({ stage: { walletId: 7, coupon: "COUPON" }, coupon: null });
    till.find(OTHER);
    expect(till.state.stage).toEqual({ name: "wallet", walletId: 8 });
  });

  test("a coupon that is nobody's is of the customer who is being served, whose bill stays as it was typed", () => {
    const till = new TestTill();
    till.find();
    till.type(60);
    till.send({ type: "scanned", code: "COUPON" });
    till.send({ type: "found", turn: till.turn, answer: { kind: "coupon", number: "COUPON" } });
    expect(till.state).toMatchObject({
      ...{ stage: { walletId: 7, coupon: "COUPON" }, coupon: null, customer: 1, draft: { value: 60 } },
    });
  });

  test("a coupon that is nobody's is given up with the next customer", () => {
    const till = new TestTill();
    till.send({ type: "scanned", code: "COUPON" });
    till.send({ type: "found", turn: 1, answer: { kind: "coupon", number: "COUPON" } });
    till.send({ type: "next" });
    till.find();
    expect(till.state.stage).toEqual({ name: "wallet", walletId: 7 });
  });

  test("what means nothing stays in the box, with what it was read as", () => {
    const till = new TestTill();
    till.send({ type: "typed", text: " Mona " });
    till.submit();
    till.send({ type: "found", turn: 1, answer: { kind: "nothing", sought: "name" } });
    expect(till.state.box).toEqual({ text: "Mona", problem: { nothing: "name" } });
    expect(till.state.stage).toEqual({ name: "ready" });
    till.send({ type: "typed", text: "Mon" });
    expect(till.state.box.problem).toBe(null);
  });

  test("without a connection nothing is kept for what turns out to mean nothing", () => {
    const till = new TestTill();
    till.disconnect();
    till.send({ type: "scanned", code: "404" });
    expect(till.state.stage).toEqual({ name: "offline", code: "404" });
    till.outside = { ...till.outside, isConnected: true };
    till.send({ type: "scanned", code: "404" });
    till.send({ type: "found", turn: 1, answer: { kind: "nothing", sought: "short" } });
    expect(till.state.stage).toEqual({ name: "ready" });
  });

  test("several that may be meant are shown with what was typed; one of a receipt leads to its entry", () => {
    const till = new TestTill();
    till.send({ type: "scanned", code: "12345" });
    const list = { sought: "number", candidates: [], hasMore: true } as const;
    till.send({ type: "found", turn: 1, answer: { kind: "candidates", ...list, candidates: [] } });
    expect(till.state.stage).toMatchObject({ name: "candidates", text: "12345", ...list });
    till.send({ type: "picked", walletId: 7, entryId: 5 });
    expect(till.state).toMatchObject({
      stage: { name: "wallet", walletId: 7 },
      sheet: { name: "entry", entryId: 5 },
    });
    till.send({ type: "picked", walletId: 8 });
    expect(till.state).toMatchObject({ stage: { name: "wallet", walletId: 8 }, sheet: null });
  });

  test("the code of a receipt leads to its customer, and opens its entry", () => {
    const till = new TestTill();
    till.send({ type: "scanned", code: "entry:5" });
    const answer = foundAs({ kind: "entry", wallet: WALLET, entryId: 5 });
    expect(till.send({ type: "found", turn: 1, answer })).toEqual([]);
    expect(till.state).toMatchObject({
      stage: { name: "wallet", walletId: 7 },
      sheet: { name: "entry", entryId: 5 },
      box: { text: "" },
    });
  });

  test("a bill stays with its customer: a scan beside it is asked about, and it waits when the cashier goes on", () => {
    const till = new TestTill();
    till.find();
    till.send({ type: "known", walletId: 7, name: "Mona" });
    till.type(75, "INV-7");
    till.find(OTHER);
    expect(till.state).toMatchObject({
      stage: { walletId: 7 },
      draft: { value: 75 },
      asked: { code: "100008" },
    });
    expect(till.confirm()).toEqual([]);
    till.send({ type: "nextDeclined" });
    expect(till.state).toMatchObject({ stage: { walletId: 7 }, draft: { value: 75 }, asked: null, left: [] });
    till.find(OTHER);
    till.accept();
    expect(till.state).toMatchObject({ stage: { walletId: 8 }, draft: { value: null, invoiceNumber: "" } });
    expect(till.state.left).toMatchObject([
      { customer: { walletId: 7 }, name: "Mona", draft: { value: 75 } },
    ]);
    till.send({ type: "next" });
    till.find();
    expect(till.state).toMatchObject({
      ...{ stage: { walletId: 7 }, name: "Mona", left: [], customer: 4 },
      draft: { value: 75, invoiceNumber: "INV-7" },
    });
  });

  test("a customer without a bill makes room for the next one at once, and one typed into the box takes no bill along", () => {
    const till = new TestTill();
    till.find();
    till.find(OTHER);
    expect(till.state).toMatchObject({ stage: { walletId: 8 }, left: [] });
    till.type(75);
    till.send({ type: "typed", text: "100007" });
    till.submit();
    till.answerLookup();
    expect(till.state).toMatchObject({ stage: { walletId: 7 }, draft: { value: null } });
    expect(till.state.left).toMatchObject([{ customer: { walletId: 8 }, draft: { value: 75 } }]);
    till.send({ type: "next" });
    till.submit();
    expect(till.state).toMatchObject({ stage: { walletId: 8 }, draft: { value: 75 }, left: [] });
  });

  test("a coupon of another customer is asked about, and leaves the sale as it is", () => {
    const till = new TestTill();
    till.find();
    till.send({ type: "scanned", code: "7KQ2M4XB9TZ3HRWQ" });
    const answer = { ...foundAs({ kind: "wallet", wallet: OTHER }), coupon: "7KQ2M4XB9TZ3HRWQ" };
    till.send({ type: "found", turn: till.turn, answer: answer as LookupAnswer });
    expect(till.state).toMatchObject({
      stage: { walletId: 7 },
      asked: { found: { coupon: "7KQ2M4XB9TZ3HRWQ" } },
    });
    till.accept();
    expect(till.state).toMatchObject({ stage: { walletId: 8, coupon: "7KQ2M4XB9TZ3HRWQ" } });
  });

  test("the same coupon scanned again is another scan", () => {
    const till = new TestTill();
    const scans = [1, 2].map(() => {
      till.send({ type: "scanned", code: "7KQ2M4XB9TZ3HRWQ" });
      const answer = { ...foundAs({ kind: "wallet", wallet: WALLET }), coupon: "7KQ2M4XB9TZ3HRWQ" };
      till.send({ type: "found", turn: till.turn, answer: answer as LookupAnswer });
      return till.state.stage.name === "wallet" && till.state.stage.couponScan;
    });
    expect(scans[0]).not.toBe(scans[1]);
    expect(till.state.customer).toBe(1);
  });

  test("the same customer found again is the same customer, until served", () => {
    const till = TestTill.running();
    const { turn } = till;
    till.find();
    expect(till.state).toMatchObject({ customer: 1, serving: { phase: "running" } });
    till.operation(done, turn);
    till.find();
    expect(till.state).toMatchObject({ customer: 2, serving: { phase: "open" }, draft: { value: null } });
  });

  test("who is sent here with a bill keeps it, even when somebody was just served", () => {
    const till = TestTill.running();
    till.operation(done);
    till.send({ type: "scanned", code: "100008", draft: { mode: "redeem", value: 20, invoiceNumber: "" } });
    till.answerLookup(OTHER);
    expect(till.state).toMatchObject({
      stage: { walletId: 8 },
      draft: { mode: "redeem", value: 20 },
      serving: { phase: "open" },
    });
  });

  test("Enter in the empty box asks for a code, and after an operation goes to the next customer, but not at once", () => {
    const till = new TestTill();
    till.submit();
    expect(till.state.box.problem).toBe("empty");
    const served = TestTill.running();
    served.operation(done);
    served.wait(500);
    served.submit();
    expect(served.state.serving.phase).toBe("done");
    served.wait(1);
    served.submit();
    expect(served.state.stage.name).toBe("ready");
  });
});

describe("the sheet for refunds, returns and voids", () => {
  test("asks for a receipt until there is a customer, and then shows what was done for them", () => {
    const till = new TestTill();
    till.send({ type: "sheetOpened" });
    expect(till.state.sheet).toEqual({ name: "receipt" });
    till.send({ type: "entryFound", walletId: 7, entryId: 5 });
    expect(till.state).toMatchObject({
      stage: { name: "wallet", walletId: 7 },
      sheet: { name: "entry", entryId: 5 },
    });
    till.send({ type: "sheetClosed" });
    expect(till.state).toMatchObject({ stage: { name: "wallet", walletId: 7 }, sheet: null });
    till.send({ type: "sheetOpened" });
    expect(till.state.sheet).toEqual({ name: "history", walletId: 7 });
  });

  test("leaves what was typed as it is, and is gone with its customer", () => {
    const till = new TestTill();
    till.find();
    till.type(75);
    till.send({ type: "sheetOpened" });
    till.send({ type: "sheetClosed" });
    expect(till.state).toMatchObject({ draft: { value: 75 }, customer: 1, serving: { phase: "open" } });
    till.send({ type: "sheetOpened" });
    till.send({ type: "picked", walletId: 8 });
    expect(till.state).toMatchObject({ stage: { walletId: 8 }, sheet: null });
    till.send({ type: "sheetOpened" });
    till.send({ type: "next" });
    expect(till.state).toMatchObject({ stage: { name: "ready" }, sheet: null });
  });

  test("opens at the entry that was just made, and what was done stays on the screen", () => {
    const till = TestTill.running();
    till.operation(done);
    till.send({ type: "sheetOpened", entryId: 12 });
    expect(till.state).toMatchObject({ serving: { phase: "done" }, sheet: { name: "entry", entryId: 12 } });
    till.send({ type: "sheetClosed" });
    expect(till.state).toMatchObject({ serving: { phase: "done" }, sheet: null });
  });

  test("takes an older result away once something was done in it, and keeps no sale of that customer for later", () => {
    const till = TestTill.running();
    till.operation(done);
    till.send({ type: "sheetOpened", entryId: 12 });
    till.send({ type: "acted" });
    till.send({ type: "sheetClosed" });
    expect(till.state).toMatchObject({
      stage: { name: "wallet", walletId: 7 },
      serving: { phase: "open" },
      draft: { value: null },
    });
    expect(salesToKeep(till.state)).toEqual([]);
    till.type(75);
    expect(salesToKeep(till.state)).toMatchObject([{ customer: { walletId: 7 }, draft: { value: 75 } }]);
    till.send({ type: "picked", walletId: 8 });
    expect(till.state.left).toMatchObject([{ customer: { walletId: 7 } }]);
    expect(salesToKeep(till.state)).toMatchObject([
      { customer: { walletId: 8 } },
      { customer: { walletId: 7 } },
    ]);
  });

  test("does not open over what was confirmed and has no outcome yet", () => {
    const till = new TestTill();
    till.find();
    till.type(60);
    till.confirm();
    till.send({ type: "sheetOpened" });
    expect(till.state).toMatchObject({ serving: { phase: "deciding" }, sheet: null });
    till.quote();
    till.send({ type: "sheetOpened", entryId: 12 });
    expect(till.state).toMatchObject({ serving: { phase: "running" }, sheet: null });
  });
});

describe("an amount", () => {
  test("is being typed from its first character, be it no number yet, until it is sent", () => {
    const till = new TestTill();
    till.find();
    expect(isTyping(till.state)).toBe(false);
    till.send({ type: "edited", changes: { value: undefined } });
    expect(isTyping(till.state)).toBe(true);
    till.type(60);
    till.confirm();
    expect(isTyping(till.state)).toBe(true);
    till.quote();
    expect(isTyping(till.state)).toBe(false);
    till.operation(done);
    expect(isTyping(till.state)).toBe(false);
  });

  test("still stands there while the PIN that goes with it is tried", () => {
    expect(isTyping(TestTill.running("redeem").state)).toBe(true);
  });
});

describe("a code in the bill's box", () => {
  const withCode = () => {
    const till = new TestTill();
    till.find();
    till.send({ type: "edited", changes: { value: 100_008, code: "100008" } });
    return till;
  };

  test("is confirmed as no bill, with and without a connection, until it is said to be one", () => {
    const till = withCode();
    expect(till.confirm()).toEqual([]);
    till.disconnect();
    expect(till.confirm()).toEqual([]);
    till.send({ type: "scanned", code: "100007" });
    till.send({ type: "edited", changes: { value: 100_008, code: "100008" } });
    expect(till.send({ type: "keepConfirmed", branchId: BRANCH })).toEqual([]);
    till.send({ type: "nextDeclined" });
    expect(till.send({ type: "keepConfirmed", branchId: BRANCH })).toMatchObject([{ type: "keep" }]);
  });

  test("is the next customer's when accepted, and leaves no bill behind", () => {
    const till = withCode();
    expect(till.accept()).toMatchObject([{ type: "lookUp", code: "100008" }]);
    till.answerLookup(OTHER);
    expect(till.state).toMatchObject({ stage: { walletId: 8 }, draft: { value: null, code: null } });
  });
});

describe("a key never leads from a bill to another customer unread", () => {
  test("a PIN typed behind a refused amount finds nobody by Enter, and is no bill", () => {
    const till = new TestTill();
    till.find();
    till.send({ type: "modeChosen", mode: "redeem" });
    till.type(20);
    till.confirm();
    till.send({ type: "notQuoted", turn: till.turn, error: failure("1310") });
    till.send({ type: "edited", changes: { value: 201_111, code: "201111" } });
    till.wait(5_000);
    expect([till.accept(till.outside.nowMs), till.confirm()]).toEqual([[], []]);
    expect(till.state).toMatchObject({ stage: { walletId: 7 }, draft: { code: "201111" }, lookup: null });
  });

  test("text that can be no bill is found by Enter", () => {
    const till = new TestTill();
    till.find();
    till.send({ type: "edited", changes: { value: undefined, code: "T4W-000113" } });
    expect(till.accept(till.outside.nowMs)).toMatchObject([{ type: "lookUp", code: "T4W-000113" }]);
  });

  test("an Enter just when a scan is asked about does not accept it; one after it was read does", () => {
    for (const type of ["nextAsked", "codeTyped"] as const) {
      const till = new TestTill();
      till.find();
      till.type(75);
      if (type === "codeTyped") till.send({ type: "edited", changes: { value: 100_008, code: "100008" } });
      till.send({ type, code: "100008" });
      expect(till.accept(till.outside.nowMs + 300)).toEqual([]);
      expect(till.accept(till.outside.nowMs + 501)).toMatchObject([{ type: "lookUp", code: "100008" }]);
      till.answerLookup(OTHER);
      expect(till.state.left).toMatchObject(type === "nextAsked" ? [{ draft: { value: 75 } }] : []);
    }
  });

  test("a key on a list that has just appeared picks nobody; a press, and a key after it was read, do", () => {
    const till = new TestTill();
    const answer = { kind: "candidates", sought: "number", candidates: [], hasMore: false } as const;
    till.send({ type: "scanned", code: "12345" });
    till.send({ type: "found", turn: 1, answer: { ...answer, candidates: [] } });
    till.send({ type: "picked", walletId: 7, keyAtMs: till.outside.nowMs + 300 });
    expect(till.state.stage).toMatchObject({ name: "candidates" });
    const read = new TestTill();
    read.state = till.state;
    read.send({ type: "picked", walletId: 7, keyAtMs: till.outside.nowMs + 501 });
    till.send({ type: "picked", walletId: 8 });
    expect([till.state.stage, read.state.stage]).toMatchObject([{ walletId: 8 }, { walletId: 7 }]);
  });
});

describe("confirming", () => {
  test("asks for a fresh quote of exactly that bill, and carries it out once", () => {
    const till = new TestTill();
    till.find();
    till.type(60, " INV-1 ");
    const bill = { operation: "reward", branchId: BRANCH, walletCode: "100007", value: 60 };
    expect(till.confirm()).toEqual([
      { type: "askQuote", turn: 2, bill: { ...bill, invoiceNumber: "INV-1" }, balance: 500 },
    ]);
    expect(till.confirm()).toEqual([]);
    expect(till.quote()).toEqual([
      {
        type: "start",
        turn: 3,
        order: {
          operation: "reward",
          request: { branchId: BRANCH, walletCode: "100007", value: 60, invoiceNumber: "INV-1" },
          facts: { walletId: 7, walletName: "Mona Ali" },
        },
      },
    ]);
    expect(till.confirm()).toEqual([]);
    till.send({ type: "quoted", turn: 2, quote: possible() });
    expect(startsOf(till)).toHaveLength(1);
  });

  test("is nothing without an amount", () => {
    const till = new TestTill();
    till.find();
    expect(till.confirm()).toEqual([]);
    till.send({ type: "edited", changes: { value: undefined } });
    expect(till.confirm()).toEqual([]);
  });

  test.each(["before", "after"])(
    "is carried out although the next card was scanned and found %s the quote came",
    (when) => {
      const till = new TestTill();
      till.find();
      till.type(60);
      till.confirm();
      const { turn } = till;
      till.send({ type: "scanned", code: "100008" });
      const lookup = till.turn;
      if (when === "before") till.answerLookup(OTHER, lookup);
      till.send({ type: "quoted", turn, quote: possible() });
      if (when === "after") till.answerLookup(OTHER, lookup);
      expect(startsOf(till)).toMatchObject([{ order: { request: { walletCode: "100007", value: 60 } } }]);
      expect(till.effects.at(-1)).toEqual({ type: "leave" });
      expect(till.state).toMatchObject({ stage: { walletId: 8 }, draft: { value: null }, left: [] });
    },
  );

  test("waits with its customer where the next card is scanned and the bill needs an answer; then nothing is confirmed", () => {
    const till = new TestTill();
    till.find();
    till.type(60);
    till.confirm();
    const { turn } = till;
    till.send({ type: "scanned", code: "100008" });
    const lookup = till.turn;
    till.send({ type: "quoted", turn, quote: possible({ sameJustNowAt: "2026-11-29T10:00:00Z" }) });
    expect(till.confirm()).toEqual([]);
    till.answerLookup(OTHER, lookup);
    expect(startsOf(till)).toEqual([]);
    expect(till.state).toMatchObject({
      stage: { walletId: 7 },
      draft: { value: 60 },
      asked: { code: "100008" },
    });
  });

  test("is nothing when the quote comes for a customer who has gone", () => {
    const till = new TestTill();
    till.find();
    till.type(60);
    till.confirm();
    till.send({ type: "next" });
    till.send({ type: "quoted", turn: 2, quote: possible() });
    expect(startsOf(till)).toEqual([]);
  });

  test("is nothing when the quote refuses, and can be done again", () => {
    const till = new TestTill();
    till.find();
    till.type(60);
    till.confirm();
    const refusal = { code: "1301", message: { en: "", ar: "" } };
    till.send({
      type: "quoted",
      turn: 2,
      quote: { outcome: "refused", refusal, isForAnyAmount: false, shortfall: null, limits: [] },
    });
    expect(till.state.serving.phase).toBe("open");
    expect(till.confirm()).toHaveLength(1);
  });

  test("waits for an approval, and then sends the same bill under the reference that was approved", () => {
    const till = new TestTill();
    till.find();
    till.type(60, " INV-1 ");
    till.confirm();
    const limits = [{ limit: "rewardValueMax" as const, required: 60, available: 50, missing: 10 }];
    const refusal = { code: "1704", message: { en: "", ar: "" } };
    const quote: Quote = { outcome: "approval", refusal, points: 60, value: 60, limits };
    till.send({ type: "quoted", turn: till.turn, quote });
    expect(till.state.serving).toMatchObject({ phase: "approval", limits });
    expect(till.send({ type: "approved", reference: "approved-reference-1" })).toMatchObject([
      {
        type: "start",
        order: {
          operation: "reward",
          reference: "approved-reference-1",
          request: { value: 60, invoiceNumber: "INV-1" },
        },
      },
    ]);
    till.send({ type: "operation", turn: till.turn, state: { status: "refused", error: failure("1704") } });
    till.confirm();
    till.send({ type: "quoted", turn: till.turn, quote });
    till.send({ type: "approvalLeft" });
    expect(till.state.serving.phase).toBe("open");
    expect(till.send({ type: "approved", reference: "approved-reference-1" })).toEqual([]);
  });

  test("of points is held for review, and goes on with the customer's PIN under the reference that was let go", () => {
    const till = new TestTill();
    till.find();
    till.send({ type: "modeChosen", mode: "redeem" });
    till.type(60);
    till.confirm();
    const limits = [{ limit: "ownNumber" as const, required: 1, available: 0, missing: 1 }];
    const refusal = { code: "1703", message: { en: "", ar: "" } };
    const quote: Quote = {
      outcome: "approval",
      refusal,
      points: -60,
      value: 60,
      limits,
      isPinRequired: true,
    };
    till.send({ type: "quoted", turn: till.turn, quote });
    expect(till.send({ type: "approved", reference: "let-go-reference-1" })).toEqual([]);
    expect(till.state.serving).toMatchObject({ phase: "pin" });
    const order = { operation: "redeem", reference: "let-go-reference-1", request: { value: 60 } };
    for (const pin of ["1111", "4071"]) {
      expect(till.send({ type: "pinGiven", pin })).toMatchObject([{ type: "start", order }]);
      till.send({ type: "operation", turn: till.turn, state: { status: "refused", error: failure("1311") } });
      expect(till.state.serving).toMatchObject({ phase: "pin", refusal: { code: "1311" } });
    }
  });

  test("that comes to no quote says why until the bill is changed; of an ended session the dialog says it", () => {
    const till = new TestTill();
    till.find();
    till.type(60);
    till.confirm();
    till.send({ type: "notQuoted", turn: till.turn, error: failure("offline") });
    expect(till.state.serving).toMatchObject({ phase: "open", problem: { code: "offline" } });
    till.send({ type: "edited", changes: { invoiceNumber: "INV-2" } });
    expect(till.state.serving).toMatchObject({ problem: { code: "offline" } });
    till.send({ type: "edited", changes: { value: 61 } });
    expect(till.state.serving).toMatchObject({ problem: null });
    till.confirm();
    till.send({ type: "notQuoted", turn: till.turn, error: failure("unauthenticated") });
    expect(till.state).toMatchObject({ serving: { phase: "open", problem: null }, draft: { value: 61 } });
  });
});

describe("the same bill once more", () => {
  const again = () => {
    const till = new TestTill();
    till.find();
    till.type(60);
    till.confirm();
    till.quote({ sameJustNowAt: "2026-11-21T10:00:00Z" });
    return till;
  };
  const decideAgain = (till: TestTill) => {
    till.confirm();
    return till.quote({ sameJustNowAt: "2026-11-21T10:00:00Z" });
  };

  test("takes a second decision, which the bounce of the first key is not", () => {
    const till = again();
    expect(isSecondAsked(till.state)).toBe(true);
    till.wait(499);
    expect(decideAgain(till)).toEqual([]);
    till.wait(1);
    expect(decideAgain(till)).toMatchObject([{ type: "start" }]);
  });

  test("is asked about anew when the bill was another one meanwhile, or the branch", () => {
    const till = again();
    till.type(61);
    till.type(60);
    expect(isSecondAsked(till.state)).toBe(false);
    till.wait(1_000);
    expect(decideAgain(till)).toEqual([]);
    till.wait(1_000);
    till.send({ type: "confirmed", branchId: BRANCH + 1, wallet: WALLET, atMs: till.outside.nowMs });
    expect(till.quote({ sameJustNowAt: "2026-11-21T10:00:00Z" })).toEqual([]);
    expect(startsOf(till)).toEqual([]);
  });
});

describe("the PIN", () => {
  const asked = () => {
    const till = new TestTill();
    till.find();
    till.send({ type: "modeChosen", mode: "redeem" });
    till.type(90);
    till.confirm();
    till.quote({ isPinRequired: true });
    return till;
  };

  test("is asked for when the quote says so, goes out with the operation and is not kept in the state", () => {
    const till = asked();
    expect(till.state.serving).toMatchObject({ phase: "pin", refusal: null });
    expect(till.confirm()).toEqual([]);
    const effects = till.send({ type: "pinGiven", pin: "4071" });
    expect(effects).toMatchObject([
      { type: "start", order: { operation: "redeem", request: { value: 90, pin: "4071" } } },
    ]);
    expect(till.state.serving).toMatchObject({ phase: "running", isPinShown: true });
    expect(JSON.stringify(till.state)).not.toContain("4071");
    expect(till.send({ type: "pinGiven", pin: "4071" })).toEqual([]);
  });

  test("that was typed on the customer's display is never here: the operation says where it is, once", () => {
    const till = asked();
    const effects = till.send({ type: "pinGivenOnDisplay" });
    expect(effects).toMatchObject([
      { type: "start", order: { operation: "redeem", request: { value: 90, pinFromDisplay: true } } },
    ]);
    expect(JSON.stringify(effects)).not.toContain('"pin"');
    expect(till.state.serving).toMatchObject({ phase: "running", isPinShown: true });
    expect(till.send({ type: "pinGivenOnDisplay" })).toEqual([]);
    till.operation(refused("1311"));
    expect(till.state.serving).toMatchObject({ phase: "pin", refusal: { code: "1311" } });
    expect(new TestTill().send({ type: "pinGivenOnDisplay" })).toEqual([]);
  });

  test("that is refused is asked for again; any other refusal closes the pad and is told at the amount", () => {
    const till = asked();
    till.send({ type: "pinGiven", pin: "9999" });
    expect(till.operation(refused("1311"))).toEqual([{ type: "refreshWallets" }]);
    expect(till.state.serving).toMatchObject({ phase: "pin", refusal: { code: "1311" } });
    till.send({ type: "pinGiven", pin: "4071" });
    till.operation(refused("1301"));
    expect(till.state.serving).toMatchObject({ phase: "open", problem: { code: "1301" } });
  });

  test("is no longer asked for when the customer leaves it, or the bill becomes another one", () => {
    const left = asked();
    left.send({ type: "pinLeft" });
    expect(left.state.serving).toEqual({ phase: "open", problem: null, second: null });
    const edited = asked();
    edited.send({ type: "modeChosen", mode: "reward" });
    expect(edited.send({ type: "pinGiven", pin: "4071" })).toEqual([]);
    expect(edited.state.serving.phase).toBe("open");
  });

  test("is not asked for a bill that was changed while the quote was on its way", () => {
    const till = new TestTill();
    till.find();
    till.send({ type: "modeChosen", mode: "redeem" });
    till.type(90);
    till.confirm();
    till.send({ type: "edited", changes: { value: 91 } });
    till.quote({ isPinRequired: true });
    expect(till.state.serving.phase).toBe("open");
  });
});

describe("an operation on its way", () => {
  test("is followed to its end, and then the box waits for the next customer", () => {
    const till = TestTill.running();
    till.operation({ status: "running", isChecking: true });
    till.operation({ status: "unknown" });
    expect(till.state.serving).toMatchObject({ phase: "running", state: { status: "unknown" } });
    till.operation(done);
    expect(till.state.serving.phase).toBe("done");
    expect(isWaiting(till.state)).toBe(true);
  });

  test("that is refused can be confirmed again, and the wallet is read anew", () => {
    const till = TestTill.running();
    expect(till.operation(refused("never"))).toEqual([{ type: "refreshWallets" }]);
    expect(till.state).toMatchObject({
      serving: { phase: "open", problem: { code: "never" } },
      draft: { value: 60 },
    });
    expect(till.confirm()).toMatchObject([{ type: "askQuote" }]);
  });

  test("is left to itself when the next customer comes, and tells the till nothing any more", () => {
    const till = TestTill.running();
    const { turn } = till;
    till.send({ type: "scanned", code: "100008" });
    expect(till.answerLookup(OTHER)).toEqual([{ type: "leave" }]);
    till.operation(done, turn);
    expect(till.state).toMatchObject({
      serving: { phase: "open" },
      draft: { value: null },
      finishedAtMs: null,
    });
  });

  test("cannot be turned into another by a key", () => {
    const till = TestTill.running();
    till.send({ type: "modeChosen", mode: "redeem" });
    expect(till.state.draft.mode).toBe("reward");
  });

  test("that is done makes room for another one for the same customer", () => {
    const till = TestTill.running();
    till.operation(done);
    till.send({ type: "modeChosen", mode: "redeem" });
    expect(till.state).toMatchObject({
      serving: { phase: "open" },
      draft: { mode: "redeem", value: null, invoiceNumber: "" },
      customer: 1,
    });
    expect(isWaiting(till.state)).toBe(false);
  });

  test("in points leaves the reward of the same bill, with its invoice", () => {
    const till = new TestTill();
    till.find();
    till.type(100, "INV-9");
    till.send({ type: "modeChosen", mode: "redeem" });
    till.type(40, "INV-9");
    till.confirm();
    till.quote();
    till.operation(done);
    till.send({ type: "modeChosen", mode: "reward" });
    expect(till.state.draft).toMatchObject({ mode: "reward", value: 100, invoiceNumber: "INV-9" });
  });
});

describe("a bill with coupons and points", () => {
  const COUPON = "7KQ2M4XB9TZ3HRWQ";
  const parts = {
    value: 260,
    left: 260,
    coupons: [{ number: COUPON, title: { en: "", ar: "" }, off: 50 }],
    leftOut: [],
  };
  /** Of 260, with one coupon, and points that pay as much as they can. */
  const billed = () => {
    const till = new TestTill();
    till.find();
    till.type(260);
    till.send({ type: "edited", changes: { coupons: [COUPON], pays: "max" } });
    return till;
  };

  test("is quoted, and settled at once, with the points that were quoted", () => {
    const till = billed();
    const bill = { operation: "bill", value: 260, coupons: [COUPON], redeem: "max" };
    expect(till.confirm()).toMatchObject([{ type: "askQuote", bill }]);
    expect(till.quote({ bill: { ...parts, paid: 120, payable: 90 } })).toMatchObject([
      {
        type: "start",
        order: { operation: "bill", request: { value: 260, coupons: [COUPON], redeem: 120 } },
      },
    ]);
  });

  test("asks for the PIN of what points pay", () => {
    const till = billed();
    till.confirm();
    till.quote({ isPinRequired: true, bill: { ...parts, paid: 120, payable: 90 } });
    expect(till.state.serving).toMatchObject({ phase: "pin", confirmed: { paid: 120 } });
    expect(till.send({ type: "pinGiven", pin: "4071" })).toMatchObject([
      { type: "start", order: { request: { redeem: 120, pin: "4071" } } },
    ]);
  });

  test("is not settled without a part that cannot be taken", () => {
    const till = billed();
    till.confirm();
    const refusal = { code: "1421", message: { en: "", ar: "" } };
    const leftOut = [{ part: "coupons" as const, couponNumber: COUPON, refusal }];
    expect(till.quote({ bill: { ...parts, coupons: [], paid: 0, payable: 260, leftOut } })).toEqual([]);
    expect(till.state.serving.phase).toBe("open");
  });

  test("waits for the connection, and becomes a reward for another act", () => {
    const till = billed();
    till.disconnect();
    expect(till.confirm()).toEqual([]);
    till.send({ type: "modeChosen", mode: "redeem" });
    till.send({ type: "modeChosen", mode: "reward" });
    expect(till.state.draft).toMatchObject({ value: 260, coupons: [], pays: null });
    expect(till.confirm()).toMatchObject([{ type: "keep" }]);
  });

  test("gets a coupon that is scanned beside it, once, be it the customer's or nobody's yet", () => {
    const till = new TestTill();
    till.find();
    till.type(260);
    const scan = (answer: LookupAnswer) => {
      till.send({ type: "scanned", code: COUPON });
      till.send({ type: "found", turn: till.turn, answer });
    };
    const owned = { ...foundAs({ kind: "wallet", wallet: WALLET }), coupon: COUPON } as LookupAnswer;
    scan(owned);
    scan(owned);
    expect(till.state).toMatchObject({
      draft: { value: 260, coupons: [COUPON] },
      stage: { walletId: 7, coupon: COUPON },
    });
    expect(till.state.stage).not.toHaveProperty("couponScan");
    till.send({ type: "edited", changes: { coupons: [] } });
    // A slow scanner's code that is a coupon's asks for no other customer.
    expect(till.send({ type: "nextAsked", code: COUPON })).toMatchObject([{ type: "lookUp", code: COUPON }]);
    scan({ kind: "coupon", number: COUPON } as LookupAnswer);
    expect(till.state.draft.coupons).toEqual([COUPON]);
  });
});

describe("without a connection", () => {
  const offline = () => {
    const till = new TestTill();
    till.disconnect();
    return till;
  };

  test("a code that cannot be looked up can be given points, which are kept", () => {
    const till = offline();
    expect(till.send({ type: "scanned", code: "100009" })).toEqual([]);
    expect(till.state.stage).toEqual({ name: "offline", code: "100009" });
    till.type(33);
    expect(till.send({ type: "keepConfirmed", branchId: BRANCH })).toEqual([
      {
        type: "keep",
        turn: 1,
        order: {
          operation: "reward",
          request: { branchId: BRANCH, walletCode: "100009", value: 33 },
          facts: { walletId: null, walletName: null },
        },
      },
    ]);
    expect(till.send({ type: "keepConfirmed", branchId: BRANCH })).toEqual([]);
    till.send({ type: "kept", turn: 1, sequence: 4 });
    expect(till.state.stage).toEqual({ name: "queued", customer: "100009", value: 33, sequence: 4 });
    expect(isWaiting(till.state)).toBe(true);
    till.send({ type: "scanned", code: "100010" });
    expect(till.state).toMatchObject({ stage: { code: "100010" }, draft: { value: null } });
  });

  test.each(["offline", "unreadable"])(
    "so it is for a look-up whose answer does not come (%s); what somebody wanted to pay is no bill then",
    (code) => {
      const till = new TestTill();
      till.find();
      till.send({ type: "modeChosen", mode: "redeem" });
      till.type(20);
      till.send({ type: "scanned", code: "100009" });
      till.send({ type: "notFound", turn: till.turn, error: failure(code) });
      expect(till.state).toMatchObject({
        stage: { name: "offline", code: "100009" },
        draft: { mode: "reward", value: null },
      });
    },
  );

  test("a customer who was found is given points later, and pays with none", () => {
    const till = new TestTill();
    till.find();
    till.type(21);
    till.disconnect();
    till.send({ type: "modeChosen", mode: "redeem" });
    expect(till.confirm()).toEqual([]);
    till.send({ type: "modeChosen", mode: "reward" });
    expect(till.confirm()).toMatchObject([{ type: "keep", order: { facts: { walletId: 7 } } }]);
    till.send({ type: "kept", turn: till.turn, sequence: 1 });
    expect(till.state.stage).toMatchObject({ name: "queued", customer: "Mona Ali", value: 21 });
  });

  test("what could not be kept says so, and can be tried again", () => {
    const till = offline();
    till.send({ type: "scanned", code: "100009" });
    till.type(33);
    till.send({ type: "keepConfirmed", branchId: BRANCH });
    till.send({ type: "notKept", turn: till.turn, error: failure("not_sent") });
    expect(till.state.serving).toMatchObject({ phase: "open", problem: { code: "not_sent" } });
    expect(till.send({ type: "keepConfirmed", branchId: BRANCH })).toHaveLength(1);
  });

  test("a bill that is being kept is no bill of the customer who is found meanwhile", () => {
    const till = offline();
    till.send({ type: "scanned", code: "100009" });
    till.type(33);
    till.send({ type: "keepConfirmed", branchId: BRANCH });
    const { turn } = till;
    till.send({ type: "picked", walletId: 8 });
    till.send({ type: "kept", turn, sequence: 1 });
    expect(till.state).toMatchObject({ stage: { name: "wallet", walletId: 8 }, draft: { value: null } });
  });

  test("a code that turns out to be no wallet's is kept no longer, and found it is served with the same bill", () => {
    const till = offline();
    till.send({ type: "scanned", code: "100007" });
    till.type(31);
    till.outside = { ...till.outside, isConnected: true };
    till.find();
    expect(till.state).toMatchObject({ stage: { name: "wallet" }, draft: { value: 31 } });
    const nobody = offline();
    nobody.send({ type: "scanned", code: "404" });
    nobody.outside = { ...nobody.outside, isConnected: true };
    nobody.send({ type: "scanned", code: "404" });
    nobody.send({ type: "notFound", turn: nobody.turn, error: failure("not_found") });
    expect(nobody.state).toMatchObject({ stage: { name: "ready" }, box: { text: "404" } });
  });
});
