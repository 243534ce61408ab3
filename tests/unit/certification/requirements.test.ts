import { describe, expect, it } from "vitest";
import { asNeeded, REQUIREMENTS, requirementsFor } from "@/lib/areas/certification/requirements";
import { REQUIREMENT_NAMES, type RequirementName } from "@/lib/areas/certification/schemas";
import { SCENARIO_WALLETS } from "@/lib/areas/sandbox/scenarios";
import type { ScenarioName } from "@/lib/areas/sandbox/schemas";
import { type Sent, traffic } from "@/tests/support/traffic";

function verdict(name: RequirementName, ...sent: Sent[]): string {
  const requirement = REQUIREMENTS.find((one) => one.name === name);
  if (requirement === undefined) throw new Error(`There is no requirement ${name}`);
  const judged = requirement.judge(traffic(...sent));
  if (judged.state === "open") return "open";
  return `${judged.state} ${judged.requests.map(({ id }) => id).join()}`;
}

const times = (count: number, sent: (index: number) => Sent) =>
  Array.from({ length: count }, (_, index) => sent(index));

describe("a customer of FindWallet that has expired", () => {
  const asked = { scenario: "customer_expired", reference: "a", content: "a" } as const;
  const refused = { ...asked, code: 1002, second: 0 };
  const name = "renews_customer";

  it("is mended by the same request under its reference, and not by another try, another booking or nothing", () => {
    expect(verdict(name, refused)).toBe("open");
    expect(verdict(name, refused, { ...asked, second: 1 })).toBe("met 1,2");
    expect(verdict(name, refused, { ...refused, second: 1 }, { ...asked, second: 2 })).toBe("violated 1,2");
    expect(verdict(name, refused, { ...asked, second: 1, reference: "b" })).toBe("violated 1,2");
    expect(verdict(name, refused, { ...asked, second: 1, content: "b" })).toBe("violated 1,2");
  });

  it("is asked for once the till has found a customer", () => {
    const requirement = REQUIREMENTS.find((one) => one.name === name);
    if (requirement === undefined) throw new Error("It is gone");
    expect(asNeeded(requirement, new Set())).toMatchObject({ isOptional: true });
    expect(asNeeded(requirement, new Set(["finds_customer"] as const))).toMatchObject({ isOptional: false });
  });
});

describe("the requirements", () => {
  it("are all there, once each, in both languages, and name wallets that a sandbox has", () => {
    expect(REQUIREMENTS.map(({ name }) => name)).toEqual([...REQUIREMENT_NAMES]);
    for (const { title, how, mend, suffix } of REQUIREMENTS) {
      for (const text of [title, how, mend]) {
        expect(text.en).not.toBe("");
        expect(text.ar).toMatch(/[\u0600-\u06ff]/);
      }
      if (suffix !== null) expect(SCENARIO_WALLETS.map((wallet) => wallet.suffix)).toContain(suffix);
    }
  });

  it("are asked of a client as far as its scopes go", () => {
    expect(requirementsFor(["deals"]).map(({ name }) => name)).toEqual(["deals", "no_liberties"]);
    expect(requirementsFor(["events"])).toEqual([]);
    const till = requirementsFor(["reward", "redeem", "refund", "cancel", "deals"]).map(({ name }) => name);
    expect(REQUIREMENT_NAMES.filter((name) => !till.includes(name))).toEqual([
      ...["finds_customer", "renews_customer", "quotes", "enrols"],
    ]);
    expect(requirementsFor(["reward"]).map(({ name }) => name)).not.toContain("same_invoice");
  });

  it("are open as long as nothing was asked", () => {
    for (const { judge } of REQUIREMENTS) expect(judge([])).toEqual({ state: "open" });
  });
});

