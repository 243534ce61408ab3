import { describe, expect, test } from "vitest";
import type { Command } from "@/lib/ledger/rules/commands";
import type { WalletStatusId } from "@/lib/ledger/rules/types";
import {
  adjust,
  aPin,
  aWallet,
  Book,
  cancel,
  capture,
  expire,
  FOREIGN_TILL,
  hold,
  key,
  redeem,
  refund,
  release,
  releaseHold,
  reward,
  settle,
  TILL,
  takeBack,
  transfer,
} from "./build";

const MAY = "2026-05-31";
const LAPSED = "2026-01-15";

describe("a test wallet", () => {
  const wallets = () => [
    aWallet({ lots: { [LAPSED]: 10 } }),
    aWallet({ id: 2, walletCode: "W2", sandboxId: 1, lots: { [LAPSED]: 10 } }),
  ];
  const from = (id: number, isDemo = false) => ({ actor: { ...TILL, sandbox: { id, isDemo } } });

  test("is its sandbox's own: for all others it does not exist, nor do customers for its clients", () => {
    const book = new Book({ wallets: wallets() });
    const test = { walletCode: "W2" };
    expect(book.post(reward(1, { ...test, ...from(1) })).walletId).toBe(2);
    for (const stranger of [{}, from(2)])
      expect(book.refusal(reward(1, { ...test, ...stranger }))).toBe(1201);
    expect(book.refusal(reward(1, from(1)))).toBe(1201);
    expect(book.refusal(transfer("W2", { points: 1 }))).toBe(1201);
    expect(book.post(reward(1, from(1, true))).walletId).toBe(1);
  });

  test("loses what has lapsed like all others", () => {
    const book = new Book({ wallets: wallets() }).at("2026-01-16T10:00:00Z");
    for (const walletCode of ["W1", "W2"]) expect(book.post(expire({ walletCode })).pointsDelta).toBe(-10);
  });
});

/** A wallet on which every command would succeed if it stood well: a redemption and a reward to give back, and a lot that lapses tonight. */
function ready(): Book {
  const book = new Book({
    wallets: [
      aWallet({ lots: { [LAPSED]: 10, [MAY]: 100 }, suspended: 10 }),
      aWallet({ id: 2, walletCode: "W2" }),
    ],
  });
  book.post(redeem(5));
  book.post(reward(1));
  book.post(hold({ points: 1, minutes: 10_080 }));
  return book.at("2026-01-16T10:00:00Z");
}

const COMMANDS: Record<Command["type"], Command> = {
  reward: reward(1),
  redeem: redeem(1),
  settle: settle(1),
  refund: refund(1),
  cancel: cancel(1),
  return: takeBack(2),
  adjust: adjust("up", 1),
  release: release(1),
  transfer: transfer("W2", { points: 1 }),
  hold: hold({ points: 1 }),
  capture: capture(3),
  release_hold: releaseHold(3),
  expire: expire(),
};
const TYPES = Object.keys(COMMANDS) as Command["type"][];

