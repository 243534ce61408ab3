import { PROFILE_FIELDS } from "@/lib/ledger/rules/profile";
import type { Prisma } from "@/lib/platform/database/generated/client";
import { erasures } from "@/lib/platform/database/tables";
import { hashMobile, holderMark, markOfMobile, sealHolder, sealNationalId } from "@/lib/platform/personal";
import { type Database, readRows } from "@/lib/platform/rows";
import { readCards } from "./cards";
import { type ProfileFields, writeWallet } from "./change";

const KEEP_HASH = "INSERT INTO erased_number (wallet_id, hash, at) VALUES ($1, $2, $3::timestamptz)";

/** The rules that prisma/schema.prisma declares of tables with data of customers. */
const ERASURES = erasures(["wallet", "msisdn", "mark", "holder"]);

/**
 * Takes what is kept of a customer out of every place that has it, and removes the key of what logs keep sealed. The caller has locked the
 * wallet, which is closed and in no family, and writes an audit row for each of the wallets whose codes are returned.
 */
export async function eraseCustomer(
  tx: Prisma.TransactionClient,
  walletId: number,
  now: Date,
): Promise<string[]> {
  const nothing = Object.fromEntries(PROFILE_FIELDS.map((field) => [field, null])) as ProfileFields;
  const cards = (await readCards(tx, walletId)).filter(({ isErased }) => !isErased);
  for (const { id, contactMsisdn: msisdn } of cards) {
    await writeWallet(tx, BigInt(id), {
      wallet: { erasedAt: now, contactMsisdn: "" },
      profile: { ...nothing, referralMsisdn: null },
      now,
    });
    const values = { wallet: id, msisdn, mark: markOfMobile(msisdn), holder: holderMark(msisdn) };
    for (const { text, names } of ERASURES)
      await tx.$executeRawUnsafe(text, ...names.map((name) => values[name]));
    await tx.$executeRawUnsafe(KEEP_HASH, id, hashMobile(msisdn), now);
  }
  return cards.map(({ walletCode }) => walletCode);
}

/** Closed wallets of customers in which nothing was done for more than `$1` days before `$2`. */
const CLOSED_LONG_AGO = `
SELECT w.id FROM wallet w LEFT JOIN wallet_profile p ON p.wallet_id = w.id
 WHERE w.status_id = 5 AND w.erased_at IS NULL AND w.sandbox_id IS NULL
   AND greatest(w.created_at, p.updated_at) < $2::timestamptz - make_interval(days => $1) ORDER BY w.id LIMIT 500`;

/** Some of the closed wallets in which nothing was done for so many days, and whose customers are not erased. */
export function readClosedLongAgo(database: Database, days: number, now: Date): Promise<{ id: number }[]> {
  return readRows(database, CLOSED_LONG_AGO, [days, now]);
}

/** {@link eraseCustomer} where the wallet is still closed and the customer not erased; nothing otherwise. */
export async function eraseIfClosed(
  tx: Prisma.TransactionClient,
  walletId: number,
  now: Date,
): Promise<string[]> {
  const locked = await readRows(
    tx,
    "SELECT 1 FROM wallet WHERE id = $1 AND status_id = 5 AND erased_at IS NULL FOR NO KEY UPDATE",
    [walletId],
  );
  return locked.length > 0 ? eraseCustomer(tx, walletId, now) : [];
}

/** How many customers have withdrawn their consent, and how many wallets are of customers who were erased. */
export async function countGone(database: Database): Promise<{ withdrawn: number; erased: number }> {
  const [row] = await readRows<{ withdrawn: number; erased: number }>(
    database,
    `SELECT (SELECT count(*) FROM wallet_profile WHERE withdrawn_at IS NOT NULL) AS withdrawn,
            (SELECT count(*) FROM wallet WHERE erased_at IS NOT NULL) AS erased`,
  );
  return row ?? { withdrawn: 0, erased: 0 };
}

/** Whether the wallet's customer has withdrawn their consent. */
export async function hasWithdrawn(database: Database, walletId: number): Promise<boolean> {
  const rows = await readRows(
    database,
    "SELECT 1 FROM wallet_profile WHERE wallet_id = $1 AND withdrawn_at IS NOT NULL",
    [walletId],
  );
  return rows.length > 0;
}

/** Seals national ids that were stored before they were sealed, a part at a time. */
export async function sealClearIds(database: Database): Promise<void> {
  const rows = await readRows<{ wallet_id: number; nid: string }>(
    database,
    "SELECT wallet_id, nid FROM wallet_profile WHERE nid IS NOT NULL AND nid NOT LIKE 'sealed:%' LIMIT 20000",
  );
  const sealed = rows.map((row) => ({ ...row, sealed: sealNationalId(row.nid) }));
  await readRows(
    database,
    `UPDATE wallet_profile p SET nid = x.sealed FROM jsonb_to_recordset($1::jsonb) AS x (wallet_id bigint, nid text, sealed text)
      WHERE p.wallet_id = x.wallet_id AND p.nid = x.nid`,
    [JSON.stringify(sealed)],
  );
}

/** Seals names of holders in files of coupons that were stored before they were sealed, a part at a time; codes of wallets stay. */
export async function sealClearHolders(database: Database): Promise<void> {
  const rows = await readRows<{ issue_id: number; line: number; wallet_code: string }>(
    database,
    `SELECT l.issue_id, l.line, l.wallet_code FROM coupon_issue_line l
      WHERE l.problem = 'unknown' AND l.sealed IS NULL AND l.wallet_code NOT LIKE '#%'
        AND NOT EXISTS (SELECT FROM wallet w WHERE w.wallet_code = l.wallet_code) LIMIT 20000`,
  );
  const sealed = rows.map(({ wallet_code, ...line }) => ({
    ...{ ...line, mark: holderMark(wallet_code) },
    sealed: sealHolder(wallet_code).toString("hex"),
  }));
  await readRows(
    database,
    `UPDATE coupon_issue_line l SET wallet_code = x.mark, sealed = decode(x.sealed, 'hex')
       FROM jsonb_to_recordset($1::jsonb) AS x (issue_id int, line int, mark text, sealed text) WHERE l.issue_id = x.issue_id AND l.line = x.line`,
    [JSON.stringify(sealed)],
  );
}
