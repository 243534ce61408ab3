import { NEVER } from "@/lib/ledger/rules/calendar";
import type { Standing } from "@/lib/ledger/rules/decision";
import { type HistoryEntry, remainingPointsOf } from "@/lib/ledger/rules/history-entry";
import type { LedgerState, PinState, WalletState } from "@/lib/ledger/rules/ledger-state";
import { lapsedLots, openLots } from "@/lib/ledger/rules/lots";
import {
  CHANNEL,
  type Entry,
  type OpenLot,
  type PinStanding,
  type SegmentVersion,
  type WalletView,
} from "@/lib/ledger/rules/types";
import { heldPointsOf, ripeningDaysOf, shownAside } from "@/lib/ledger/with/aside/words";
import { pinHolderOf, poolOf, recordOf, withPointsOf } from "@/lib/ledger/with/families/words";
import { LOCKED_UNTIL_RESET, lockOf, longestLock } from "@/lib/ledger/with/pin/rule";
import { NOTHING } from "@/lib/platform/money";
import { formatLocalDate } from "@/lib/platform/time";
import { settle } from "./advance";

/** The wallet as it stands. */
function walletView(state: Pick<LedgerState, "wallets">, wallet: WalletState): WalletView {
  return {
    id: wallet.id,
    walletCode: wallet.walletCode,
    contactMsisdn: wallet.contactMsisdn,
    statusId: wallet.statusId,
    isOptedIn: wallet.isOptedIn,
    optedInAt: wallet.optedInAt,
    redemptionEnabled: wallet.redemptionEnabled,
    hasPin: pinHolderOf(state, wallet).pin !== null,
    segment: wallet.segment,
    profile: wallet.profile,
    mergedIntoWalletId: wallet.mergedIntoWalletId,
    ...(wallet.mergedIntoWalletCode != null && { mergedIntoWalletCode: wallet.mergedIntoWalletCode }),
    family: wallet.family,
    walletType: wallet.walletType,
    isErased: wallet.isErased,
    balance: wallet.balance,
    accumulated: wallet.accumulated,
    redeemed: wallet.redeemed,
    suspended: wallet.suspended,
  };
}

/**
 * The wallet as it stands once what was due by `now` is written, as the next movement will do first: with the points that it spends from,
 * which are a pooled child's pool's.
 */
export function settledWalletView(state: LedgerState, wallet: WalletState, now: Date): WalletView {
  const shown = settledPurse(state, wallet, now);
  const lapsed = lapsedLots(shown.lots, formatLocalDate(now, state.programme.timeZone));
  const points = lapsed.reduce((sum, [, held]) => sum + held, 0);
  return { ...walletView(state, shown), balance: shown.balance - points };
}

/** The wallet with the points that it spends from, after what was due by `now` where some of them lie aside. */
function settledPurse(state: LedgerState, wallet: WalletState, now: Date): WalletState {
  const purse = poolOf(state, wallet) ?? wallet;
  return withPointsOf(wallet, purse.suspended > 0 ? settled(state, purse, now) : purse);
}

/** The wallet after what was due by `now`. */
function settled(state: LedgerState, wallet: WalletState, now: Date): WalletState {
  const today = formatLocalDate(now, state.programme.timeZone);
  return settle(
    { state, command: { type: "expire", walletCode: wallet.walletCode, actor: NOBODY }, now, today },
    wallet,
  ).wallet;
}

/** Stands for the actor, where nobody's act is written. */
export const NOBODY = {
  userId: 0,
  channelId: CHANNEL.system,
  merchantId: null,
  branchId: null,
  branchMsisdn: null,
};

/** How things stand at `now`, at the tills of a merchant, with a wallet and one of its entries. */
export function standingOf(
  state: LedgerState,
  wallet: WalletState,
  entry: Entry,
  { now, merchantId }: { now: Date; merchantId: number | null },
): Standing {
  const today = formatLocalDate(now, state.programme.timeZone);
  const shown = settledPurse(state, wallet, now);
  const { pin } = pinHolderOf(state, wallet);
  const log = recordOf(state, wallet, entry.id) ?? wallet;
  return {
    wallet: {
      ...settledWalletView(state, wallet, now),
      lots: openLotsOf(openLots(shown.lots).filter(([date]) => date >= today)),
      pending: ripeningDaysOf(shown.pending.values()),
      held: heldPointsOf(shown.holds.values()),
      pin: pin === null ? { kind: "none" } : pinStandingOf(pin, { now, merchantId }),
    },
    entry: historyEntryOf(state, log, entry),
    nextSegment: nextSegmentOf(state.segments, shown),
  };
}

/** Builds an entry with its refunds, returns and cancellation. */
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
    aside: shownAside(wallet.holds.get(entry.id) ?? wallet.pending.get(entry.id) ?? null),
  };
}

/** The segment with the lowest value above both the wallet's lifetime points and its present segment. */
export function nextSegmentOf<Segment extends Pick<SegmentVersion, "value">>(
  segments: readonly Segment[],
  { accumulated, segment }: Pick<WalletView, "accumulated" | "segment">,
): Segment | null {
  const reached = Math.max(accumulated, segment.value);
  const above = segments.filter(({ value }) => value > reached);
  return above.reduce<Segment | null>(
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
    ...walletView(state, wallet),
    segment,
    balance: entry.balanceAfter,
    accumulated: entry.accumulatedAfter,
    redeemed: entry.redeemedAfter,
    suspended: entry.suspendedAfter,
  };
}
