import fc from "fast-check";
import type { Command } from "@/lib/ledger/rules/commands";
import type { Entry } from "@/lib/ledger/rules/types";
import { reference, type TestWallet, type World } from "@/tests/support/ledger";

/**
 * What somebody might do to a few wallets, in words that hold in any database: wallets by their place in a list, earlier
 * entries by the order in which they were found, references from a small pool so that they meet again and again.
 */
export interface Act {
  type: Exclude<Command["type"], "expire"> | "expire";
  /** Which wallet, and for a transfer the other one. */
  wallet: number;
  other: number;
  points: number;
  /** Which of the entries known so far is refunded, returned or cancelled. */
  target: number;
  /** Number of the reference; null: none. */
  key: number | null;
  /** Refund and return: by points, by money, or all. Cancel: by id or by reference. Adjust: up or down, which pocket. */
  variant: number;
  /** One in many: the number of somebody else, another till's merchant, a wrong PIN. */
  slip: number;
}

const KEYS = 12;

export const act: fc.Arbitrary<Act> = fc.record({
  type: fc.oneof(
    { weight: 8, arbitrary: fc.constant("reward" as const) },
    { weight: 8, arbitrary: fc.constant("redeem" as const) },
    { weight: 7, arbitrary: fc.constant("refund" as const) },
    { weight: 7, arbitrary: fc.constant("cancel" as const) },
    { weight: 5, arbitrary: fc.constant("return" as const) },
    { weight: 2, arbitrary: fc.constant("adjust" as const) },
    { weight: 1, arbitrary: fc.constant("release" as const) },
    { weight: 4, arbitrary: fc.constant("hold" as const) },
    { weight: 3, arbitrary: fc.constant("capture" as const) },
    { weight: 1, arbitrary: fc.constant("release_hold" as const) },
    { weight: 2, arbitrary: fc.constant("transfer" as const) },
    { weight: 1, arbitrary: fc.constant("expire" as const) },
  ),
  wallet: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(2) }),
  other: fc.nat(2),
  points: fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 60 }) },
    { weight: 1, arbitrary: fc.integer({ min: 61, max: 2_000 }) },
  ),
  target: fc.nat(60),
  key: fc.option(fc.nat(KEYS - 1), { freq: 2 }),
  variant: fc.nat(5),
  slip: fc.nat(39),
});

/** The same with settlements of bills among them. */
export const actWithBills: fc.Arbitrary<Act> = fc.oneof(
  { weight: 9, arbitrary: act },
  { weight: 1, arbitrary: act.map((one) => ({ ...one, type: "settle" as const })) },
);

/** Where acts take place: one database's wallets, and the entries found there so far. */
export interface Scene {
  world: World;
  wallets: readonly TestWallet[];
  entries: readonly Pick<Entry, "id" | "walletId" | "logTypeId">[];
  /** Numbers of coupons that settlements use: some of the first wallet, some nobody's. Absent: they use none. */
  coupons?: readonly string[];
  /** Prefix of the references, so that scenes do not share them. */
  name: string;
}

/** Money, in currency units: every other bill has piastres. */
function billOf({ points, variant, slip }: Act): number {
  return variant % 2 === 0 ? points : Number(`${points}.${String(slip + 10)}`);
}