describe("operations that are carried out", () => {
  const DONE: [RequirementName, Partial<Sent>][] = [
    ["reward", {}],
    ["redeem", { operation: "RedeemUser" }],
    ["redeem_with_pin", { operation: "RedeemUser", hasPin: true }],
    ["refund_in_part", { operation: "Refund" }],
    ["return_goods", { operation: "ReturnReward" }],
    ["cancel", { operation: "Cancel" }],
  ];
  it.each(DONE)("%s is met by the latest that succeeded, not by a refusal or a replay", (name, done) => {
    const wanted = { second: 0, ...done };
    expect(verdict(name, wanted, wanted)).toBe("met 2");
    expect(verdict(name, { ...wanted, code: 1201 })).toBe("open");
    expect(verdict(name, { ...wanted, isReplay: true })).toBe("open");
    expect(verdict(name, { ...wanted, operation: "GetDeals" })).toBe("open");
  });

  it("a refund of the whole is none in part", () => {
    expect(verdict("refund_in_part", { second: 0, operation: "Refund", amount: null })).toBe("open");
  });

  it("a redemption with a PIN shows nothing about one without, and the other way round", () => {
    expect(verdict("redeem", { second: 0, operation: "RedeemUser", hasPin: true })).toBe("open");
    expect(verdict("redeem_with_pin", { second: 0, operation: "RedeemUser" })).toBe("open");
  });

  it("deals are read sparingly when one reading was answered 304", () => {
    const read = { second: 0, operation: "GetDeals", content: null, reference: null };
    expect(verdict("deals", read)).toBe("open");
    expect(verdict("deals", read, { ...read, status: 304 })).toBe("met 2");
    const row = (count: number, second: number) =>
      times(count, (index) => ({ ...read, second: second + index, status: 304 }));
    expect(verdict("deals", ...row(5, 0))).toBe("met 5");
    expect(verdict("deals", ...row(6, 0))).toBe("violated 1,2,3,4,5,6");
    expect(verdict("deals", ...row(6, 0), ...row(1, 120))).toBe("met 7");
  });
});

describe("what every request has to have", () => {
  const redemption = (reference: string | null): Sent => ({ second: 0, operation: "RedeemUser", reference });

  it("a reference is with every redemption: three show it, one without spoils it until ten had one", () => {
    const good = (count: number) => times(count, (index) => redemption(`r${index}`));
    expect(verdict("reference_with_redemption", ...good(2))).toBe("open");
    expect(verdict("reference_with_redemption", ...good(3))).toBe("met 3");
    expect(verdict("reference_with_redemption", ...good(3), redemption(null))).toBe("violated 4");
    expect(verdict("reference_with_redemption", redemption(null), ...good(9))).toBe("violated 1");
    expect(verdict("reference_with_redemption", redemption(null), ...good(10))).toBe("met 11");
  });

  it("an invoice number is with every Reward", () => {
    const reward = (hasInvoiceNumber: boolean): Sent => ({ second: 0, hasInvoiceNumber });
    expect(verdict("invoice_number", ...times(3, () => reward(true)))).toBe("met 3");
    expect(verdict("invoice_number", ...times(3, () => reward(true)), reward(false))).toBe("violated 4");
    expect(verdict("invoice_number", reward(false))).toBe("violated 1");
  });

  it("an invoice number is with every RedeemUser, whatever Reward sends", () => {
    const redeemed = (hasInvoiceNumber: boolean): Sent => ({ ...redemption("r"), hasInvoiceNumber });
    const name = "invoice_number_with_redemption";
    expect(verdict(name, { second: 0, hasInvoiceNumber: true })).toBe("open");
    expect(verdict(name, ...times(3, () => redeemed(true)), { second: 0, hasInvoiceNumber: false })).toBe(
      "met 3",
    );
    expect(verdict(name, ...times(3, () => redeemed(true)), redeemed(false))).toBe("violated 4");
  });

  it.each(["invoice_number", "invoice_number_with_redemption"] as const)(
    "%s: a number stands on one bill, unless something was cancelled",
    (name) => {
      const operation = name === "invoice_number" ? "Reward" : "RedeemUser";
      const bill = (index: number, invoice: string): Sent => ({
        ...{ second: index, operation, invoice, amount: index + 1 },
      });
      expect(verdict(name, ...times(3, (index) => bill(index, "0001")))).toBe("violated 2,3");
      expect(verdict(name, ...times(3, (index) => bill(index, `${index}`)))).toBe("met 3");
      const voided: Sent = { second: 3, operation: "Cancel", amount: null };
      const bills = times(3, (index) => bill(index, `${index}`));
      expect(verdict(name, ...bills, voided, bill(4, "2"))).toBe("met 5");
      expect(verdict(name, ...bills, bill(4, "2"))).toBe("violated 4");
      expect(verdict(name, ...bills, { ...bill(4, "2"), code: 1301 })).toBe("met 4");
    },
  );

  it("twenty requests are read without a liberty; wrong ClientIds are not counted", () => {
    const clean = (count: number) => times(count, () => ({ second: 0 }));
    const free = { second: 0, liberties: ["numberAsText:PointsValue"] };
    expect(verdict("no_liberties", ...clean(19))).toBe("open");
    expect(verdict("no_liberties", ...clean(19), { second: 0, code: 1102 })).toBe("open");
    expect(verdict("no_liberties", ...clean(20))).toBe("met 20");
    expect(verdict("no_liberties", ...clean(20), free)).toBe("violated 21");
    expect(verdict("no_liberties", free, ...clean(30))).toBe("met 31");
  });
});

