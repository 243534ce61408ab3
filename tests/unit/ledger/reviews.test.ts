import { describe, expect, test } from "vitest";
import { COMMANDS } from "@/lib/ledger/rules/command-facts";
import { type Command, keyName } from "@/lib/ledger/rules/commands";
import type { ProgrammeRules } from "@/lib/ledger/rules/ledger-state";
import { type Breach, NO_LIMITS as NONE } from "@/lib/ledger/with/limits/words";
import type { Held, ReviewState } from "@/lib/ledger/with/reviews/words";
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
  TILL,
} from "./build";

const PERSON = limited(TILL);
const who = { actor: PERSON };
const OTHER = { actor: { ...PERSON, userId: 12 } };

/** A book whose rules of review are read as the writer reads them, but once: what it writes counts by itself. */
function aBook(
  programme: Partial<ProgrammeRules>,
  {
    ownNumbers = new Map(),
    held = new Map(),
    ...options
  }: Partial<Pick<ReviewState, "ownNumbers" | "held">> & ConstructorParameters<typeof Book>[0] = {},
): Book {
  const book = new Book({ limits: {}, ...options, programme });
  book.state.reviews = { ownNumbers, held, recent: new Map() };
  return book;
}

const reasonsOf = (book: Book, command: Command): string[] => {
  const refusal = book.refusal(command);
  if (!Array.isArray(refusal) || refusal[0] !== 1703) throw new Error(`Not held: ${JSON.stringify(refusal)}`);
  return (refusal[1] as { breaches: Breach[] }).breaches.map(({ limit }) => limit);
};

describe("a rule of the radar holds a movement", () => {
  const own = new Map([[TILL.userId, new Set(["+201110000001"])]]);

  test("and lets end what was held for an order before: its points were set aside then", () => {
    const book = aBook({ reviewOwnNumber: true }, { ownNumbers: own });
    book.post(reward(100, OTHER));
    const [first, second] = [1, 2].map((points) => book.post(hold({ points, ...OTHER })).id);
    expect(book.post(capture(first ?? 0, who)).amount).toBe(1);
    expect(book.post(releaseHold(second ?? 0, who)).amount).toBe(2);
  });

  test("in a wallet with the person's own number, whatever it is, and nobody else's there", () => {
    const book = aBook({ reviewOwnNumber: true }, { ownNumbers: own });
    expect(book.refusal(reward(10, { ...who, ...key("a") }))).toEqual([
      1703,
      { breaches: [{ limit: "ownNumber", required: 1, available: 0 }], points: 10, value: 10 },
    ]);
    const given = book.post(reward(100, OTHER)).id;
    const paid = book.post(redeem(50, OTHER)).id;
    for (const command of [
      reward(10, who),
      redeem(10, who),
      refund(paid, who),
      cancel(given, who),
    ] as Command[])
      expect(reasonsOf(book, { ...command, ...key(command.type) } as Command)).toEqual(["ownNumber"]);
    expect(book.log).toHaveLength(2);
    book.setProgramme({ reviewOwnNumber: false });
    book.post(reward(10, who));
  });

  test("when one person rewards one wallet more often than so within the minutes; a cancelled reward does not count", () => {
    const book = aBook({ reviewRewardsMax: 2, reviewRewardsMinutes: 10 });
    book.post(reward(10, who));
    const second = book.post(reward(10, who)).id;
    expect(book.refusal(reward(10, { ...who, ...key("a") }))).toEqual([
      1703,
      { breaches: [{ limit: "quickSuccession", required: 3, available: 2 }], points: 10, value: 10 },
    ]);
    book.post(reward(10, OTHER));
    book.post(cancel(second, who));
    book.post(reward(10, who));
    book.at("2026-01-15T10:10:00Z");
    expect(reasonsOf(book, reward(10, { ...who, ...key("b") }))).toEqual(["quickSuccession"]);
    book.at("2026-01-15T10:10:00.001Z").post(reward(10, who));
  });

  test("and counts the rewards that stand by their own moments once another one was cancelled", () => {
    const book = aBook({ reviewRewardsMax: 2, reviewRewardsMinutes: 10 });
    book.post(reward(10, who));
    const second = book.at("2026-01-15T10:05:00Z").post(reward(10, who)).id;
    book.post(cancel(second, who));
    book.at("2026-01-15T10:11:00Z");
    book.post(reward(10, who));
    book.post(reward(10, who));
  });

  test("when a redemption follows a reward by the same person within the minutes, and no reward at all", () => {
    const book = aBook({ reviewRedemptionMinutes: 5 });
    book.post(reward(100, who));
    book.post(redeem(10, OTHER));
    book.post(redeem(10, OTHER));
    expect(book.refusal(redeem(10, { ...who, ...key("a") }))).toEqual([
      1703,
      { breaches: [{ limit: "quickRedemption", required: 5, available: 0 }], points: 10, value: 10 },
    ]);
    expect(reasonsOf(book, hold({ points: 10, ...who, ...key("b") }))).toEqual(["quickRedemption"]);
    book.post(reward(10, who));
    book.at("2026-01-15T10:05:00.001Z").post(redeem(10, who));
  });

  test.each([
    [9, 22, "08:59", true],
    [9, 22, "09:00", false],
    [9, 22, "21:59", false],
    [9, 22, "22:00", true],
    [18, 2, "01:59", false],
    [18, 2, "02:00", true],
    [18, 2, "17:59", true],
    [18, 2, "18:00", false],
    [9, 9, "12:00", false],
    [9, null, "08:59", false],
    [null, 22, "22:00", false],
  ])("rewards outside %i to %i o'clock: at %s %s", (reviewHoursFrom, reviewHoursUntil, time, isHeld) => {
    const book = aBook({ reviewHoursFrom, reviewHoursUntil });
    // Two hours ahead of UTC in January.
    book.at(new Date(Date.parse(`2026-01-15T${time}:00+02:00`)).toISOString());
    book.state.reviews = { ownNumbers: new Map(), held: new Map(), recent: new Map() };
    const held = { breaches: [{ limit: "outOfHours", required: 1, available: 0 }], points: 10, value: 10 };
    if (isHeld) expect(book.refusal(reward(10, { ...who, ...key("a") }))).toEqual([1703, held]);
    else book.post(reward(10, who));
  });
});

