import type { TransferCommand } from "@/lib/ledger/rules/commands";
import type { Posting } from "@/lib/ledger/rules/decision";
import type { WalletState } from "@/lib/ledger/rules/ledger-state";
import { putIntoLots, takeFromLots } from "@/lib/ledger/rules/lots";
import { type Context, posting, refuse, refuseAboveBalanceMax, Stale } from "@/lib/ledger/rules/posting";
import { segmentAt } from "@/lib/ledger/rules/tiers";
import { atRedeemRate } from "./adjust";
import { debtOf } from "./refund";

/** Whether the wallets of a merge are as its caller found them. */
function isAsExpected({ expects }: TransferCommand, from: WalletState, to: WalletState): boolean {
  if (expects === undefined) return true;
  const isAlone = from.family === null && to.poolWalletId === null;
  const isSame = from.version === expects.version && to.version === expects.toVersion;
  return isAlone && isSame && from.balance + from.suspended <= expects.pointsMax;
}

/**
 * Moves points from one wallet to another: out (8) and in (9); each point keeps its last day. Without a number it moves
 * everything, suspended points and lifetime totals included, and the wallet becomes merged.
 *
 * Stale where the wallets are not as the caller expects. Refuses with 1201 when the other wallet does not exist, 1301 when there are not enough points, 1304 above the limits.
 */
export function transfer(context: Context<TransferCommand>, to: WalletState | undefined): [Posting, Posting] {
  const { state, wallet, command } = context;
  if (to === undefined || to.id === wallet.id) return refuse(1201);
  const isMerge = command.points === undefined;
  const points = command.points ?? wallet.balance;
  if (!isAsExpected(command, wallet, to)) throw new Stale();
  if (points < 0 || points > wallet.balance) refuse(1301);
  const suspended = isMerge ? wallet.suspended : 0;
  refuseAboveBalanceMax(state.programme, to, points + suspended);

  const taken = takeFromLots(wallet.lots, points);
  const incoming = taken.flatMap(({ lot, points }) => (lot === null ? [] : [{ lot, points: -points }]));
  const out = posting(context, {
    logTypeId: 8,
    pointsDelta: -points,
    suspendedDelta: -suspended,
    ...(isMerge ? { accumulatedDelta: -wallet.accumulated, redeemedDelta: -wallet.redeemed } : {}),
    ...atRedeemRate({ wallet }, points),
    lotMoves: taken,
    ...(isMerge ? { mergedInto: to.id } : {}),
  });
  const into = posting(
    { ...context, wallet: to },
    {
      logTypeId: 9,
      pointsDelta: points,
      suspendedDelta: suspended,
      ...(isMerge
        ? {
            accumulatedDelta: wallet.accumulated,
            redeemedDelta: wallet.redeemed,
            segment: segmentAt(state.segments, to, to.accumulated + wallet.accumulated),
          }
        : {}),
      ...atRedeemRate({ wallet: to }, points),
      lotMoves: putIntoLots(incoming, debtOf(to)),
    },
  );
  return [out, into];
}
