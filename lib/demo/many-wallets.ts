import type { Pool } from "pg";
import type { Actor } from "@/lib/ledger/rules/commands";
import { CHANNEL } from "@/lib/ledger/rules/types";
import { createWallets, type NewWallet } from "@/lib/ledger/run/bulk";
import type { Clock } from "@/lib/platform/clock";
import { ENTRIES_BEFORE } from "@/lib/portal/acts/audit-log";
import { SYSTEM_USER_EMAIL } from "@/lib/portal/acts/system-user";
import { lastNumberedWallet } from "@/lib/wallet/rows";
import { customerHistory } from "./customer-history";

export interface ManyWallets {
  pool: Pool;
  clock: Clock;
  count: number;
  /** The number of the first; by default the one after the last with this prefix. */
  first?: number;
  /** First letters of the wallet codes; seven digits or more follow. */
  prefix: string;
  /** Points that each wallet begins with. */
  points: number;
  /** Entries of each wallet, by default its points alone; the others are what tills would have sent on the days before. */
  entries?: number;
  /** Told after each commit. */
  onProgress?: (walletsMade: number) => void;
}

/** Mobile numbers of these wallets begin with this, for number 1 in eight digits: 01200000001. */
const MSISDN_PREFIX = "+2012";
const NUMBER_MAX = 99_999_999;

/**
 * Adds `count` active Standard wallets with points, numbered on from the last with this prefix. Each has its points as a
 * real entry of the log.
 * @throws Error when the service has not set up its programme yet, or the numbers are used up
 */
export async function addDemoWallets({
  pool,
  clock,
  count,
  first,
  prefix,
  points,
  entries = points > 0 ? 1 : 0,
  onProgress,
}: ManyWallets): Promise<{ firstCode: string; lastCode: string }> {
  const userId = await systemUserId(pool);
  const before = first === undefined ? await lastNumberedWallet(pool, prefix) : first - 1;
  if (before + count > NUMBER_MAX) {
    throw new Error(
      `There is no room for ${count} more wallets after ${walletOf(prefix, before).walletCode}.`,
    );
  }
  const system = { userId, channelId: CHANNEL.import, merchantId: null, branchId: null, branchMsisdn: null };
  const now = clock.now();
  const actsOf = (wallets: readonly NewWallet[]) => ({
    text: ENROLMENTS,
    values: [now, userId, wallets.map(({ walletCode }) => walletCode)],
  });
  const tills = entries > 1 ? await readTills(pool) : [];
  await createWallets(
    numbered(prefix, before, count),
    customerHistory({ entries, points, system, tills, now }),
    { pool, clock, actsOf, ...(onProgress === undefined ? {} : { onProgress }) },
  );
  return {
    firstCode: walletOf(prefix, before + 1).walletCode,
    lastCode: walletOf(prefix, before + count).walletCode,
  };
}

/** Without its act a wallet would be one that was added behind the service's back. */
const ENROLMENTS = `
INSERT INTO audit_log (created_at, user_id, action, subject_type, subject_id, after, entries_before)
SELECT $1, $2, 'wallet.enrol', 'wallet', code, '{"isOptedIn": true}', entries_before
  FROM ${ENTRIES_BEFORE}, unnest($3::text[]) code`;

function* numbered(prefix: string, before: number, count: number): Generator<NewWallet> {
  for (let number = before + 1; number <= before + count; number += 1) yield walletOf(prefix, number);
}

function walletOf(prefix: string, number: number): NewWallet {
  return {
    walletCode: `${prefix}${String(number).padStart(7, "0")}`,
    contactMsisdn: `${MSISDN_PREFIX}${String(number).padStart(8, "0")}`,
  };
}

/** The system made these wallets, not a person. */
async function systemUserId(pool: Pool): Promise<number> {
  const { rows: tables } = await pool.query<{ isMigrated: boolean }>(
    `SELECT to_regclass('app_user') IS NOT NULL AS "isMigrated"`,
  );
  const { rows } = tables[0]?.isMigrated
    ? await pool.query<{ id: number }>("SELECT id FROM app_user WHERE email = $1", [SYSTEM_USER_EMAIL])
    : { rows: [] };
  const [row] = rows;
  if (row === undefined)
    throw new Error("The programme is not set up yet. Start the service once, then try again.");
  return row.id;
}

/** The active branches, each with the user of an API client that may act for it. */
async function readTills(pool: Pool): Promise<Actor[]> {
  const { rows } = await pool.query<{
    user_id: number;
    merchant_id: number;
    branch_id: number;
    branch_msisdn: string;
  }>(
    `SELECT c.user_id, b.merchant_id, b.id AS branch_id, b.msisdn AS branch_msisdn
       FROM branch b JOIN merchant m ON m.id = b.merchant_id
      CROSS JOIN LATERAL (SELECT x.user_id FROM api_client x WHERE x.merchant_id = b.merchant_id AND x.revoked_at IS NULL ORDER BY x.id LIMIT 1) c
      WHERE b.is_active AND m.is_active ORDER BY b.id`,
  );
  if (rows.length === 0)
    throw new Error(
      "Entries of tills need a branch whose merchant has an API client. Load the demo data first.",
    );
  return rows.map((row) => ({
    userId: row.user_id,
    channelId: CHANNEL.posApi,
    merchantId: row.merchant_id,
    branchId: row.branch_id,
    branchMsisdn: row.branch_msisdn,
  }));
}