describe("a request that nobody answered", () => {
  const lost = (scenario: ScenarioName): Sent => ({
    second: 0,
    scenario,
    code: 1902,
    status: 503,
    isAnswered: false,
    reference: "a",
    content: "c",
    retryAfterSeconds: 1,
  });
  const again = (more: Partial<Sent> = {}): Sent => ({
    second: 5,
    scenario: "answer_lost",
    reference: "a",
    content: "c",
    isReplay: true,
    ...more,
  });

  it("is repeated with the same reference and content", () => {
    expect(verdict("repeats_lost_answer", lost("answer_lost"))).toBe("open");
    expect(verdict("repeats_lost_answer", lost("answer_lost"), again())).toBe("met 1,2");
  });

  it("is not booked again under another reference, or under none", () => {
    expect(verdict("repeats_lost_answer", lost("answer_lost"), again({ reference: "b" }))).toBe(
      "violated 1,2",
    );
    expect(verdict("repeats_lost_answer", lost("answer_lost"), again({ reference: null }))).toBe(
      "violated 1,2",
    );
    expect(verdict("repeats_lost_answer", { ...lost("answer_lost"), reference: null })).toBe("violated 1");
  });

  it("is not repeated with another content", () => {
    const other = again({ content: "d", code: 1501 });
    expect(verdict("repeats_lost_answer", lost("answer_lost"), other)).toBe("violated 1,2");
  });

  it("does not take a later sale of the same customer for a second booking", () => {
    const others = [again({ reference: "b", amount: 70 }), again({ reference: "d", second: 700 })];
    expect(verdict("repeats_lost_answer", lost("answer_lost"), ...others)).toBe("open");
  });

  it("shows by the next time that a mistake was mended", () => {
    const before = [lost("answer_lost"), again({ reference: "b" })];
    const mended = [
      { ...lost("answer_lost"), second: 800, reference: "x", content: "y" },
      again({ second: 805, reference: "x", content: "y" }),
    ];
    expect(verdict("repeats_lost_answer", ...before, ...mended)).toBe("met 3,4");
  });

  it("is cancelled by its reference when the till gives up", () => {
    const cancel: Sent = { second: 30, operation: "Cancel", originalReference: "a", reference: "k" };
    const never = lost("never_answered");
    const repeated = { ...never, second: 3 };
    expect(verdict("cancels_after_giving_up", never, repeated)).toBe("open");
    expect(verdict("cancels_after_giving_up", never, repeated, repeated, cancel)).toBe("met 1,4");
    // A till that gives up after one attempt, or two, has not tried.
    expect(verdict("cancels_after_giving_up", never, cancel)).toBe("violated 1,2");
    expect(verdict("cancels_after_giving_up", never, repeated, cancel)).toBe("violated 1,3");
    expect(verdict("cancels_after_giving_up", never, { ...cancel, code: 1401 })).toBe("open");
    expect(verdict("cancels_after_giving_up", never, { ...cancel, originalReference: "b" })).toBe(
      "violated 1,2",
    );
    const booked: Sent = { second: 10, scenario: "never_answered", reference: "b" };
    expect(verdict("cancels_after_giving_up", never, booked, cancel)).toBe("violated 1,2");
    expect(verdict("cancels_after_giving_up", { ...never, reference: null })).toBe("violated 1");
  });
});

