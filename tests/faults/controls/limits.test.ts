import { describe, expect, test } from "vitest";
import { check } from "../checker";
import type { ClientLimits, WorldFacts } from "../facts";
import type { Call, FaultRequest, LoggedEntry, OperationName } from "../history";
import { type AskedApproval, type Decision, type LimitEvidence, NO_LIMIT_EVIDENCE } from "../limits";
import { WalletModel } from "../model";
import { replyOf } from "./books";
import { castWorld } from "./cast";

const CLIENT = "control";
const NONE = 1_000_000;
const CASHIER = 1;
const SUPERVISOR = 2;
const { facts, wallets } = castWorld("L");

/** A history of one till that does whatever it is told, as if there were no limits; each call ends before the next begins. */
class Careless {
  readonly calls: Call[] = [];
  readonly log: LoggedEntry[] = [];
  limits: LimitEvidence = NO_LIMIT_EVIDENCE;
  private readonly models = new Map(
    wallets.map((wallet) => [wallet.code, new WalletModel(worldWith(null), wallet)]),
  );
  private now = 0;

  done(request: FaultRequest): LoggedEntry {
    const entry = this.carriedOut(request);
    const { totalPoints, entry: said } = replyOf(entry, undefined);
    this.call(request, { status: 200, code: 0, isReplay: false, totalPoints, entry: said });
    return entry;
  }

  refused(request: FaultRequest, code: number): this {
    this.call(request, { status: 422, code, isReplay: false, totalPoints: undefined, entry: undefined });
    return this;
  }

  /** Nobody waits for the answer. */
  abandoned(request: FaultRequest, { isCarriedOut }: { isCarriedOut: boolean }): this {
    if (isCarriedOut) this.carriedOut(request);
    this.call(request, undefined);
    return this;
  }

  private carriedOut(request: FaultRequest): LoggedEntry {
    const code = String(request.content.WalletCode);
    const model = this.models.get(code);
    const { effect } = model?.expect(request) ?? {};
    if (effect === undefined) throw new Error(`Not even a careless service does ${JSON.stringify(request)}`);
    const entry: LoggedEntry = {
      ...effect,
      id: this.log.length + 1,
      walletCode: code,
      seq: this.log.filter(({ walletCode }) => walletCode === code).length + 1,
      factor: "1",
      merchantId: 1,
      branchMsisdn: String(request.content.BranchMsisdn),
      day: facts.today,
      externalLogId: request.key ?? "",
      tag: request.tag,
    };
    model?.follow(entry);
    this.log.push(entry);
    return entry;
  }

  private call(request: FaultRequest, answer: Call["answer"]): void {
    this.now += 2;
    const isAbandoned = answer === undefined;
    const endedAt = isAbandoned ? Number.POSITIVE_INFINITY : this.now + 1;
    this.calls.push({ request, sentAt: this.now, endedAt, isAbandoned, answer });
  }

  /** What the checker finds in it where the client has these limits. */
  found(limits: Partial<ClientLimits>, { approves = false, clockShiftMs = 0 } = {}): string {
    const { calls, log } = this;
    const world = worldWith(limits, approves);
    const evidence = { world, wallets, calls, log, lastIdBefore: 0, limits: this.limits };
    return check({ ...evidence, isQuiet: true, clockShiftMs }).join();
  }
}

function worldWith(limits: Partial<ClientLimits> | null, approvesBeyondLimits = false): WorldFacts {
  const all: ClientLimits = {
    rewardValueMax: NONE,
    personRewardPointsMax: NONE,
    personReversedValueMax: NONE,
    walletRewardsMax: NONE,
    unprovedValueMax: NONE,
    refusesRepeatedInvoices: false,
    before: { rewardedPoints: 0, reversedValue: 0n },
    ...limits,
  };
  const clients = [...facts.clients].map(
    ([id, client]) => [id, { ...client, limits: limits === null ? null : all }] as const,
  );
  return { ...facts, clients: new Map(clients), approvesBeyondLimits };
}

let made = 0;

function request(
  operation: OperationName,
  wallet: number,
  content: Readonly<Record<string, string | number>>,
  tag = `L-${++made}`,
): FaultRequest {
  const { code = "", msisdn = "" } = wallets[wallet] ?? {};
  const named = operation === "Reward" ? "InvoiceNumber" : "Comment";
  const whole = { WalletCode: code, ContactMsisdn: msisdn, BranchMsisdn: "01000000001", [named]: tag };
  const key = `${operation}-${++made}`;
  return {
    operation,
    clientId: CLIENT,
    key,
    isKeyInHeader: false,
    content: { ...whole, ...content },
    pin: undefined,
    tag,
  };
}
const reward = (wallet: number, value: number, invoice?: string) =>
  request("Reward", wallet, { PointsValue: value }, invoice);
