import { isCustomers } from "@/lib/ledger/rules/reach";
import { LOG_TYPE } from "@/lib/ledger/rules/types";
import { type Database, readRows } from "@/lib/platform/rows";

/** How far a programme has come with its customers; test wallets do not count. */
export interface FirstSteps {
  /** The customer who was enrolled first; null before. */
  wallet: { id: number; walletCode: string; contactMsisdn: string } | null;
  hasReward: boolean;
}

/** Whether there is a customer yet, and whether one was ever rewarded. The first row found answers, however many there are. */
export async function readFirstSteps(database: Database): Promise<FirstSteps> {
  const [[wallet], [reward]] = await Promise.all([
    readRows<NonNullable<FirstSteps["wallet"]>>(database, FIRST_WALLET),
    readRows<{ id: number }>(database, FIRST_REWARD, [LOG_TYPE.reward]),
  ]);
  return { wallet: wallet ?? null, hasReward: reward !== undefined };
}

/** Whether there is any entry, of whomever, or at one of the branches. */
export async function hasEntries(database: Database, branchIds?: readonly number[]): Promise<boolean> {
  const at = branchIds === undefined ? "" : "WHERE branch_id = ANY($1::integer[])";
  const values = branchIds === undefined ? [] : [[...branchIds]];
  return (await readRows(database, `SELECT id FROM entry ${at} LIMIT 1`, values)).length > 0;
}

/** Whether anything of a customer has ever moved: points, or a coupon that was given out. Test wallets do not count. */
export async function hasMoved(database: Database): Promise<boolean> {
  return (await readRows(database, MOVED)).length > 0;
}

const MOVED = `
SELECT FROM (SELECT) one
 WHERE EXISTS (SELECT FROM entry e JOIN wallet w ON w.id = e.wallet_id WHERE ${isCustomers("w")})
    OR EXISTS (SELECT FROM coupon c LEFT JOIN wallet w ON w.id = c.wallet_id WHERE w.id IS NULL OR (${isCustomers("w")}))`;

const FIRST_WALLET = `
SELECT w.id, w.wallet_code AS "walletCode", w.contact_msisdn AS "contactMsisdn"
  FROM wallet w WHERE ${isCustomers("w")} ORDER BY w.id LIMIT 1`;

const FIRST_REWARD = `
SELECT e.id FROM entry e JOIN wallet w ON w.id = e.wallet_id
 WHERE e.log_type_id = $1::smallint AND ${isCustomers("w")} LIMIT 1`;
