import fc from "fast-check";
import { expect, test } from "vitest";
import { COMMANDS } from "@/lib/ledger/rules/command-facts";
import type { Command, RedeemCommand } from "@/lib/ledger/rules/commands";
import type { ProgrammeRules } from "@/lib/ledger/rules/ledger-state";
import { type Asked, refusalsOf } from "@/lib/ledger/rules/refusals";
import type { Family } from "@/lib/ledger/rules/types";
import { seedOf, untilMet } from "@/tests/support/rounds";
import {
  aPin,
  aWallet,
  Book,
  cancel,
  capture,
  hold,
  key,
  limited,
  redeem,
  refund,
  releaseHold,
  reward,
  settle,
  TILL,
  takeBack,
} from "./build";
import { History, settings, step } from "./history";
import { Seen } from "./invariants";
import { CATALOGUE } from "./model/coupons";

/** With the seed of every run all that is expected has happened by the 200th. */
const ENOUGH = 500;
/** With another seed, as in deep runs, more are taken; fewer for who looks for mistakes that show soon, as the mutants do. */
const HISTORIES = Number(
  process.env.LEDGER_HISTORIES ?? (process.env.TEST_SEED === undefined ? ENOUGH : 2_000),
);
const STEPS_MAX = 200;

/** The refusals that commands declare; 1110 stands for what was known before the rules were asked. */
const refusedOf = (asked: readonly Asked[]) =>
  asked.flatMap((one) => [...refusalsOf(one), 1110].map((code) => `${one} refused with ${code}`));
const BY_ADMINISTRATORS = ["adjust", "release", "transfer", "expire"] as const satisfies Asked[];
/** Wrong PINs of one person are in pin.test.ts. */
const BY_TILLS = refusedOf([
  ...(["reward", "redeem", "buy", "refund", "cancel", "return", "hold", "capture", "release_hold"] as const),
]).filter((refused) => !refused.endsWith(" 1701"));

/** The limits that commands declare. Those of a merchant's day are in limits.test.ts; of values without a PIN 1307 tells. */
const LIMITS = Object.entries(COMMANDS).flatMap(([type, { limits }]) =>
  limits
    .filter((limit) => !/unprovedValueMax/i.test(limit) && !limit.startsWith("merchant"))
    .map((limit) => `${type} beyond ${limit}`),
);

const EXPECTED = [
  ...BY_TILLS,
  ...LIMITS,
  ...["nothing", "posted", "refused", "replayed", "stale"],
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((kind) => `entry of kind ${kind}`),
  ...[31, 32, 33, 34, 35, 71, 72].map((number) => `offer ${number}`),
  ...[71, 72, 73, 74].map((number) => `coupon ${number}`),
  ...["coupon ended", "allowance passed", "bill paid in part"],
  ...["paid", "over_limit", "unpaid", "taken_back"].map((state) => `referral ${state}`),
];

const seen = new Seen();

/** A customer with 100 points whose number is the till's person's own, their child and a second one with a locked PIN. */
function aBook(programme: Partial<ProgrammeRules> = {}): Book {
  const lots = { "2028-01-31": 100 };
  const parent = aWallet({ lots });
  const member = { ...parent, name: null, role: null };
  const family: Family = {
    role: "pooled",
    parent: member,
    children: [],
    allowance: { points: 10, spent: 0 },
  };
  const locked = aPin({ lockedUntil: new Date("2026-12-31T00:00:00Z") });
  const book = new Book({
    wallets: [
      parent,
      aWallet({ id: 2, walletCode: "CHILD", contactMsisdn: "+201110000002", poolWalletId: 1, family }),
      aWallet({ id: 3, walletCode: "LOCKED", contactMsisdn: "+201110000003", lots, pin: locked }),
      aWallet({ id: 4, walletCode: "CLOSED", statusId: 5 }),
      aWallet({ id: 5, walletCode: "MERGED", statusId: 6 }),
      aWallet({ id: 6, walletCode: "OFF", lots, redemptionEnabled: false }),
    ],
    limits: {},
    programme,
  });
  const ownNumbers = new Map([[TILL.userId, new Set([parent.contactMsisdn])]]);
  book.state.reviews = { ownNumbers, held: new Map(), recent: new Map() };
  const templates = new Map(CATALOGUE.map((offered) => [offered.offerNumber, offered]));
  book.state.coupons = { templates, rewarding: [], issued: new Map() };
  return book;
}
const buy = (more: Partial<RedeemCommand> = {}) => redeem(0, { couponOffer: 72, ...more });
const byPerson = { actor: limited(TILL) };
const nothingBack = { personReversedValueMax: 0 };
const ownNumber = { reviewOwnNumber: true };
const checked = { walletCode: "LOCKED", pin: { kind: "checked", pinVersion: 1, correct: true } } as const;
const byReference = (name: string): Command => ({ ...cancel(0), target: { originalKey: name } });
const never = (name: string) => ({ walletCode: "W1", actor: TILL, ...key(name) });

