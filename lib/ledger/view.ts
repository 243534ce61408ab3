import { NOTHING } from "@/lib/platform/money";
import { formatLocalDate } from "@/lib/platform/time";
import { NEVER } from "./calendar";
import type { LedgerState, PinState, Standing, WalletState } from "./commands";
import { type HistoryEntry, remainingPointsOf } from "./history";
import { lapsedLots, openLots } from "./rules/lots";
import { LOCKED_UNTIL_RESET, lockOf, longestLock } from "./rules/pin";
import type { Entry, OpenLot, PinStanding, SegmentVersion, WalletView } from "./types";

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
  const lapsed = lapsedLots(wallet.lots, formatLocalDate(now, programme.timeZone));
  const points = lapsed.reduce((sum, [, held]) => sum + held, 0);
  return { ...walletView(wallet), balance: wallet.balance - points };
}

/** How things stand at `now`, at the tills of a merchant, with a wallet and one of its entries. */
export function standingOf(
  state: LedgerState,
  wallet: WalletState,
  entry: Entry,
  { now, merchantId }: { now: Date; merchantId: number | null },
): Standing {
  const today = formatLocalDate(now, state.programme.timeZone);
  return {
    wallet: {
      ...settledWalletView(state, wallet, now),
      lots: openLotsOf(openLots(wallet.lots).filter(([date]) => date >= today)),
      pin: wallet.pin === null ? { kind: "none" } : pinStandingOf(wallet.pin, { now, merchantId }),
    },
    entry: historyEntryOf(state, wallet, entry),
    nextSegment: nextSegmentOf(state.segments, wallet),
  };
}

/** What has become of an entry, by what is kept of its refunds, its returns and its cancellation. */
function historyEntryOf(
  { referrals, expiredEntries }: LedgerState,
  wallet: WalletState,
  entry: Entry,
): HistoryEntry {
  const {
    givenBack = 0,
    givenBackValue = NOTHING,
    cancelledByEntryId = null,
  } = wallet.reversals.get(entry.id) ?? {};
  return {
    entry,
    walletCode: wallet.walletCode,
    referralPoints: referrals.newcomerPoints.get(entry.id) ?? 0,
    remainingPoints: remainingPointsOf(entry, { givenBack, cancelledByEntryId }),
    givenBackValue,
    cancelledByEntryId,
    isExpired: expiredEntries.has(entry.id),
    approvedBy: wallet.marks.get(entry.id)?.approval?.approvedBy ?? null,
    repeatsEntryId: wallet.marks.get(entry.id)?.repeatsEntryId ?? null,
  };
}

/** The segment with the lowest value above both the wallet's lifetime points and its present segment. */
export function nextSegmentOf(
  segments: readonly SegmentVersion[],
  { accumulated, segment }: Pick<WalletView, "accumulated" | "segment">,
): SegmentVersion | null {
  const reached = Math.max(accumulated, segment.value);
  const above = segments.filter(({ value }) => value > reached);
  return above.reduce<SegmentVersion | null>(
    (lowest, version) => (lowest === null || version.value < lowest.value ? version : lowest),
    null,
  );
}

/** Lots by their last day, as they are shown. */
export function openLotsOf(lots: readonly (readonly [string, number])[]): OpenLot[] {
  return lots.map(([date, points]) => ({ expiresOn: date === NEVER ? null : date, points }));
}

/** How a PIN stands at `now`, at the tills of a merchant, or as a whole for those who act for none: then locked where it is anywhere. */
export function pinStandingOf(
  pin: Pick<PinState, "failedInRow" | "lockedUntil" | "merchants">,
  { now, merchantId }: { now: Date; merchantId: number | null },
): PinStanding {
  const failedInRow =
    merchantId === null ? pin.failedInRow : (pin.merchants.get(merchantId)?.failedInRow ?? 0);
  const lockedUntil = merchantId === null ? longestLock(pin) : lockOf(pin, merchantId);
  if (lockedUntil === null || lockedUntil <= now) return { kind: "set", failedInRow };
  return { kind: "locked", until: lockedUntil < LOCKED_UNTIL_RESET ? lockedUntil : null };
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