const redeem = (wallet: number, value: number) => request("RedeemUser", wallet, { PointsValue: value });
const cancel = (wallet: number, { id }: LoggedEntry) => request("Cancel", wallet, { TransactionId: id });

/** A careless history: what was carried out, in order. */
function history(...requests: readonly FaultRequest[]): Careless {
  const careless = new Careless();
  for (const one of requests) careless.done(one);
  return careless;
}

describe("a reference that was sent for two branches, whose answers were lost", () => {
  const here = reward(0, 5);
  const there = { ...here, content: { ...here.content, BranchMsisdn: "01000000002" } };

  test("is of the one that the entry names: the other is refused rightly", () => {
    const careless = new Careless();
    careless.abandoned(here, { isCarriedOut: false }).abandoned(there, { isCarriedOut: true });
    expect(careless.refused(here, 1501).found({})).toBe("");
  });

  test("is wrongly refused to the one that the entry names", () => {
    const careless = new Careless();
    careless.abandoned(here, { isCarriedOut: true }).abandoned(there, { isCarriedOut: false });
    expect(careless.refused(here, 1501).found({})).toContain("1501 without another content");
  });
});

describe("limits: the checker finds", () => {
  test("a reward beyond the limit of a bill, and none that meets it", () => {
    expect(history(reward(0, 100)).found({ rewardValueMax: 100 })).toBe("");
    expect(history(reward(0, 100.01)).found({ rewardValueMax: 100 })).toContain("codes: [ 1702 ]");
    expect(history(reward(0, 101)).found({ rewardValueMax: 100 }, { approves: true })).toContain(
      "passes rewardValueMax, and nobody let it",
    );
  });

  test("one reward more than a wallet may get in a day, though one was cancelled", () => {
    const careless = history(reward(0, 1), reward(1, 1), reward(0, 1));
    careless.done(cancel(0, careless.log[0] as LoggedEntry));
    expect(careless.found({ walletRewardsMax: 2 })).toBe("");
    careless.done(reward(0, 1));
    expect(careless.found({ walletRewardsMax: 2 }, { approves: true })).toContain("passes walletRewardsMax");
  });

  test("more redeemed without proof than a wallet may in a day, of which a cancelled one is no part", () => {
    const careless = history(reward(0, 100), redeem(0, 30));
    careless.done(cancel(0, careless.log[1] as LoggedEntry));
    careless.done(redeem(0, 50));
    expect(careless.found({ unprovedValueMax: 50 })).toBe("");
    careless.done(redeem(0, 1));
    expect(careless.found({ unprovedValueMax: 50 })).toContain("1307");
  });

  test("more points than a user may reward in a day, over all wallets and with what was there before", () => {
    const before = { rewardedPoints: 40, reversedValue: 0n };
    const careless = history(reward(0, 30), reward(1, 30));
    expect(careless.found({ personRewardPointsMax: 100, before })).toBe("");
    careless.done(reward(2, 1));
    expect(careless.found({ personRewardPointsMax: 100, before })).toContain(
      "beyond personRewardPointsMax of 100",
    );
  });

  test("more value than a user may give back in a day, whatever gives it back", () => {
    const careless = history(reward(0, 50), redeem(0, 20), reward(1, 31));
    const [first, redemption, other] = careless.log as [LoggedEntry, LoggedEntry, LoggedEntry];
    careless.done(request("Refund", 0, { TransactionId: redemption.id }));
    expect(careless.found({ personReversedValueMax: 50 })).toBe("");
    careless.done(cancel(1, other));
    expect(first.amountValue).toBe(50_00n);
    expect(careless.found({ personReversedValueMax: 50 })).toContain("beyond personReversedValueMax of 5000");
  });

  test("an invoice that was rewarded twice, in any letter case, unless the first was cancelled", () => {
    const limits = { refusesRepeatedInvoices: true };
    const careless = history(reward(0, 5, "L-Inv1"));
    careless.done(cancel(0, careless.log[0] as LoggedEntry));
    careless.done(reward(1, 5, "L-INV1"));
    expect(careless.found(limits)).toBe("");
    careless.done(reward(2, 5, "l-inv1"));
    expect(careless.found(limits)).toContain("was rewarded twice: 3 and 4");
    expect(careless.found({})).toBe("");
  });

  test("a refusal for a limit that was not reached", () => {
    const limits = { personRewardPointsMax: 100 };
    expect(history(reward(0, 90)).refused(reward(1, 11), 1702).found(limits)).toBe("");
    expect(history(reward(0, 90)).refused(reward(1, 10), 1702).found(limits)).toContain(
      "1702 was never right",
    );
    expect(history(reward(0, 90)).refused(redeem(0, 60), 1702).found(limits)).toContain(
      "1702 was never right",
    );
    expect(history(reward(0, 90)).refused(redeem(0, 60), 1307).found(limits)).toContain(
      "1307 was never right",
    );
    expect(history().refused(reward(0, 10), 1704).found({ rewardValueMax: 9 })).toContain(
      "1704 was never right",
    );
  });

  test("a refusal for an invoice whose reward had been cancelled before", () => {
    const careless = history(reward(0, 5, "L-Inv2"));
    const [first] = careless.log as [LoggedEntry];
    careless.refused(reward(1, 5, "l-inv2"), 1702);
    expect(careless.found({ refusesRepeatedInvoices: true })).toBe("");
    careless.done(cancel(0, first));
    careless.refused(reward(1, 5, "l-inv2"), 1702);
    expect(careless.found({ refusesRepeatedInvoices: true })).toContain("1702 was never right");
  });
});

