import type { Pool } from "pg";
import type { PinTally } from "@/lib/ledger/rules/ledger-state";
import { addReach, isCustomers, type Sandbox } from "@/lib/ledger/rules/reach";
import { type PinTallies, pinTalliesOf } from "@/lib/ledger/rules/rows";
import type { WalletStatusId } from "@/lib/ledger/rules/types";
import { Conditions } from "@/lib/platform/conditions";
import type { PrismaClient } from "@/lib/platform/database/generated/client";
import { type Database, readRows } from "@/lib/platform/rows";

/** Single facts about wallets, for callers that need no balance. */

/** The code and the mobile number (E.164) of a wallet by its id; null when there is none. */
export async function identifyWallet(
  database: Pick<PrismaClient, "wallet">,
  id: number,
): Promise<{ walletCode: string; contactMsisdn: string } | null> {
  return database.wallet.findUnique({ where: { id }, select: { walletCode: true, contactMsisdn: true } });
}

/** Whether a wallet spends its parent's points: what it does is then in its parent's log. */
export async function isSharing(database: Pick<PrismaClient, "wallet">, id: number): Promise<boolean> {
  const wallet = await database.wallet.findUnique({ where: { id }, select: { poolWalletId: true } });
  return wallet?.poolWalletId != null;
}

/** SQL of a wallet's id by the code in a column: null when there is none. */
export function walletIdByCode(column: string): string {
  return `(SELECT w.id FROM wallet w WHERE w.wallet_code = ${column})`;
}

/** Whether a wallet has this code. */
export async function isWalletCodeTaken(
  database: Pick<PrismaClient, "wallet">,
  walletCode: string,
): Promise<boolean> {
  return (await database.wallet.count({ where: { walletCode } })) > 0;
}

/** Which of these codes and mobile numbers wallets have already. A closed or merged wallet has its number no more, and
 * the numbers of test wallets are nobody's. */
export async function readTaken(
  database: Database,
  { walletCodes, msisdns }: { walletCodes: readonly string[]; msisdns: readonly string[] },
): Promise<{ walletCodes: Set<string>; msisdns: Set<string> }> {
  const codes = await readRows<{ taken: string }>(
    database,
    "SELECT wallet_code AS taken FROM wallet WHERE wallet_code = ANY ($1::text[])",
    [walletCodes],
  );
  const numbers = await readRows<{ taken: string }>(
    database,
    "SELECT DISTINCT contact_msisdn AS taken FROM wallet WHERE contact_msisdn = ANY ($1::text[]) AND status_id NOT IN (5, 6) AND sandbox_id IS NULL",
    [msisdns],
  );
  const setOf = (rows: { taken: string }[]) => new Set(rows.map(({ taken }) => taken));
  return { walletCodes: setOf(codes), msisdns: setOf(numbers) };
}

/** The code of an open wallet of this mobile number (E.164); null when it has none. A closed or merged wallet has its number no more. */
export async function openWalletOf(
  database: Database,
  msisdn: string,
  sandbox?: Sandbox,
): Promise<string | null> {
  const where = new Conditions();
  where.add("w.contact_msisdn = ? AND w.status_id NOT IN (5, 6)", msisdn);
  addReach(where, "w", sandbox);
  const rows = await readRows<{ wallet_code: string }>(
    database,
    `SELECT w.wallet_code FROM wallet w WHERE ${where.sql} ORDER BY w.id LIMIT 1`,
    where.values,
  );
  return rows[0]?.wallet_code ?? null;
}

/** A PIN as it is checked. */
export interface StoredPin {
  /** Of the wallet itself, or of a card's main wallet. */
  walletId: number;
  hash: string;
  version: number;
  /** Everywhere. */
  lockedUntil: Date | null;
  merchants: ReadonlyMap<number, PinTally>;
}