test("a rule holds nobody whose limits are not checked, and no client with limits of its own", () => {
  const clients = new Map([[7, { ...NONE, hasOwnLimits: true }]]);
  const book = aBook({ reviewRewardsMax: 1 }, { limits: { clients } });
  const client = { actor: { ...TILL, limitedBy: { clientId: 7, isCounted: false } } };
  for (const more of [{}, client]) {
    book.post(reward(10, more));
    book.post(reward(10, more));
  }
  expect(
    reasonsOf(
      book,
      reward(10, { actor: { ...TILL, limitedBy: { clientId: 8, isCounted: false } }, ...key("a") }),
    ),
  ).toEqual(["quickSuccession"]);
});

describe("what is held", () => {
  const command = reward(10, { ...who, ...key("held") });
  const name = keyName(PERSON.userId, COMMANDS.reward.references, "held");
  const reasons = [{ limit: "ownNumber", required: 1, available: 0 }] as const;
  const held = new Map<string, Held>([[name, { requestHash: "same content", reasons }]]);

  test("stays held whatever time has passed, until it is let go; another content is judged anew", () => {
    const book = aBook({ reviewOwnNumber: true }, { held });
    expect(reasonsOf(book, command)).toEqual(["ownNumber"]);
    book.post(reward(10, { ...who, ...key("held", "another content") }));
  });

  test("moves once when it is let go, and its entry says by whom; limits that it passes are let pass with it", () => {
    const book = aBook({ reviewRewardsMax: 1, rewardValueMax: 5, approvesBeyondLimits: true });
    book.post(reward(5, who));
    expect(reasonsOf(book, command)).toEqual(["quickSuccession", "rewardValueMax"]);
    const passed = { limit: "rewardValueMax", required: 10, available: 5 } as const;
    const approval = {
      id: 5,
      requestHash: "same content",
      breaches: [{ limit: "quickSuccession", required: 2, available: 1 } as const, passed],
      approvedBy: 42,
      expiresAt: new Date("2026-01-15T11:00:00Z"),
    };
    book.approvals.set(name, { ...approval, breaches: [passed] });
    expect(reasonsOf(book, command)).toEqual(["quickSuccession", "rewardValueMax"]);
    book.approvals.set(name, approval);
    const { decision } = book.run(command);
    expect(decision).toMatchObject({
      kind: "posted",
      postings: [{ marks: { approval: { approvedBy: 42 } } }],
    });
    expect(book.decide(command)).toMatchObject({ kind: "replayed" });
    expect(book.log).toHaveLength(2);
  });

  test("is refused outright where nobody may let its limits pass, and asks for the PIN before anything else", () => {
    const book = aBook(
      { reviewRewardsMax: 1, rewardValueMax: 5, approvesBeyondLimits: false, reviewRedemptionMinutes: 5 },
      { wallets: [aWallet({ pin: aPin() })] },
    );
    book.post(reward(5, who));
    expect(book.refusal(command)).toMatchObject([1702, { limit: "rewardValueMax" }]);
    expect(book.refusal(redeem(1, { ...who, ...key("r") }))).toBe(1310);
    expect(reasonsOf(book, redeem(1, { ...who, ...key("r"), pin: { kind: "assumed" } }))).toEqual([
      "quickRedemption",
    ]);
  });

  test("is told to a till system without a reference too, which nobody can let go", () => {
    const book = aBook({ reviewRewardsMax: 1 });
    book.post(reward(5, who));
    expect(reasonsOf(book, reward(5, who))).toEqual(["quickSuccession"]);
  });
});
