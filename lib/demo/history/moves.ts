import type { Command, PinCheck } from "@/lib/ledger/rules/commands";
import type { Money } from "@/lib/platform/money";
import type { Place, World } from "./world";

/** The movements that history is made of, each with its actor, reference and receipt. */

export function reward(
  world: World,
  place: Place,
  walletCode: string,
  { value, skuId }: { value: Money; skuId?: string | undefined },
): Command {
  return { type: "reward", walletCode, value, skuId, invoiceDate: world.moment, ...world.receipt(place) };
}

export function redeem(world: World, place: Place, walletCode: string, value: Money): Command {
  const hasPin = world.wallets.get(walletCode)?.pin != null;
  const pin: PinCheck = hasPin ? { kind: "checked", pinVersion: 1, correct: true } : { kind: "absent" };
  return { type: "redeem", walletCode, value, pin, ...world.receipt(place) };
}

/** Without points: all that remains. */
export function refund(
  world: World,
  place: Place,
  walletCode: string,
  { entryId, points, comment }: { entryId: number; points?: number; comment: string },
): Command {
  return { type: "refund", walletCode, entryId, points, comment, ...world.receipt(place) };
}

/** Goods of a reward came back, by their price. */
export function takeBack(
  world: World,
  place: Place,
  walletCode: string,
  { entryId, value, comment }: { entryId: number; value: Money; comment: string },
): Command {
  return { type: "return", walletCode, entryId, value, comment, ...world.receipt(place) };
}

export function cancel(
  world: World,
  place: Place,
  walletCode: string,
  { entryId, comment }: { entryId: number; comment: string },
): Command {
  return { type: "cancel", walletCode, target: { entryId }, comment, ...world.receipt(place) };
}

export function adjust(
  world: World,
  place: Place,
  walletCode: string,
  {
    points,
    comment,
    pocket = "spendable",
  }: { points: number; comment: string; pocket?: "spendable" | "suspended" },
): Command {
  return {
    type: "adjust",
    walletCode,
    direction: points > 0 ? "up" : "down",
    points: Math.abs(points),
    pocket,
    comment,
    ...world.receipt(place),
  };
}

export function release(
  world: World,
  place: Place,
  walletCode: string,
  { points, comment }: { points: number; comment: string },
): Command {
  return { type: "release", walletCode, points, comment, ...world.receipt(place) };
}

/** Points kept for an order, for so many minutes. */
export function hold(
  world: World,
  place: Place,
  walletCode: string,
  { value, minutes, comment }: { value: Money; minutes: number; comment: string },
): Command {
  const hasPin = world.wallets.get(walletCode)?.pin != null;
  const pin: PinCheck = hasPin ? { kind: "checked", pinVersion: 1, correct: true } : { kind: "absent" };
  return { type: "hold", walletCode, value, minutes, comment, pin, ...world.receipt(place) };
}

/** Points of a hold that the order was paid with. */
export function capture(
  world: World,
  place: Place,
  walletCode: string,
  { holdId, value, comment }: { holdId: number; value: Money; comment: string },
): Command {
  return { type: "capture", walletCode, holdId, value, comment, ...world.receipt(place) };
}

/** Without points: everything, as in a merge. */
export function transfer(
  world: World,
  place: Place,
  walletCode: string,
  { toWalletCode, points, comment }: { toWalletCode: string; points?: number; comment: string },
): Command {
  return { type: "transfer", walletCode, toWalletCode, points, comment, ...world.receipt(place) };
}

export function expire(world: World, walletCode: string): Command {
  return { type: "expire", walletCode, ...world.receipt("system") };
}
