import type { QueryConfig } from "pg";
import { type FamilyRow, familyColumns, familyOf, heirCode, heirsOf } from "@/lib/ledger/with/families/rows";
import { wholeNumber } from "@/lib/platform/database/sender";
import type { PinState, TierMoves, WalletState } from "./ledger-state";
import { profileColumns } from "./profile";
import { type PinTallies, pinTalliesOf, type WalletColumns, walletColumnsOf } from "./rows";
import type { SegmentVersion } from "./types";

// Every lookup is a lateral one with LIMIT 1, so that a plan made while a table was still empty stays an index lookup.

const walletsOf = (wanted: string) => `
SELECT w.id AS id, w.wallet_code, w.contact_msisdn, w.status_id, w.is_opted_in, w.opted_in_at, w.redemption_enabled,
       w.merged_into_wallet_id AS merged_into_wallet_id, ${heirCode("w")} AS merged_into_wallet_code, w.sandbox_id, w.pool_wallet_id, w.open_referrer_id, ${familyColumns("w")}, w.wallet_type, w.erased_at IS NOT NULL AS is_erased, coalesce(p.version, 0) AS version, w.segment_id, w.segment_chosen_at_points, w.tier_moves, w.last_seq, w.balance AS balance,
       w.accumulated AS accumulated, w.redeemed AS redeemed, w.suspended AS suspended, w.last_hash,
       ${profileColumns("p")},
       pin.version AS pin_version, pin.failed_in_row AS pin_failed_in_row, pin.failed_at AS pin_failed_at, pin.locked_until AS pin_locked_until, pin.merchants AS pin_merchants, pin.set_by AS pin_set_by, pin.proves_from AS pin_proves_from,
       (SELECT string_agg(l.expires_on::text || ' ' || l.points, ',') FROM lot l WHERE l.wallet_id = w.id AND l.points > 0) AS lots
  FROM ${wanted} w
  LEFT JOIN LATERAL (SELECT * FROM wallet_profile x WHERE x.wallet_id = w.id LIMIT 1) p ON true
  LEFT JOIN LATERAL (SELECT * FROM wallet_pin x WHERE x.wallet_id = w.id LIMIT 1) pin ON true`;
const READ_WALLETS = walletsOf(
  "unnest($1::text[]) AS wanted (code) CROSS JOIN LATERAL (SELECT * FROM wallet x WHERE x.wallet_code = wanted.code LIMIT 1)",
);
/** With their own pools, and what they were merged into: a bonus goes there, and bills of before are given back there. */
const READ_COMPANIONS = walletsOf(
  `(SELECT DISTINCT unnest(ARRAY[c.id, c.pool_wallet_id] || ${heirsOf("c.id")}) AS id
      FROM unnest($1::bigint[]) AS companion (id) CROSS JOIN LATERAL (SELECT * FROM wallet x WHERE x.id = companion.id LIMIT 1) c) AS wanted
     CROSS JOIN LATERAL (SELECT * FROM wallet x WHERE x.id = wanted.id LIMIT 1)`,
);

export function readWallets(codes: readonly string[]): QueryConfig {
  return { name: "read_wallets", text: READ_WALLETS, values: [codes] };
}

/** The query for these wallets, their pools, and those that they were merged into; null where none is wanted. */
export function readCompanions(ids: readonly number[]): QueryConfig | null {
  return ids.length === 0 ? null : { name: "read_companions", text: READ_COMPANIONS, values: [ids] };
}

export interface WalletRow extends WalletColumns, FamilyRow {
  sandbox_id: number | null;
  pool_wallet_id: number | null;
  open_referrer_id: number | null;
  version: number;
  segment_id: number;
  segment_chosen_at_points: number | null;
  tier_moves: TierMoves | null;
  last_hash: Buffer | null;
  /** null: the wallet has no PIN. */
  pin_version: number | null;
  pin_failed_in_row: number | null;
  pin_failed_at: Date[] | null;
  pin_locked_until: Date | null;
  pin_merchants: PinTallies | null;
  pin_set_by: number | null;
  pin_proves_from: Date | null;
  /** "2028-11-30 50,infinity 7" */
  lots: string | null;
}

export function stateOfWallet(bySegment: ReadonlyMap<number, SegmentVersion>, row: WalletRow): WalletState {
  const segment = bySegment.get(row.segment_id);
  if (segment === undefined) throw new Error(`Segment ${row.segment_id} has no current version`);
  return {
    segment,
    family: familyOf(row),
    segmentChosenAtPoints: row.segment_chosen_at_points,
    tierMoves: row.tier_moves,
    sandboxId: row.sandbox_id,
    poolWalletId: row.pool_wallet_id,
    openReferrerId: row.open_referrer_id,
    version: row.version,
    lastSeq: row.last_seq,
    lastHash: row.last_hash === null ? null : row.last_hash.toString("base64"),
    lots: lotsOf(row.lots),
    pending: new Map(),
    holds: new Map(),
    pin: pinOf(row),
    entries: new Map(),
    reversals: new Map(),
    remainders: new Map(),
    marks: new Map(),
    ...walletColumnsOf(row),
  };
}

function lotsOf(text: string | null): Map<string, number> {
  const lots = new Map<string, number>();
  if (text === null) return lots;
  for (const lot of text.split(",")) {
    const space = lot.indexOf(" ");
    lots.set(lot.slice(0, space), wholeNumber(lot.slice(space + 1)));
  }
  return lots;
}

function pinOf(row: WalletRow): PinState | null {
  if (row.pin_version === null) return null;
  return {
    version: row.pin_version,
    failedInRow: row.pin_failed_in_row ?? 0,
    failedAt: row.pin_failed_at ?? [],
    lockedUntil: row.pin_locked_until,
    merchants: pinTalliesOf(row.pin_merchants),
    ...(row.pin_proves_from !== null && {
      chosenAtTill: { provesFrom: row.pin_proves_from, byUserId: row.pin_set_by },
    }),
  };
}