/** The PIN of a wallet (of a card that of its main wallet) within reach by its code and, where one is given, its mobile number (E.164); null when there is no such wallet or it has none. */
export async function readStoredPin(
  pool: Pool,
  { walletCode, contactMsisdn }: { walletCode: string; contactMsisdn?: string | undefined },
  sandbox: Sandbox | undefined,
): Promise<StoredPin | null> {
  const where = new Conditions();
  where.add("w.wallet_code = ?", walletCode);
  if (contactMsisdn !== undefined) where.add("w.contact_msisdn = ?", contactMsisdn);
  addReach(where, "w", sandbox);
  const { rows } = await pool.query<StoredPinRow>(
    `SELECT p.wallet_id, p.hash, p.version, p.locked_until, p.merchants FROM wallet w JOIN wallet_pin p ON p.wallet_id = CASE WHEN w.family_role = 'card' THEN w.parent_wallet_id ELSE w.id END WHERE ${where.sql}`,
    where.values,
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { wallet_id: walletId, hash, version, locked_until: lockedUntil, merchants } = row;
  return { walletId, hash, version, lockedUntil, merchants: pinTalliesOf(merchants) };
}

/** Keeps another hash of the same PIN, whose version stays, unless another PIN was set meanwhile. */
export async function replacePinHash(
  pool: Pool,
  { walletId, hash }: Pick<StoredPin, "walletId" | "hash">,
  newHash: string,
): Promise<void> {
  await pool.query("UPDATE wallet_pin SET hash = $3 WHERE wallet_id = $1 AND hash = $2", [
    walletId,
    hash,
    newHash,
  ]);
}

interface StoredPinRow {
  wallet_id: number;
  hash: string;
  version: number;
  locked_until: Date | null;
  merchants: PinTallies;
}

/** A wallet, as events show it. */
export interface WalletFacts {
  id: number;
  wallet_code: string;
  contact_msisdn: string;
  status_id: WalletStatusId;
  /** Null: a customer's. */
  sandbox_id: number | null;
}

/** Wallets by their ids and by their codes. */
export function readWalletFacts(
  database: Database,
  { ids, walletCodes }: { ids: readonly number[]; walletCodes: readonly string[] },
): Promise<WalletFacts[]> {
  return readRows(
    database,
    `
SELECT id, wallet_code, contact_msisdn, status_id, sandbox_id FROM wallet WHERE id = ANY ($1::bigint[])
 UNION ALL
SELECT id, wallet_code, contact_msisdn, status_id, sandbox_id FROM wallet WHERE wallet_code = ANY ($2::text[])`,
    [ids, walletCodes],
  );
}

/** At which of these merchants wallets have moved points: only wallets that did at any. */
export function merchantsOfWallets(
  database: Database,
  {
    ids,
    walletCodes,
    merchantIds,
  }: { ids: readonly number[]; walletCodes: readonly string[]; merchantIds: readonly number[] },
): Promise<{ id: number; wallet_code: string; merchants: number[] }[]> {
  return readRows(
    database,
    `
SELECT w.id, w.wallet_code, array_agg(m.id) AS merchants
  FROM wallet w
 CROSS JOIN unnest($3::int[]) m (id)
 WHERE (w.id = ANY ($1::bigint[]) OR w.wallet_code = ANY ($2::text[]))
   AND EXISTS (SELECT 1 FROM entry e WHERE e.wallet_id = w.id AND e.merchant_id = m.id)
 GROUP BY 1, 2`,
    [ids, walletCodes, merchantIds],
  );
}

/** How many open wallets customers have in a segment, and the spendable points in them, as they are stored. */
export async function readSegmentHoldings(
  database: Database,
  segmentId: number,
): Promise<{ wallets: number; points: number }> {
  const [row] = await readRows<{ wallets: number; points: number }>(
    database,
    `SELECT count(*) AS wallets, coalesce(sum(greatest(balance, 0)), 0)::bigint AS points
       FROM wallet w WHERE segment_id = $1 AND status_id NOT IN (5, 6) AND ${isCustomers("w")}`,
    [segmentId],
  );
  return row ?? { wallets: 0, points: 0 };
}

/** When the newest wallet was made; null for none. */
export async function newestWalletAt(database: Pick<PrismaClient, "wallet">): Promise<Date | null> {
  const newest = await database.wallet.findFirst({ orderBy: { id: "desc" }, select: { createdAt: true } });
  return newest?.createdAt ?? null;
}