/** The act as a command in this scene. Acts without anything to refer to refer to an entry that does not exist. */
export function commandOf(scene: Scene, act: Act): Command {
  const { commands } = scene.world;
  const wallet = walletAt(scene, act.wallet);
  const extra = extraOf(scene, act, wallet);
  switch (act.type) {
    case "reward":
      return commands.reward(wallet, billOf(act), extra);
    case "redeem": {
      const pin = { kind: "checked", pinVersion: 1, correct: act.slip > 2 } as const;
      return commands.redeem(wallet, billOf(act), { pin, ...extra });
    }
    case "settle": {
      const pin = { kind: "checked", pinVersion: 1, correct: act.slip > 2 } as const;
      const redeem = ([undefined, act.target, "max"] as const)[act.variant % 3];
      const all = scene.coupons ?? [];
      const coupons = all.slice(act.target % Math.max(1, all.length)).slice(0, act.other);
      return commands.settle(wallet, billOf(act), {
        ...{ pin, coupons, ...(redeem !== undefined && { redeem }) },
        ...extra,
      });
    }
    case "refund": {
      const part = [{ points: act.points }, { points: act.points }, { value: billOf(act) }, {}][
        act.variant % 4
      ];
      return commands.refund(wallet, targetId(scene, act, wallet, [1]), { ...part, ...extra });
    }
    case "return": {
      const part = [{ points: act.points }, { value: act.points }, { value: act.points }, {}][
        act.variant % 4
      ];
      return commands.takeBack(wallet, targetId(scene, act, wallet, [2]), { ...part, ...extra });
    }
    case "cancel":
      return act.variant < 4
        ? commands.cancel(
            wallet,
            targetId(scene, act, wallet, [[3], [1], [2], [1, 2, 3]][act.variant] ?? []),
            extra,
          )
        : commands.cancel(wallet, keyOf(scene, act.target % KEYS), extra);
    case "adjust": {
      const pocket = act.variant % 2 === 0 ? "spendable" : "suspended";
      return commands.adjust(wallet, act.variant < 4 ? act.points : -act.points, { pocket, ...extra });
    }
    case "release":
      return commands.release(wallet, act.points, extra);
    case "hold": {
      const pin = { kind: "checked", pinVersion: 1, correct: act.slip > 2 } as const;
      const minutes = [1, 30, 2_880][act.variant % 3] ?? 30;
      return commands.hold(wallet, act.points, { pin, minutes, ...extra });
    }
    case "capture": {
      const holdId = targetId(scene, act, wallet, [12]);
      return commands.capture(wallet, holdId, { ...(act.variant < 3 && { points: act.points }), ...extra });
    }
    case "release_hold":
      return commands.releaseHold(wallet, targetId(scene, act, wallet, [12]), extra);
    case "transfer":
      return commands.transfer(wallet, walletAt(scene, act.other), act.points, extra);
    case "expire":
      return commands.expire(wallet);
  }
}

function walletAt({ wallets }: Scene, place: number): TestWallet {
  const wallet = wallets[place % wallets.length];
  if (wallet === undefined) throw new Error("A scene without wallets");
  return wallet;
}

function keyOf(scene: Scene, key: number): string {
  return `${scene.name} ${key}`;
}

/** The latest entries are the likeliest to be undone. */
function targetId(scene: Scene, act: Act, wallet: TestWallet, kinds: readonly number[]): number {
  const isCandidate = act.slip === 3 ? () => true : isOneOf(wallet, kinds);
  const candidates = scene.entries.filter(isCandidate).slice(-12);
  return candidates[act.target % Math.max(1, candidates.length)]?.id ?? 999_999_999;
}

function isOneOf(wallet: TestWallet, kinds: readonly number[]) {
  return ({ walletId, logTypeId }: Scene["entries"][number]) =>
    walletId === wallet.id && kinds.includes(logTypeId);
}

function extraOf(scene: Scene, act: Act, wallet: TestWallet) {
  const { type, points, variant, key } = act;
  return {
    ...(act.slip === 4 ? { contactMsisdn: "+201000000000" } : {}),
    ...(act.slip === 5 ? { refuseUnlessReplay: { code: 1110, parameters: {} } as const } : {}),
    // The same reference mostly with the same content: a retry; now and then with another: a mistake.
    ...(key === null
      ? {}
      : {
          reference: reference(keyOf(scene, key), act.slip === 6 ? points : [type, wallet.walletCode]),
          externalLogId: keyOf(scene, key),
        }),
    ...(variant === 1 ? { invoiceNumber: `INV ${points}`, comment: "شكرا" } : {}),
  };
}
