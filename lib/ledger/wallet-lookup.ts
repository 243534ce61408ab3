import type { Pool } from "pg";
import { sender } from "@/lib/db/sender";
import { LOCKED_UNTIL_RESET } from "./rules/pin";
import {
  type SegmentVersionRow,
  segmentVersionJson,
  segmentVersionOf,
  type WalletColumns,
  walletColumnsOf,
} from "./store/rows";
import type { WalletView } from "./types";

/** Points of a wallet that lapse together. */
export interface OpenLot {
  /** ISO date of the last day, or null when they never lapse. */
  expiresOn: string | null;
  points: number;
}

export type PinStanding =
  | { kind: "none" }
  | { kind: "set"; failedInRow: number; setAt: Date }
  /** Nobody can redeem with it until then; null: until it is reset. */
  | { kind: "locked"; until: Date | null; setAt: Date };

/** A wallet as a portal shows it. The PIN's hash never leaves the database here. */
export interface WalletDetails {
  wallet: WalletView;
  /** The number of its last entry in its own log; 0 before the first. */
  lastSeq: number;
  createdAt: Date;
  /** Soonest to lapse first; those that hold points. */
  lots: OpenLot[];
  pin: PinStanding;
}

/** A wallet by its code or its id, as it stands now; null when there is none. `now` tells whether a PIN is still locked. */
export async function readWallet(
  pool: Pool,
  by: { walletCode: string } | { id: number },
  now: Date,
): Promise<WalletDetails | null> {
  const rows =
    "id" in by
      ? await readWallets(pool, "w.id = $1", by.id, 1)
      : await readWallets(pool, "w.wallet_code = $1", by.walletCode, 1);
  return rows.map((row) => walletDetailsOf(row, now))[0] ?? null;
}

/** The wallets of a mobile number (E.164): a customer may have several. Oldest first, at most `limit`. */
export async function findWalletsByMsisdn(
  pool: Pool,
  contactMsisdn: string,
  { now, limit = 20 }: { now: Date; limit?: number },
): Promise<WalletDetails[]> {
  const rows = await readWallets(pool, "w.contact_msisdn = $1", contactMsisdn, limit);
  return rows.map((row) => walletDetailsOf(row, now));
}

interface WalletRow extends WalletColumns {
  created_at: Date;
  segment: SegmentVersionRow;
  lots: [string, number][] | null;
  has_pin: boolean;
  failed_in_row: number;
  locked_until: Date | null;
  pin_set_at: Date;
}

async function readWallets(
  pool: Pool,
  condition: string,
  value: unknown,
  limit: number,
): Promise<WalletRow[]> {
  const { rows } = await sender(pool)({
    text: `
SELECT w.*, p.name, p.email, p.address, p.gender, p.birth_date::text AS birth_date, p.nid, ${segmentVersionJson("s")} AS segment,
       pin.wallet_id IS NOT NULL AS has_pin, pin.failed_in_row, pin.locked_until, pin.set_at AS pin_set_at,
       (SELECT json_agg(json_build_array(l.expires_on, l.points) ORDER BY l.expires_on) FROM lot l WHERE l.wallet_id = w.id AND l.points > 0) AS lots
  FROM (SELECT * FROM wallet w WHERE ${condition} ORDER BY w.id LIMIT $2) w
  JOIN segment_version s ON s.segment_id = w.segment_id AND s.is_current
  LEFT JOIN LATERAL (SELECT * FROM wallet_profile x WHERE x.wallet_id = w.id LIMIT 1) p ON true
  LEFT JOIN LATERAL (SELECT wallet_id, failed_in_row, locked_until, set_at FROM wallet_pin x WHERE x.wallet_id = w.id LIMIT 1) pin ON true
 ORDER BY w.id`,
    values: [value, limit],
  });
  return rows as WalletRow[];
}

function walletDetailsOf(row: WalletRow, now: Date): WalletDetails {
  return {
    wallet: {
      ...walletColumnsOf(row),
      hasPin: row.has_pin,
      segment: segmentVersionOf(row.segment),
    },
    lastSeq: row.last_seq,
    createdAt: row.created_at,
    lots: (row.lots ?? []).map(([date, points]) => ({
      expiresOn: date === "infinity" ? null : date,
      points,
    })),
    pin: pinStandingOf(row, now),
  };
}

function pinStandingOf(row: WalletRow, now: Date): PinStanding {
  if (!row.has_pin) return { kind: "none" };
  if (row.locked_until === null || row.locked_until <= now)
    return { kind: "set", failedInRow: row.failed_in_row, setAt: row.pin_set_at };
  const until = row.locked_until < LOCKED_UNTIL_RESET ? row.locked_until : null;
  return { kind: "locked", until, setAt: row.pin_set_at };
}