describe("the status of a wallet", () => {
  const ok = "posted";
  const table: [
    status: WalletStatusId,
    name: string,
    outcome: Record<Command["type"], number | typeof ok>,
  ][] = [
    [
      1,
      "active",
      {
        reward: ok,
        redeem: ok,
        settle: ok,
        refund: ok,
        cancel: ok,
        return: ok,
        adjust: ok,
        release: ok,
        transfer: ok,
        hold: ok,
        capture: ok,
        release_hold: ok,
        expire: ok,
      },
    ],
    [
      2,
      "pending",
      {
        reward: ok,
        redeem: 1202,
        settle: ok,
        refund: ok,
        cancel: ok,
        return: ok,
        adjust: ok,
        release: ok,
        transfer: ok,
        hold: 1202,
        capture: ok,
        release_hold: ok,
        expire: ok,
      },
    ],
    [
      3,
      "suspended",
      {
        reward: 1203,
        redeem: 1203,
        settle: 1203,
        refund: ok,
        cancel: ok,
        return: ok,
        adjust: ok,
        release: ok,
        transfer: ok,
        hold: 1203,
        capture: ok,
        release_hold: ok,
        expire: ok,
      },
    ],
    [
      4,
      "blocked",
      {
        reward: 1202,
        redeem: 1202,
        settle: 1202,
        refund: 1202,
        cancel: 1202,
        return: 1202,
        adjust: 1202,
        release: 1202,
        transfer: 1202,
        hold: 1202,
        capture: 1202,
        release_hold: 1202,
        expire: 1202,
      },
    ],
    [
      5,
      "closed",
      {
        reward: 1204,
        redeem: 1204,
        settle: 1204,
        refund: 1204,
        cancel: 1204,
        return: 1204,
        adjust: 1204,
        release: 1204,
        transfer: 1204,
        hold: 1204,
        capture: 1204,
        release_hold: 1204,
        expire: 1204,
      },
    ],
    [
      6,
      "merged",
      {
        reward: 1206,
        redeem: 1206,
        settle: 1206,
        refund: 1206,
        cancel: 1206,
        return: 1206,
        adjust: 1206,
        release: 1206,
        transfer: 1206,
        hold: 1206,
        capture: 1206,
        release_hold: 1206,
        expire: 1206,
      },
    ],
  ];
  const cells = table.flatMap(([status, name, outcome]) =>
    TYPES.map((type) => ({ status, name, type, is: outcome[type] })),
  );

  test.each(cells)("$name ($status) makes of a $type: $is", ({ status, type, is }) => {
    const book = ready();
    book.wallet().statusId = status;
    const { balance, lastSeq } = book.wallet();
    const { decision } = book.run(COMMANDS[type]);
    expect(decision.kind === "refused" ? decision.refusal.code : decision.kind).toBe(is);
    // A refusal changes nothing: even what has lapsed is not written off on the way.
    if (is !== ok) expect(book.wallet()).toMatchObject({ balance, lastSeq });
  });

  test.each([
    [4, 1202],
    [5, 1204],
    [6, 1206],
  ] as const)("%i of the wallet that a transfer goes to refuses it with %i", (status, code) => {
    const book = ready();
    book.wallet("W2").statusId = status;
    expect(book.refusal(transfer("W2", { points: 1 }))).toBe(code);
    expect(book.wallet().lastSeq).toBe(3);
  });
});

test.each(TYPES)("a customer who has not joined: what happens to a %s", (type) => {
  const book = ready();
  book.wallet().isOptedIn = false;
  const { decision } = book.run(COMMANDS[type]);
  const isCustomers = ["reward", "redeem", "settle", "refund", "cancel", "return", "hold"].includes(type);
  expect(decision.kind === "refused" ? decision.refusal.code : decision.kind).toBe(
    isCustomers ? 1205 : "posted",
  );
});

describe("a wallet is found", () => {
  test.each(TYPES)("by code and mobile together for a %s, and either wrong gives the same answer", (type) => {
    const right = { ...COMMANDS[type], contactMsisdn: "+201110000001" };
    expect(ready().run(right).decision.kind).toBe("posted");
    const byCode = ready().decide({ ...right, walletCode: "W9" });
    const byMobile = ready().decide({ ...right, contactMsisdn: "+201110000002" });
    expect(byCode).toEqual({ kind: "refused", refusal: { code: 1201, parameters: {} } });
    expect(byMobile).toEqual(byCode);
  });

  test("whatever its status: a wrong mobile does not learn it", () => {
    const book = ready();
    book.wallet().statusId = 5;
    expect(book.refusal(reward(1, { contactMsisdn: "+201110000002" }))).toBe(1201);
  });
});

