import { localDate } from "./calendar";
import type { LedgerState, WalletState } from "./commands";
import { lapsedLots } from "./rules/lots";
import type { Entry, WalletView } from "./types";

/** The wallet as it stands. */
function walletView(wallet: WalletState): WalletView {
  return {
    id: wallet.id,
    walletCode: wallet.walletCode,
    contactMsisdn: wallet.contactMsisdn,
    statusId: wallet.statusId,
    isOptedIn: wallet.isOptedIn,
    optedInAt: wallet.optedInAt,
    redemptionEnabled: wallet.redemptionEnabled,
    hasPin: wallet.pin !== null,
    segment: wallet.segment,
    profile: wallet.profile,
    mergedIntoWalletId: wallet.mergedIntoWalletId,
    balance: wallet.balance,
    accumulated: wallet.accumulated,
    redeemed: wallet.redeemed,
    suspended: wallet.suspended,
  };
}

/** The wallet as it stands once what has lapsed by `now` is written off, as the next movement will do first. */
export function settledWalletView({ programme }: LedgerState, wallet: WalletState, now: Date): WalletView {
  const lapsed = lapsedLots(wallet.lots, localDate(now, programme.timeZone));
  const points = lapsed.reduce((sum, [, held]) => sum + held, 0);
  return { ...walletView(wallet), balance: wallet.balance - points };
}

/** The wallet with the points it had, and the rates it was at, right after `entry`. */
export function walletViewAfter(state: LedgerState, wallet: WalletState, entry: Entry): WalletView {
  const segment = state.segmentVersions.get(entry.segmentVersionId);
  if (segment === undefined) throw new Error(`Segment version ${entry.segmentVersionId} was not read`);
  return {
    ...walletView(wallet),
    segment,
    balance: entry.balanceAfter,
    accumulated: entry.accumulatedAfter,
    redeemed: entry.redeemedAfter,
    suspended: entry.suspendedAfter,
  };
}