describe("a sale that is left unknown", () => {
  const never = (operation: string, reference: string, second: number): Sent => ({
    ...{ operation, reference, second, scenario: "never_answered", code: 1902, isAnswered: false },
    content: reference,
  });
  const given = (operation: string, reference: string, second: number) => [
    ...times(3, (index) => never(operation, reference, second + index)),
    { second: second + 4, operation: "Cancel", originalReference: reference, reference: `k${reference}` },
  ];
  const name = "cancels_after_giving_up";

  it("is to fix as soon as the till goes on, and until it is cancelled, whatever else was cancelled rightly", () => {
    const left = times(3, (index) => never("Reward", "a", index));
    expect(verdict(name, ...left)).toBe("open");
    expect(verdict(name, ...left, { second: 3 })).toBe("violated 1,4");
    expect(verdict(name, ...left, ...given("RedeemUser", "b", 10))).toBe("violated 1,4");
    expect(verdict(name, ...given("Reward", "a", 0), ...given("RedeemUser", "b", 10))).toBe("met 5,8");
  });
});

describe("a till that is switched off, and one that waits for a person", () => {
  const lost: Sent = {
    second: 0,
    scenario: "answer_lost",
    code: 1902,
    isAnswered: false,
    reference: "a",
    content: "c",
  };
  const again = (second: number, more: Partial<Sent> = {}): Sent => ({
    ...{ second, scenario: "answer_lost", reference: "a", content: "c", isReplay: true },
    ...more,
  });

  it("sends what it stored, as it was, after a pause that no loop makes", () => {
    expect(verdict("sends_after_restart", lost, again(2))).toBe("open");
    expect(verdict("sends_after_restart", lost, again(2), again(30))).toBe("open");
    for (const seconds of [10, 9.9])
      expect(verdict("sends_after_restart", lost, again(seconds))).toBe("met 1,2");
    expect(verdict("sends_after_restart", lost, again(10, { content: "d", code: 1501 }))).toBe(
      "violated 1,2",
    );
  });

  it("sends the same request again once a person has decided, and does not book it in another way", () => {
    const waiting: Sent = { second: 0, code: 1703, reference: "a", content: "c" };
    const done: Sent = { second: 6, reference: "a", content: "c" };
    expect(verdict("waits_for_person", waiting)).toBe("open");
    expect(verdict("waits_for_person", waiting, done)).toBe("met 1,2");
    // Every second is no pause.
    expect(verdict("waits_for_person", waiting, { ...waiting, second: 1 }, done)).toBe("violated 1,2");
    const later = { ...waiting, second: 5 };
    expect(verdict("waits_for_person", waiting, later, { ...done, second: 6 })).toBe("violated 2,3");
    expect(verdict("waits_for_person", waiting, later, { ...done, second: 10 })).toBe("met 1,3");
    expect(verdict("waits_for_person", waiting, { ...done, reference: "b" })).toBe("violated 1,2");
    expect(verdict("waits_for_person", waiting, { ...done, content: "d", code: 1501 })).toBe("violated 1,2");
    expect(verdict("waits_for_person", { ...waiting, reference: null })).toBe("violated 1");
  });
});

