import { noBills } from "@/lib/ledger/with/bills/words";
import { noPromotions } from "@/lib/ledger/with/promotions/words";
import { noReferrals } from "@/lib/ledger/with/referrals/words";
import type { EntryBundleRow, KeyRow } from "./entry-rows";
import type { LedgerState } from "./ledger-state";
import type { Rules } from "./reading";
import { entryOf } from "./rows";
import { stateOfWallet, type WalletRow } from "./wallet-rows";

/** The state as the rules and the wallets' rows say it; readers of capabilities add the rest. */
export function stateOf(
  { programme, segments, bySegment, promotions }: Rules,
  { wallets, elsewhere }: { wallets: readonly WalletRow[]; elsewhere: readonly WalletRow[] },
): LedgerState {
  return {
    limits: null,
    reviews: null,
    promotions: { ...noPromotions(), ...promotions },
    coupons: null,
    paid: new Map(),
    bills: noBills(),
    referrals: noReferrals(),
    programme,
    segments,
    merchants: new Map(),
    segmentVersions: new Map(segments.map((version) => [version.versionId, version])),
    wallets: new Map(wallets.map((row) => [row.wallet_code, stateOfWallet(bySegment, row)])),
    elsewhere: elsewhere.map((row) => stateOfWallet(bySegment, row)),
    expiredEntries: new Set(),
    keys: new Map(),
    callers: new Map(),
  };
}

/** The wallets that movements of these can move as well, as far as they are not among them, by their ids. */
export function companionsOf(wallets: readonly WalletRow[], alsoConcerned: readonly number[]): number[] {
  const isAlone = (row: WalletRow) => row.pool_wallet_id === null && row.open_referrer_id === null;
  if (alsoConcerned.length === 0 && wallets.every(isAlone)) return [];
  const known = new Set(wallets.map(({ id }) => id));
  const referrers = new Set(wallets.map(({ open_referrer_id }) => open_referrer_id));
  const wanted = [
    ...wallets.flatMap(({ pool_wallet_id, open_referrer_id }) => [pool_wallet_id, open_referrer_id]),
    ...wallets.map(({ id, merged_into_wallet_id }) => (referrers.has(id) ? merged_into_wallet_id : null)),
    ...alsoConcerned,
  ];
  return [...new Set(wanted.filter((id) => id !== null && !known.has(id)))] as number[];
}

/**
 * Wallets in whose logs are entries that commands name, and entries behind references: of a child those of its pools, of a wallet those of
 * others that were merged into it; and the wallets that have the points of addressed ones since a merge.
 */
export function logsOf(
  wallets: readonly WalletRow[],
  keys: readonly KeyRow[],
  entries: readonly EntryBundleRow[],
): number[] {
  const known = new Set(wallets.map(({ id }) => id));
  const named = entries.flatMap(({ entry, origin }) =>
    [entry, origin ?? []].flatMap((row) => (row.length > 0 ? [entryOf(row)] : [])),
  );
  const logs = [
    ...named.map(({ walletId }) => walletId),
    ...keys.filter(({ entry_id }) => entry_id !== null).map(({ wallet_id }) => wallet_id),
  ];
  const heirs = logs.length === 0 ? [] : wallets.map((row) => row.merged_into_wallet_id);
  return [...logs, ...heirs].filter((id) => id !== null && !known.has(id)) as number[];
}

/** The entries behind references that were seen before, as far as they are in the logs at hand. */
export function replayedEntries(
  keys: readonly KeyRow[],
  wallets: readonly WalletRow[],
  logs: readonly number[],
): number[] {
  return keys.flatMap(({ wallet_id, entry_id }) =>
    entry_id !== null && (wallets.some(({ id }) => id === wallet_id) || logs.includes(wallet_id))
      ? [entry_id]
      : [],
  );
}
