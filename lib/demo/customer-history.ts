import { hash } from "node:crypto";
import type { Actor, Command } from "@/lib/ledger/rules/commands";
import { pointsNeeded, usablePoints } from "@/lib/ledger/rules/conversion";
import type { WalletState } from "@/lib/ledger/rules/ledger-state";
import { LOG_TYPE } from "@/lib/ledger/rules/types";
import type { WalletHistory } from "@/lib/ledger/run/bulk";
import { moneyOf } from "@/lib/platform/money";

export interface CustomerHistory {
  /** Entries of each wallet. */
  entries: number;
  /** Points that the first entry brings. */
  points: number;
  /** Author of the first entry. */
  system: Actor;
  /** Authors of the others: each customer keeps to one. Needed where there are others. */
  tills: readonly Actor[];
  /** No entry is later. */
  now: Date;
}

const DAY_MS = 24 * 60 * 60_000;
/** Wallets that are made together come to the till within seconds of each other, and all of them within a day's ten hours. */
const STEP_MS = 37;
const OPEN_MS = 10 * 60 * 60_000;

/** Kinds of visits with their shares: mostly purchases, sometimes payments with points, seldom a change of mind. */
const VISITS = [
  ...["reward", "reward", "redeem", "reward", "reward", "reward", "redeem", "refund", "reward", "reward"],
  ...["reward", "cancel", "reward", "redeem", "reward", "reward", "redeem", "reward", "cancel", "reward"],
] as const;

/**
 * A customer's life with points, one entry a day up to today: points to begin with, an adjustment so that they are no
 * lifetime points and move nobody up, and then what tills send, each with a reference of its own. Refunds give part of the
 * redemption before back, cancellations undo the reward before; customers begin at different places of it.
 */
export function customerHistory({ entries, points, system, tills, now }: CustomerHistory): WalletHistory {
  const start = now.getTime() - (entries - 1) * DAY_MS;
  return {
    rounds: entries,
    act: (wallet, round) => {
      const at = new Date(start + round * DAY_MS - ((wallet.id * STEP_MS) % OPEN_MS));
      const { walletCode } = wallet;
      if (round > 0) return { command: visit(wallet, round, tills), at };
      const comment = "Opening balance for load tests";
      return {
        command: {
          type: "adjust",
          walletCode,
          direction: "up",
          pocket: "spendable",
          points,
          actor: system,
          comment,
        },
        at,
      };
    },
  };
}

function visit(wallet: WalletState, round: number, tills: readonly Actor[]): Command {
  const actor = tills[wallet.id % tills.length];
  if (actor === undefined) throw new Error("There is no till that could send an entry");
  const { walletCode } = wallet;
  const key = `${walletCode}-${round}`;
  const common = {
    walletCode,
    actor,
    externalLogId: key,
    reference: { key, requestHash: hash("sha256", key, "base64") },
  };
  // Every third bill has piastres.
  const piastres = (wallet.id + round) % 3 === 0 ? (wallet.id * 11 + round * 17) % 100 : 0;
  const value = moneyOf(1 + ((wallet.id * 7 + round * 13) % 90)) + BigInt(piastres);
  const kind = VISITS[(wallet.id + round) % VISITS.length];
  const last = [...wallet.entries.values()].at(-1);
  if (kind === "redeem" && pointsNeeded(value, wallet.segment.redeemFactor) <= usablePoints(wallet).points)
    return { ...common, type: "redeem", value, pin: { kind: "absent" } };
  if (kind === "refund" && last?.logTypeId === LOG_TYPE.redemption)
    return { ...common, type: "refund", entryId: last.id, points: Math.ceil(last.amount / 2) };
  if (kind === "cancel" && last?.logTypeId === LOG_TYPE.reward)
    return { ...common, type: "cancel", target: { entryId: last.id } };
  return { ...common, type: "reward", value, invoiceNumber: `INV-${key}` };
}