test("a request wrong in several ways gets the first code in the order of the checks", () => {
  const book = new Book({ wallets: [aWallet({ lots: { [MAY]: 10 }, pin: aPin() })] });
  const first = book.post(
    redeem(1, { pin: { kind: "checked", pinVersion: 1, correct: true }, ...key("USED") }),
  );
  const wallet = book.wallet();
  Object.assign(wallet, { statusId: 3, isOptedIn: false, redemptionEnabled: false });
  const wrong = redeem(1_000, {
    contactMsisdn: "+201119999999",
    refuseUnlessReplay: { code: 1111, parameters: {} },
    ...key("USED"),
  });

  expect(book.decide(wrong)).toEqual({ kind: "replayed", entryId: first.id });
  const changed = { ...wrong, ...key("USED", "other content") };
  expect(book.refusal(changed)).toEqual([
    1501,
    { usedAt: "2026-01-15 12:00", branchMsisdn: TILL.branchMsisdn },
  ]);
  const fresh = { ...wrong, ...key("FRESH") };
  expect(book.refusal(fresh)).toBe(1111);
  const { refuseUnlessReplay: _branch, ...branchFound } = fresh;
  expect(book.refusal(branchFound)).toBe(1201);
  const found = { ...branchFound, contactMsisdn: wallet.contactMsisdn };
  expect(book.refusal(found)).toBe(1203);
  wallet.statusId = 1;
  expect(book.refusal(found)).toBe(1205);
  wallet.isOptedIn = true;
  expect(book.refusal(found)).toBe(1310);
  const wrongPin = { ...found, pin: { kind: "checked", pinVersion: 1, correct: false } as const };
  expect(book.refusal(wrongPin)).toBe(1311);
  const rightPin = { ...found, pin: { kind: "checked", pinVersion: 1, correct: true } as const };
  expect(book.refusal(rightPin)).toBe(1306);
  wallet.redemptionEnabled = true;
  expect(book.refusal(rightPin)).toBe(1301);
  expect(book.wallet()).toMatchObject({ balance: 9, lastSeq: 1 });
  expect(book.post({ ...rightPin, value: 9_00n }).balanceAfter).toBe(0);
});

describe("a request sent again", () => {
  test.each(TYPES)("is answered as the first time, and a %s is carried out once", (type) => {
    const book = ready();
    const command = { ...COMMANDS[type], ...key("K") };
    const { id } = book.post(command);
    const { balance, lastSeq, accumulated, redeemed, suspended } = book.wallet();
    book.at("2026-03-01T10:00:00Z");
    expect(book.run(command).decision).toEqual({ kind: "replayed", entryId: id });
    expect(book.wallet()).toMatchObject({ balance, lastSeq, accumulated, redeemed, suspended });
  });

  test.each(TYPES)("with other content is refused: a %s", (type) => {
    const book = ready();
    book.post({ ...COMMANDS[type], ...key("K") });
    const refused = book.decide({ ...COMMANDS[type], ...key("K", "other content") });
    expect(refused).toMatchObject({ kind: "refused", refusal: { code: 1501 } });
    expect(/"usedAt":"2026-01-1\d 12:00"/.test(JSON.stringify(refused))).toBe(true);
    const elsewhere = { ...COMMANDS[type], walletCode: "W2", ...key("K", "other wallet") };
    expect(book.decide(elsewhere)).toMatchObject({ kind: "refused", refusal: { code: 1501 } });
  });

  test("is answered whatever has become of the wallet, the branch or the mobile since", () => {
    const book = ready();
    const command = reward(1, { contactMsisdn: "+201110000001", ...key("K") });
    const { id } = book.post(command);
    Object.assign(book.wallet(), { statusId: 5, isOptedIn: false, contactMsisdn: "+201117777777" });
    const again = { ...command, refuseUnlessReplay: { code: 1110, parameters: {} } as const };
    expect(book.decide(again)).toEqual({ kind: "replayed", entryId: id });
  });

  test("after a refusal is judged anew: a refusal does not use up the reference", () => {
    const book = ready();
    const command = redeem(200, key("K"));
    expect(book.refusal(command)).toBe(1301);
    book.post(adjust("up", 200));
    expect(book.post(command).amount).toBe(200);
  });

  test("without a reference is carried out again: nothing is guessed", () => {
    const book = ready();
    book.post(reward(1));
    book.post(reward(1));
    expect(book.wallet().accumulated).toBe(3);
  });

  test("under a reference that another client or another operation used is a new request", () => {
    const book = ready();
    book.post(reward(1, key("K")));
    book.post(redeem(1, key("K")));
    book.post(reward(1, { actor: FOREIGN_TILL, ...key("K") }));
    expect(book.wallet().lastSeq).toBe(3 + 1 + 3);
  });
});