/** What chance seldom meets: what was done before, and what is refused then. */
const SELDOM: [
  code: number,
  refused: Command,
  before?: readonly Command[],
  programme?: Partial<ProgrammeRules>,
][] = [
  [1312, buy(checked)],
  [1312, hold({ points: 1, ...checked })],
  [1306, buy({ walletCode: "OFF" })],
  [1416, capture(1, never("late")), [hold({ points: 50 }), byReference("late")]],
  [1416, releaseHold(1, never("late")), [hold({ points: 50 }), byReference("late")]],
  [1418, byReference("ended"), [hold({ points: 50, ...key("ended") }), capture(1)]],
  [1204, releaseHold(1, { walletCode: "CLOSED" })],
  [1206, releaseHold(1, { walletCode: "MERGED" })],
  [1416, buy(never("late")), [byReference("late")]],
  [1416, releaseHold(1, never("late")), [hold({ points: 50 }), byReference("late")]],
  [1416, takeBack(1, never("late")), [reward(10), byReference("late")]],
  [1416, hold({ points: 1, ...never("late") }), [byReference("late")]],
  [1416, cancel(1, never("late")), [redeem(10), byReference("late")]],
  [1418, byReference("order"), [hold({ points: 50, ...key("order") }), capture(1)]],
  [1702, buy({ walletCode: "CHILD" })],
  [1702, hold({ points: 11, walletCode: "CHILD" })],
  [1703, buy(byPerson), [], ownNumber],
  [1703, hold({ points: 1, ...byPerson }), [], ownNumber],
  [1703, refund(1, byPerson), [redeem(10)], ownNumber],
  [1703, takeBack(1, byPerson), [reward(10)], ownNumber],
  [1703, cancel(1, byPerson), [redeem(10)], ownNumber],
  [1702, refund(1, byPerson), [redeem(10)], nothingBack],
  [1704, refund(1, { ...byPerson, ...key("back") }), [redeem(10)], nothingBack],
  [1702, takeBack(1, byPerson), [reward(10)], nothingBack],
  [1704, takeBack(1, { ...byPerson, ...key("back") }), [reward(10)], nothingBack],
  [1002, takeBack(1, { points: 5 }), [settle(20)]],
  [1417, byReference("sale"), [reward(10, key("sale")), redeem(10, key("sale"))]],
  [1405, capture(1, { points: 10, value: 7 }), [hold({ points: 50 })]],
  [1419, capture(1, { points: 60 }), [hold({ points: 50 })]],
  [1501, capture(1, key("end", "other content")), [hold({ points: 50 }), capture(1, key("end"))]],
  [1110, { ...releaseHold(1), refuseUnlessReplay: { code: 1110, parameters: {} } }, [hold({ points: 50 })]],
  [1501, releaseHold(1, key("end", "other content")), [hold({ points: 50 }), releaseHold(1, key("end"))]],
];

test.each(SELDOM)(
  "%i, seldom met by chance, refuses what it is declared for",
  (code, refused, before, programme) => {
    const book = aBook(programme);
    for (const command of before ?? []) book.run(command);
    const { decision } = book.run(refused);
    seen.note(refused, decision, []);
    expect(decision).toMatchObject({ kind: "refused", refusal: { code } });
  },
);

test(`the rules agree with the model and every invariant holds after every step of ${HISTORIES} histories`, async () => {
  const stepsUpTo = (maxLength: number) => fc.array(step, { minLength: 1, maxLength, size: "max" });
  const steps = fc.oneof(
    { arbitrary: stepsUpTo(60), weight: 2 },
    { arbitrary: stepsUpTo(STEPS_MAX), weight: 1 },
  );
  const property = fc.property(settings, steps, (chosen, taken) => {
    const history = new History(chosen, seen);
    for (const dice of taken) history.take(dice);
  });
  await untilMet({
    seed: seedOf("The rules beside the model"),
    expected: HISTORIES < ENOUGH ? [] : EXPECTED,
    met: () => seen.what,
    round: (seed) => fc.assert(property, { numRuns: HISTORIES, seed }),
  });
  const known = new Set([...EXPECTED, ...refusedOf(BY_ADMINISTRATORS)]);
  expect([...seen.what].filter((what) => !known.has(what))).toEqual([]);
}, 900_000);