describe("what stands on a certificate only when it was shown", () => {
  it("is optional, and seen", () => {
    const optional = REQUIREMENTS.filter(({ isOptional }) => isOptional).map(({ name }) => name);
    expect(optional).toEqual([
      ...[
        "new_numbers_each_day",
        "finds_customer",
        "renews_customer",
        "quotes",
        "holds",
        "uses_coupons",
        "coupon_refused",
        "settles",
        "settles_again",
        "takes_bill_back",
        "enrols",
        "signs",
      ],
    ]);
    const asked = (operation: string, more: Partial<Sent> = {}): Sent => ({ second: 0, operation, ...more });
    expect(verdict("quotes", asked("Quote", { content: null, reference: null }))).toBe("met 1");
    expect(verdict("holds", asked("Hold"))).toBe("open");
    expect(verdict("holds", asked("Capture"), asked("Hold"))).toBe("open");
    expect(verdict("holds", asked("Hold"), asked("Capture"))).toBe("met 1,2");
    expect(verdict("uses_coupons", asked("RedeemCoupon", { reference: null }))).toBe("open");
    expect(verdict("uses_coupons", asked("RedeemCoupon"))).toBe("met 1");
    expect(verdict("signs", asked("Reward"))).toBe("open");
    expect(verdict("signs", asked("Reward", { isSigned: true }))).toBe("met 1");
  });

  it("a till that settles shows it once lost and repeated, and once taken back whole", () => {
    const bill = (more: Partial<Sent> = {}): Sent => ({
      ...{ second: 0, operation: "Settle", reference: "a", content: "c", amount: 260 },
      ...more,
    });
    const lost = bill({ scenario: "answer_lost", code: 1902, isAnswered: false });
    expect(verdict("settles_again", lost)).toBe("open");
    expect(verdict("settles_again", lost, bill({ isReplay: true }))).toBe("met 1,2");
    expect(verdict("settles_again", lost, bill({ reference: "b" }))).toBe("violated 1,2");
    const back = (originalReference: string): Sent => ({
      ...{ second: 2, operation: "Cancel", amount: null, originalReference },
    });
    expect(verdict("takes_bill_back", bill(), back("b"))).toBe("open");
    expect(verdict("takes_bill_back", bill(), back("a"))).toBe("met 1,2");
    const [settles, ...along] = REQUIREMENTS.filter(({ name }) => /^(settles|takes_bill)/.test(name));
    expect(settles?.isOptional).toBe(true);
    for (const requirement of along)
      expect(asNeeded(requirement, new Set(["settles"] as const))).toMatchObject({ isOptional: false });
  });

  it("one invoice number is on payment and reward of a bill, the payment first", () => {
    const paid: Sent = { second: 0, operation: "RedeemUser", invoice: "i", amount: 60 };
    const earned: Sent = { second: 1, invoice: "i" };
    expect(verdict("same_invoice", paid, { ...earned, invoice: "j" })).toBe("open");
    expect(verdict("same_invoice", paid, { ...earned, walletCode: "T7-02" })).toBe("open");
    expect(verdict("same_invoice", earned, paid)).toBe("violated 1,2");
    expect(verdict("same_invoice", paid, earned)).toBe("met 1,2");
    // A voided reward is no reward before the payment.
    const voided: Sent = { second: 1, operation: "Cancel", amount: null };
    expect(verdict("same_invoice", earned, voided, paid, earned)).toBe("met 3,4");
  });

  it("the whole bill is rewarded, not what is left of it", () => {
    const paid: Sent = { second: 0, operation: "RedeemUser", invoice: "i", amount: 60 };
    expect(verdict("same_invoice", paid, { second: 1, invoice: "i", amount: 40 })).toBe("violated 1,2");
    // Of less than half of a bill nobody can tell.
    expect(verdict("same_invoice", { ...paid, amount: 20 }, { second: 1, invoice: "i" })).toBe("open");
    expect(verdict("same_invoice", paid, { second: 1, invoice: "i", amount: 60 })).toBe("met 1,2");
  });
});

