import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Command } from "@/lib/ledger/rules/commands";
import type { ProgrammeRules, WalletState } from "@/lib/ledger/rules/ledger-state";
import type { Family, FamilyMember, PinStanding, WalletStanding } from "@/lib/ledger/rules/types";
import { allowanceOf } from "@/lib/ledger/run/allowance";
import { LOCKED_UNTIL_RESET } from "@/lib/ledger/with/pin/rule";
import { inUnits, moneyOf } from "@/lib/platform/money";
import { aPin, aProgramme, aSegment, aWallet, Book, redeem, reward } from "./build";

const NOW = new Date("2026-01-15T10:00:00Z");
const LATER = new Date("2026-01-15T10:10:00Z");
const LEAST = 0.01;

interface Case {
  wallet?: Partial<Omit<WalletState, "lots">> & { balance?: number };
  programme?: Partial<ProgrammeRules>;
}

/** A wallet that stands still: nothing in it lapses. */
const walletOf = ({ balance = 300, ...more }: NonNullable<Case["wallet"]> = {}) =>
  aWallet({ lots: balance > 0 ? { infinity: balance } : {}, balance, ...more });

/** The wallet as the portal reads it. */
function standingOf(wallet: WalletState): WalletStanding {
  const { pin } = wallet;
  const standing: PinStanding =
    pin === null
      ? { kind: "none" }
      : pin.lockedUntil !== null && pin.lockedUntil > NOW
        ? { kind: "locked", until: pin.lockedUntil < LOCKED_UNTIL_RESET ? pin.lockedUntil : null }
        : { kind: "set", failedInRow: pin.failedInRow };
  return { ...wallet, hasPin: pin !== null, lots: [], pending: [], held: 0, pin: standing };
}

const allowance = ({ wallet, programme }: Case = {}) =>
  allowanceOf(aProgramme(programme), standingOf(walletOf(wallet)), NOW);
const codes = (input: Case = {}) => {
  const { reward, redeem } = allowance(input).refusals;
  return { reward: reward?.code ?? null, redeem: redeem?.code ?? null };
};

describe("what may be done with a wallet", () => {
  test("that stands well is everything, up to all that it holds", () => {
    expect(allowance()).toEqual({
      refusals: { reward: null, redeem: null },
      payable: { points: 300, value: moneyOf(300) },
    });
  });

  test.each([
    [2, null, 1202],
    [3, 1203, 1203],
    [4, 1202, 1202],
    [5, 1204, 1204],
    [6, 1206, 1206],
  ] as const)("of status %i is refused as the movements are", (statusId, forReward, forRedeem) => {
    expect(codes({ wallet: { statusId } })).toEqual({ reward: forReward, redeem: forRedeem });
    expect(allowance({ wallet: { statusId } }).payable).toEqual({ points: 0, value: moneyOf(0) });
  });

  test("is nothing where the customer has not joined, and no payment where that is switched off", () => {
    expect(codes({ wallet: { isOptedIn: false } })).toEqual({ reward: 1205, redeem: 1205 });
    expect(codes({ wallet: { redemptionEnabled: false } })).toEqual({ reward: null, redeem: 1306 });
  });

  test("is no payment below the threshold, without points, or with too few for the smallest amount", () => {
    const segment = aSegment({ redeemThreshold: 301 });
    expect(allowance({ wallet: { segment } }).refusals.redeem).toEqual({
      code: 1302,
      parameters: { min: 301 },
    });
    expect(codes({ wallet: { balance: 0 } })).toEqual({ reward: null, redeem: 1301 });
    expect(codes({ wallet: { balance: -5 } })).toEqual({ reward: null, redeem: 1301 });
    const dear = aSegment({ redeemFactor: "10000" });
    expect(codes({ wallet: { balance: 99, segment: dear } }).redeem).toBe(1301);
    expect(codes({ wallet: { balance: 100, segment: dear } }).redeem).toBe(null);
  });

  test("is no reward for a full wallet that each bill would give a bonus", () => {
    const segment = aSegment({ bonusPoints: 1 });
    expect(codes({ wallet: { segment }, programme: { balanceMax: 300 } }).reward).toBe(1304);
    expect(codes({ wallet: { segment }, programme: { balanceMax: 301 } }).reward).toBe(null);
  });

  test("is at most what one movement may move", () => {
    expect(allowance({ programme: { pointsPerEntryMax: 120 } }).payable.points).toBe(120);
  });
});

