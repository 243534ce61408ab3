import { PROFILE_FIELDS } from "@/lib/ledger/core/profile";
import type { Prisma } from "@/lib/platform/database/generated/client";
import { hashMobile, holderMark, markOfMobile, sealHolder, sealNationalId } from "@/lib/platform/personal";
import { type Database, readRows } from "@/lib/platform/rows";
import { readCards } from "./cards";
import { type ProfileFields, writeWallet } from "./change";

const KEEP_HASH = "INSERT INTO erased_number (wallet_id, hash, at) VALUES ($1, $2, $3::timestamptz)";

/** Lines of files that name the number, of whichever import. */
const FORGET_LINES =
  "UPDATE wallet_import_row SET fields = NULL, msisdn = NULL, state = 2 WHERE msisdn = $1 AND state IN (1, 2)";

/** Lines of files of coupons that name the number `$1`: sealed under the mark `$2`, or in clear as releases before kept them. */
const FORGET_COUPON_LINES =
  "UPDATE coupon_issue_line SET sealed = NULL, wallet_code = $2 WHERE (wallet_code = $2 AND sealed IS NOT NULL) OR (wallet_code = $1 AND problem IS NOT NULL)";

/** Views of lists that staff saved while they searched for the number, however its beginning was written. */
const FORGET_VIEWS = "DELETE FROM list_view WHERE position(right($1::text, 9) IN filters::text) > 0";

/** Requests that wait for a second person keep their body until then. */
const FORGET_REQUESTS =
  "UPDATE point_adjustment SET request = NULL WHERE wallet_id = $1 AND state = 'requested'";

/** Customers whom the erased one brought, unless the number is still another wallet's. */
const FORGET_REFERRER = `
UPDATE wallet_profile SET referral_msisdn = NULL
 WHERE referral_msisdn = $1 AND NOT EXISTS (SELECT FROM wallet w WHERE w.contact_msisdn = $1 AND w.erased_at IS NULL)`;

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
    await tx.customerKey.deleteMany({ where: { walletId: id } });
    await tx.walletPin.deleteMany({ where: { walletId: id } });
    await tx.$executeRawUnsafe(FORGET_REQUESTS, id);
    await tx.$executeRawUnsafe(FORGET_REFERRER, msisdn);
    await tx.$executeRawUnsafe(FORGET_LINES, markOfMobile(msisdn));
    await tx.$executeRawUnsafe(FORGET_COUPON_LINES, msisdn, holderMark(msisdn));
    await tx.$executeRawUnsafe(FORGET_VIEWS, msisdn);
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
