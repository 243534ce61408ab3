import { pointsToPay } from "@/lib/ledger/moves/redeem";
import { pointsToGive } from "@/lib/ledger/moves/reward";
import type { Command, Refusal } from "@/lib/ledger/rules/commands";
import { allowanceLeft, isPooled, pointsNeeded, valueOfPoints } from "@/lib/ledger/rules/conversion";
import type { ProgrammeRules } from "@/lib/ledger/rules/ledger-state";
import { Refused, refuse } from "@/lib/ledger/rules/posting";
import { refuseWrongStanding } from "@/lib/ledger/rules/refusals";
import type { WalletStanding } from "@/lib/ledger/rules/types";
import { LOCKED_UNTIL_RESET, lockRefusal, valueWithoutPinMax } from "@/lib/ledger/with/pin/rule";
import { leastMoney, type Money, NOTHING } from "@/lib/platform/money";

export type AllowanceRules = Pick<
  ProgrammeRules,
  "pinPolicy" | "pinAboveValue" | "pointsPerEntryMax" | "balanceMax"
>;

/** Operations that a wallet allows as it stands. */
export interface Allowance {
  /** Why every amount would be refused; null where some amount goes through. */
  refusals: { reward: Refusal | null; redeem: Refusal | null };
  /** The most that can be paid: nothing where `refusals.redeem` says why. */
  payable: { points: number; value: Money };
}

/** Operations that a wallet allows at `now`, by the rules that carry them out. Whether a PIN is right is not asked. */
export function allowanceOf(programme: AllowanceRules, wallet: WalletStanding, now: Date): Allowance {
  const redeem = refusalOf(() => {
    refuseWrongStanding(wallet, "redeem");
    refusePool(wallet, "redeem");
    refuseLockedPin(programme, wallet, now);
    refuseSpentAllowance(wallet, pointsToPay(programme, wallet, leastMoney()));
  });
  return {
    refusals: {
      reward: refusalOf(() => {
        refuseWrongStanding(wallet, "reward");
        refusePool(wallet, "reward");
        pointsToGive(programme, wallet, leastMoney());
      }),
      redeem,
    },
    payable: redeem === null ? payable(programme, wallet) : { points: 0, value: NOTHING },
  };
}

function refusalOf(work: () => void): Refusal | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    throw error;
  }
}

/** Refuses what the standing of whose points they are does not allow. */
function refusePool({ family }: WalletStanding, type: "reward" | "redeem"): void {
  if (!isPooled(family) || family?.parent == null) return;
  refuseWrongStanding(family.parent, type);
  if (type === "redeem" && !family.parent.redemptionEnabled) refuse(1306);
}

function refuseSpentAllowance({ family }: WalletStanding, required: number): void {
  const available = allowanceLeft(family);
  if (required > available) refuse(1702, { limit: "childAllowance", required, available });
}

function refuseLockedPin(programme: AllowanceRules, { pin }: WalletStanding, now: Date): void {
  if (pin.kind !== "locked") return;
  const lockedUntil = pin.until ?? LOCKED_UNTIL_RESET;
  const lock = lockRefusal(programme, { lockedUntil }, { value: leastMoney(), now });
  if (lock !== null) throw new Refused(lock);
}

/** With a locked PIN there is no more to pay than what needs none. */
function payable(
  programme: AllowanceRules,
  { balance, segment, pin, family }: WalletStanding,
): Allowance["payable"] {
  const points = Math.min(balance, programme.pointsPerEntryMax, allowanceLeft(family));
  const value = valueOfPoints(points, segment.redeemFactor);
  const max = pin.kind === "locked" ? valueWithoutPinMax(programme) : null;
  if (max === null || value <= max) return { points, value };
  return { points: pointsNeeded(max, segment.redeemFactor), value: max };
}

/** Why a command of this type may not touch a wallet, as it stands; null where it may. */
export function standingRefusal(
  wallet: Pick<WalletStanding, "statusId" | "isOptedIn">,
  type: Command["type"],
): Refusal | null {
  return refusalOf(() => refuseWrongStanding(wallet, type));
}