describe("a member of a family", () => {
  const inFamily = (parent: Partial<FamilyMember>, more: Partial<Family> = {}) => {
    const member: FamilyMember = {
      id: 9,
      walletCode: "P",
      name: null,
      role: null,
      statusId: 1,
      isOptedIn: true,
      redemptionEnabled: true,
    };
    const family: Family = {
      role: "pooled",
      parent: { ...member, ...parent },
      children: [],
      allowance: null,
      ...more,
    };
    return { wallet: { family } };
  };

  test.each([
    [{}, null, null],
    [{ statusId: 3 }, 1203, 1203],
    [{ statusId: 4 }, 1202, 1202],
    [{ isOptedIn: false }, 1205, 1205],
    [{ redemptionEnabled: false }, null, 1306],
  ] as const)(
    "who spends the points of a parent %j is refused as the parent is",
    (parent, forReward, forRedeem) => {
      expect(codes(inFamily(parent))).toEqual({ reward: forReward, redeem: forRedeem });
    },
  );

  test("with points of their own asks nothing of the parent", () => {
    const apart = inFamily({ statusId: 4, redemptionEnabled: false }, { role: "own" });
    expect(codes(apart)).toEqual({ reward: null, redeem: null });
  });

  test("pays up to the rest of the allowance", () => {
    const spent = (points: number) => inFamily({}, { allowance: { points: 100, spent: points } });
    expect(allowance(spent(99)).refusals.redeem).toBe(null);
    expect(allowance(spent(99)).payable.points).toBe(1);
    expect(allowance(spent(100)).refusals.redeem).toEqual({
      code: 1702,
      parameters: { limit: "childAllowance", required: 1, available: 0 },
    });
  });
});

describe("a locked PIN", () => {
  const locked = (lockedUntil: Date) => ({ pin: aPin({ lockedUntil }) });

  test("keeps every payment from being made, until the lock ends or the PIN is reset", () => {
    const refusals = (until: Date) => allowance({ wallet: locked(until) }).refusals;
    expect(refusals(LATER)).toEqual({
      reward: null,
      redeem: { code: 1312, parameters: { lockedForSeconds: 600 } },
    });
    expect(refusals(LOCKED_UNTIL_RESET).redeem).toEqual({
      code: 1312,
      parameters: { lockedForSeconds: null },
    });
    expect(refusals(NOW).redeem).toBe(null);
    expect(codes({ wallet: { pin: aPin() } }).redeem).toBe(null);
  });

  test("is in nobody's way where no PIN is asked for", () => {
    const never = allowance({ wallet: locked(LATER), programme: { pinPolicy: "never" } });
    expect(never.refusals.redeem).toBe(null);
    expect(never.payable.points).toBe(300);
  });

  test("leaves what can be paid without it", () => {
    const programme = { pinPolicy: "above", pinAboveValue: 5 } as const;
    const segment = aSegment({ redeemFactor: "10" });
    expect(allowance({ wallet: { ...locked(LATER), segment }, programme })).toEqual({
      refusals: { reward: null, redeem: null },
      payable: { points: 50, value: moneyOf(5) },
    });
    expect(allowance({ wallet: { segment }, programme }).payable.points).toBe(300);
    expect(codes({ wallet: locked(LATER), programme: { ...programme, pinAboveValue: 0 } }).redeem).toBe(1312);
    // Worth as much as needs none: all of it can be spent.
    const exact = aSegment({ redeemFactor: "1000" });
    expect(
      allowance({ wallet: { ...locked(LATER), segment: exact, balance: 5_001 }, programme }).payable.points,
    ).toBe(5_001);
  });
});

test("what is allowed goes through, and what is not is refused with the same words, whatever the wallet", () => {
  const wallets = fc.record({
    statusId: fc.constantFrom(1, 2, 3, 4, 5, 6),
    isOptedIn: fc.boolean(),
    redemptionEnabled: fc.boolean(),
    balance: fc.integer({ min: -10, max: 2_000 }),
    threshold: fc.constantFrom(0, 0, 100),
    factor: fc.constantFrom("1", "0.5", "3", "150"),
    pin: fc.constantFrom(null, aPin(), aPin({ lockedUntil: LATER })),
    pinPolicy: fc.constantFrom("when_set", "never", "above"),
    pointsPerEntryMax: fc.constantFrom(500, 1_000_000),
  });
  fc.assert(
    fc.property(wallets, ({ threshold, factor, pinPolicy, pointsPerEntryMax, ...more }) => {
      const programme = { pinPolicy, pinAboveValue: 2, pointsPerEntryMax } as const;
      const wallet = walletOf({
        ...(more as Partial<WalletState>),
        segment: aSegment({ redeemFactor: factor, redeemThreshold: threshold }),
      });
      const { refusals, payable } = allowanceOf(aProgramme(programme), standingOf(wallet), NOW);
      const refusalOf = (command: Command) => {
        const decision = new Book({ wallets: [{ ...wallet }], programme }).decide(command);
        return decision.kind === "refused" ? decision.refusal : null;
      };
      const isLocked = more.pin !== null && more.pin.lockedUntil !== null;
      // A locked PIN that is typed is refused whatever is asked for.
      const pay = (value: number) =>
        redeem(value, {
          pin: isLocked ? { kind: "absent" } : { kind: "checked", pinVersion: 1, correct: true },
        });
      expect(refusalOf(reward(LEAST))).toEqual(refusals.reward);
      expect(refusalOf(pay(LEAST))).toEqual(refusals.redeem);
      if (refusals.redeem !== null) return;
      expect(refusalOf(pay(inUnits(payable.value)))).toEqual(null);
      expect(refusalOf(pay(inUnits(payable.value + 1n)))).not.toEqual(null);
    }),
  );
});