describe("approvals: the checker finds", () => {
  /** A reward beyond the limit that was asked for, approved, sent again and carried out. */
  function approved({
    asked = {},
    decision = {},
    named = [{}],
    clockShiftMs = 0,
  }: {
    asked?: Partial<AskedApproval>;
    clockShiftMs?: number;
    decision?: Partial<Decision>;
    named?: readonly Partial<LimitEvidence["named"][number]>[];
  } = {}): string {
    const careless = new Careless();
    const one = reward(0, 500);
    careless.refused(one, 1704);
    const { id: entryId, walletCode, branchMsisdn } = careless.done(one);
    const other = careless.done(reward(1, 1));
    const right: AskedApproval = {
      id: 7,
      clientId: CLIENT,
      logTypeId: 2,
      key: one.key ?? "",
      walletCode,
      branchMsisdn: branchMsisdn ?? "",
      value: 500_00n,
      limits: ["rewardValueMax"],
      state: "used",
      askedBy: CASHIER,
      decidedBy: SUPERVISOR,
      entryId,
      isInTime: true,
    };
    // Between the refusal, the first call, and the second.
    const times = { sentAt: 3.2, endedAt: 3.4 };
    const done: Decision = {
      approvalId: 7,
      decidedBy: SUPERVISOR,
      verdict: "approve",
      outcome: "done",
      ...times,
    };
    careless.limits = {
      days: new Map(),
      asked: [{ ...right, ...asked }],
      named: named.map((more) => ({ entryId, approvalId: 7, approvedBy: SUPERVISOR, ...more })),
      decisions: [{ ...done, ...decision }],
    };
    expect(other.id).toBe(2);
    return careless.found({ rewardValueMax: 100 }, { approves: true, clockShiftMs });
  }

  test("nothing where it was asked for, approved by somebody else, and used once", () => {
    expect(approved()).toBe("");
  });

  test.each<[string, Parameters<typeof approved>[0], string]>([
    ["an entry that nobody let pass", { named: [] }, "passes rewardValueMax, and nobody let it"],
    ["one that was used twice", { named: [{}, { entryId: 2 }] }, "approval 7 was used 2 times"],
    ["an entry that names two", { named: [{}, { approvalId: 8 }] }, "names 2 approvals"],
    ["one of another limit", { asked: { limits: ["walletRewardsMax"] } }, "passes rewardValueMax"],
    ["one of another bill", { asked: { value: 499_00n } }, "it was for something else"],
    ["one of another wallet", { asked: { walletCode: "LW1" } }, "it was for something else"],
    ["one of another reference", { asked: { key: "another" } }, "it was for something else"],
    [
      "one that was refused",
      { asked: { state: "refused" }, decision: { verdict: "refuse" } },
      "it is refused",
    ],
    ["one that nobody decided", { decision: { outcome: "declined" } }, "nobody approved it"],
    ["one that had expired", { asked: { isInTime: false } }, "it had expired"],
    [
      "one that was approved afterwards",
      { decision: { sentAt: 9, endedAt: 10 } },
      "it was approved afterwards",
    ],
    ["who asked and decided", { asked: { askedBy: SUPERVISOR } }, "who asked decided"],
    ["another name than the decider's", { named: [{ approvedBy: 3 }] }, "3 is not who decided"],
    [
      "one that was approved and then asked about again",
      { asked: { state: "approved", entryId: null }, named: [], decision: { sentAt: 0, endedAt: 1 } },
      "1704 for what was approved before",
    ],
    [
      "what was refused and stands as approved",
      { decision: { verdict: "refuse" } },
      "refuse was said, it is used",
    ],
  ])("%s", (_name, wrong, problem) => {
    expect(approved(wrong)).toContain(problem);
  });

  test("nothing where the approval had lapsed by a clock that jumped", () => {
    const asked = { state: "approved", entryId: null };
    const decision = { sentAt: 0, endedAt: 1 };
    expect(approved({ asked, named: [], decision, clockShiftMs: 3_600_000 })).not.toContain("before");
  });

  test("an answer that says to wait for somebody, though nobody is asked", () => {
    const careless = history().refused(reward(0, 500), 1704);
    expect(careless.found({ rewardValueMax: 100 }, { approves: true })).toContain("nobody is asked about");
  });
});
