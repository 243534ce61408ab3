import type { Command } from "@/lib/ledger/rules/commands";
import { valueOfPoints } from "@/lib/ledger/rules/conversion";
import type { Posting } from "@/lib/ledger/rules/decision";
import type { LedgerState, WalletState } from "@/lib/ledger/rules/ledger-state";
import { lapsedLots } from "@/lib/ledger/rules/lots";
import { bySystem, posting } from "@/lib/ledger/rules/posting";

/**
 * Writes off the lot that lapsed first, if any: one entry (`logTypeId` 5) a lot (rules.md §8). Every command does this
 * before its own decision, so lapsed points are never spent and the daily job has no deadline.
 */
export function expireNextLot(input: {
  state: LedgerState;
  wallet: WalletState;
  command: Command;
  now: Date;
  today: string;
}): Posting | null {
  const { wallet, command, now, today } = input;
  const lapsed = lapsedLots(wallet.lots, today)[0];
  if (lapsed === undefined) return null;
  const [lot, points] = lapsed;
  const act: Command = {
    type: "expire",
    walletCode: command.walletCode,
    actor: bySystem(command.actor),
  };
  return posting(
    { wallet, command: act, now },
    {
      logTypeId: 5,
      pointsDelta: -points,
      amountValue: valueOfPoints(points, wallet.segment.redeemFactor),
      factor: wallet.segment.redeemFactor,
      lotMoves: [{ lot, points: -points }],
      expiresOn: lot,
      lapsedLot: lot,
    },
  );
}