describe("references of another day", () => {
  const name = "new_numbers_each_day";
  const first: Sent = { second: 0, reference: "1" };
  const next = (reference: string, more: Partial<Sent> = {}): Sent => ({
    second: 86_400,
    reference,
    ...more,
  });

  it("are new: two days show it, one does not", () => {
    expect(verdict(name, first, { second: 60, reference: "2" })).toBe("open");
    expect(verdict(name, first, next("2"))).toBe("met 1,2");
  });

  it("do not come again, with the same bill or another, whatever new ones come after them", () => {
    expect(verdict(name, first, next("1", { isReplay: true }), next("2"))).toBe("violated 1,2");
    expect(verdict(name, first, next("1", { code: 1501 }), next("2"))).toBe("violated 1,2");
    const mended = [first, next("1", { isReplay: true }), next("3", { second: 2 * 86_400 })];
    expect(verdict(name, ...mended)).toBe("met 1,3");
  });

  it("may come again where the answer was lost at the end of the day", () => {
    const lost = { ...first, isAnswered: false };
    expect(verdict(name, lost, next("1", { isReplay: true }), next("2"))).toBe("met 1,3");
  });
});

describe("a request that is told to wait", () => {
  const refused = (code: number, retryAfterSeconds: number): Sent => ({
    second: 0,
    code,
    retryAfterSeconds,
    reference: "a",
    content: "c",
  });
  const again = (second: number): Sent => ({ second, reference: "a", content: "c" });

  it.each([
    ["repeats_unavailable", 1902],
    ["waits_when_too_many", 1701],
  ] as const)("%s: comes again when it may, with the same reference", (name, code) => {
    expect(verdict(name, refused(code, 2))).toBe("open");
    expect(verdict(name, refused(code, 2), again(2))).toBe("met 1,2");
    expect(verdict(name, refused(code, 2), again(1))).toBe("violated 1,2");
    expect(verdict(name, refused(code, 2), { ...again(2), reference: "b" })).toBe("violated 1,2");
    expect(verdict(name, refused(code, 2), { ...again(2), content: "d" })).toBe("violated 1,2");
  });

  it("coming back too soon is not mended by coming back once more", () => {
    const sooner = { ...refused(1701, 1), second: 1 };
    expect(verdict("waits_when_too_many", refused(1701, 2), sooner, again(3))).toBe("violated 1,2");
  });

  it("a lost answer is no refusal with 1902", () => {
    const lost: Sent = { ...refused(1902, 1), scenario: "answer_lost", isAnswered: false };
    expect(verdict("repeats_unavailable", lost, again(0))).toBe("open");
  });
});

describe("a slow answer", () => {
  const slow: Sent = { second: 15, scenario: "answer_slow", reference: "a" };

  it("is waited for, or asked for again with the same reference", () => {
    expect(verdict("waits_for_slow_answer", slow)).toBe("met 1");
    const repeated = { second: 10, scenario: "answer_slow", reference: "a", isReplay: true } as const;
    expect(verdict("waits_for_slow_answer", repeated, slow)).toBe("met 2");
    // It came at 0, and whoever comes back after a second has given a good request up.
    for (const second of [1, 9])
      expect(verdict("waits_for_slow_answer", { ...repeated, second }, slow)).toBe("violated 1,2");
    const cancel: Sent = { second: 1, operation: "Cancel", originalReference: "a", reference: "k" };
    expect(verdict("waits_for_slow_answer", cancel, slow)).toBe("violated 1,2");
  });

  it("is not booked again meanwhile, nor afterwards", () => {
    const other: Sent = { second: 8, scenario: "answer_slow", reference: "b" };
    expect(verdict("waits_for_slow_answer", other, slow)).toBe("violated 1,2");
    expect(verdict("waits_for_slow_answer", slow, { ...other, second: 20 })).toBe("violated 1,2");
    expect(verdict("waits_for_slow_answer", { ...slow, reference: null })).toBe("violated 1");
  });
});

describe("a refusal", () => {
  const refusal = (code: number, name: string, second: number): Sent => ({
    second,
    code,
    status: 422,
    operation: "RedeemUser",
    reference: name,
    content: name,
    amount: name.charCodeAt(0) + second,
  });

  it("is not sent again: three show it, one that is repeated spoils it until it is ten refusals ago", () => {
    const three = [refusal(1301, "a", 0), refusal(1201, "b", 10), refusal(1203, "c", 20)];
    expect(verdict("refusals_not_repeated", ...three.slice(0, 2))).toBe("open");
    expect(verdict("refusals_not_repeated", ...three)).toBe("met 1,2,3");
    expect(verdict("refusals_not_repeated", ...three, refusal(1203, "c", 30))).toBe("violated 3,4");
    const ten = times(10, (index) => refusal(1301, `n${index}`, 100 + index));
    expect(verdict("refusals_not_repeated", ...three, refusal(1203, "c", 30), ...ten)).toMatch(/^met/);
  });

  it("is not sent again at once under another reference, except where that was what was wrong", () => {
    const first: Sent = { ...refusal(1301, "a", 0), amount: 10 };
    const anew = { ...first, second: 1, reference: "b", content: "b" };
    expect(verdict("insufficient_points", first, anew)).toBe("violated 1,2");
    expect(verdict("insufficient_points", first, { ...anew, second: 11 })).toMatch(/^met/);
    expect(verdict("insufficient_points", first, { ...anew, amount: 5 })).toMatch(/^met/);
    expect(verdict("insufficient_points", first, { ...anew, walletCode: "T7-02" })).toMatch(/^met/);
    const unknown = { ...first, code: 1201 };
    expect(verdict("unknown_wallet", unknown, { ...anew, code: 0 }), "another number").toBe("met 1");
    expect(verdict("unknown_wallet", unknown, { ...anew, code: 1201, content: "a" })).toBe("violated 1,2");
    expect(verdict("reference_taken", { ...first, code: 1501 }, { ...anew, code: 0 })).toBe("met 1");
  });

  it("of a quote shows it too, as long as nothing was sent", () => {
    const quote = (code: number, more: Partial<Sent> = {}): Sent => ({
      ...{ second: 0, operation: "Quote", code, content: null, reference: null },
      ...more,
    });
    expect(verdict("insufficient_points", quote(1301))).toBe("met 1");
    expect(verdict("insufficient_points", quote(1301), quote(1301))).toBe("met 2");
    expect(verdict("coupon_refused", quote(1421))).toBe("met 1");
    expect(verdict("pin_locked", quote(1312))).toBe("open");
    expect(verdict("pin_needs_reset", quote(1312))).toBe("met 1");
    expect(verdict("pin_locked", quote(1312, { retryAfterSeconds: 900 }))).toBe("met 1");
    const sent = { ...refusal(1301, "a", 1), amount: 10 };
    const wrong = [sent, { ...sent, second: 2 }];
    expect(verdict("insufficient_points", quote(1301), ...wrong, quote(1301, { second: 3 }))).toBe(
      "violated 2,3",
    );
    const nobody: Sent = { ...quote(0), operation: "FindWallet", foundNobody: true };
    expect(verdict("unknown_wallet", nobody)).toBe("met 1");
  });

  it("may come again by hand a minute later, and where the next answer may be another", () => {
    const three = [refusal(1301, "a", 0), refusal(1201, "b", 10), refusal(1203, "c", 20)];
    expect(verdict("refusals_not_repeated", ...three, refusal(1203, "c", 90))).toMatch(/^met/);
    // As the pages say of 1307: with the PIN it is a new attempt.
    const withPin = { ...refusal(1307, "d", 31), code: 0, hasPin: true };
    expect(verdict("refusals_not_repeated", ...three, refusal(1307, "d", 30), withPin)).toMatch(/^met/);
    expect(verdict("refusals_not_repeated", ...three, ...[30, 31].map((at) => refusal(1307, "d", at)))).toBe(
      "violated 4,5",
    );
    for (const code of [1310, 1311, 1701, 1902])
      expect(verdict("refusals_not_repeated", ...times(6, (index) => refusal(code, "a", index)))).toBe(
        "open",
      );
  });

  it.each([
    ["insufficient_points", 1301],
    ["reference_taken", 1501],
    ["unknown_wallet", 1201],
  ] as const)("%s is understood when it is seen and not sent again", (name, code) => {
    expect(verdict(name, refusal(1204, "a", 0))).toBe("open");
    expect(verdict(name, refusal(code, "a", 0))).toBe("met 1");
    expect(verdict(name, refusal(code, "a", 0), refusal(code, "a", 2))).toBe("violated 1,2");
  });

  it("of a PIN is followed by another try, by three at most", () => {
    const wrong = (count: number) =>
      times(count, (index): Sent => ({ ...refusal(1311, `p${index}`, 3 * index), hasPin: true }));
    expect(verdict("wrong_pin", ...wrong(1)), "asked once").toBe("open");
    expect(verdict("wrong_pin", ...wrong(2))).toBe("met 2");
    expect(verdict("wrong_pin", ...wrong(3))).toBe("met 3");
    expect(verdict("wrong_pin", ...wrong(4))).toBe("violated 1,2,3,4");
    const unasked = times(2, (index): Sent => ({ ...refusal(1311, `p${index}`, index), hasPin: true }));
    expect(verdict("wrong_pin", ...unasked), "nobody types so fast").toBe("violated 1,2");
    const right: Sent = { ...refusal(0, "ok", 3), hasPin: true, code: 0 };
    expect(verdict("wrong_pin", ...wrong(2), right, ...wrong(3))).toMatch(/^met/);
  });

  it("of a locked PIN is respected for as long as it lasts, on that wallet", () => {
    const locked: Sent = { ...refusal(1312, "a", 0), retryAfterSeconds: 900 };
    const next = (second: number, walletCode = "T7-01"): Sent => ({
      ...refusal(1312, "b", second),
      retryAfterSeconds: 900,
      walletCode,
    });
    expect(verdict("pin_locked", locked)).toBe("met 1");
    expect(verdict("pin_locked", locked, { ...next(1), operation: "Reward", code: 0 })).toBe("met 1");
    expect(verdict("pin_locked", locked, { ...next(899), code: 0 })).toBe("violated 1,2");
    expect(verdict("pin_locked", locked, { ...next(900), code: 0 })).toBe("met 1");
    expect(verdict("pin_locked", locked, { ...next(5, "T7-02"), code: 0 })).toBe("met 1");
    expect(verdict("pin_needs_reset", locked)).toBe("open");
    expect(verdict("pin_locked", locked, next(5))).toBe("violated 1,2");
    expect(verdict("pin_locked", locked, next(5), next(1_000))).toBe("met 3");
  });

  it("of a PIN that needs a reset is respected for ten minutes", () => {
    const stays = refusal(1312, "a", 0);
    expect(verdict("pin_needs_reset", stays)).toBe("met 1");
    expect(verdict("pin_needs_reset", stays, { ...refusal(0, "b", 599), code: 0 })).toBe("violated 1,2");
    expect(verdict("pin_locked", stays)).toBe("open");
  });
});

describe("Arabic", () => {
  it("is shown by a success and a refusal that were both answered in it", () => {
    const success: Sent = { second: 0, language: "ar" };
    const refusal: Sent = { second: 1, language: "ar", code: 1301 };
    expect(verdict("arabic", success)).toBe("open");
    expect(verdict("arabic", refusal)).toBe("open");
    expect(verdict("arabic", success, { ...refusal, language: "en" })).toBe("open");
    expect(verdict("arabic", success, { ...refusal, isAnswered: false })).toBe("open");
    expect(verdict("arabic", success, refusal)).toBe("met 1,2");
  });
});
