import { PROFILE_FIELDS } from "@/lib/ledger/core/profile";
import { hashMobile, markOfMobile } from "@/lib/platform/personal";
import { readRows } from "@/lib/platform/rows";
import type { Transaction } from "@/lib/portal/acts/administer";
import { type ProfileFields, writeWallet } from "@/lib/wallet/change";

/** The wallet, and those that were merged into it, which are the same customer's. */
const WALLETS_OF_CUSTOMER = `
WITH RECURSIVE own AS (
  SELECT id, contact_msisdn FROM wallet WHERE id = $1
   UNION SELECT w.id, w.contact_msisdn FROM wallet w JOIN own ON w.merged_into_wallet_id = own.id WHERE w.erased_at IS NULL)
SELECT id, contact_msisdn FROM own ORDER BY id`;

const KEEP_HASH = "INSERT INTO erased_number (wallet_id, hash, at) VALUES ($1, $2, $3::timestamptz)";

/** Lines of files that name the number, of whichever import. */
const FORGET_LINES =
  "UPDATE wallet_import_row SET fields = NULL, msisdn = NULL, state = 2 WHERE msisdn = $1 AND state IN (1, 2)";

/** Customers whom the erased one brought, unless the number is still another wallet's. */
const FORGET_REFERRER = `
UPDATE wallet_profile SET referral_msisdn = NULL
 WHERE referral_msisdn = $1 AND NOT EXISTS (SELECT FROM wallet w WHERE w.contact_msisdn = $1 AND w.erased_at IS NULL)`;

/**
 * Takes what is kept of a customer out of every place that has it, and removes the key of what logs keep sealed. The caller has locked the
 * wallet, which is closed and in no family.
 */
export async function eraseCustomer(tx: Transaction, walletId: number, now: Date): Promise<void> {
  const nothing = Object.fromEntries(PROFILE_FIELDS.map((field) => [field, null])) as ProfileFields;
  const wallets = await readRows<{ id: number; contact_msisdn: string }>(tx, WALLETS_OF_CUSTOMER, [walletId]);
  for (const { id, contact_msisdn: msisdn } of wallets) {
    await writeWallet(tx, BigInt(id), {
      wallet: { erasedAt: now, contactMsisdn: "" },
      profile: { ...nothing, referralMsisdn: null },
      now,
    });
    await tx.customerKey.deleteMany({ where: { walletId: id } });
    await tx.walletPin.deleteMany({ where: { walletId: id } });
    await tx.$executeRawUnsafe(FORGET_REFERRER, msisdn);
    await tx.$executeRawUnsafe(FORGET_LINES, markOfMobile(msisdn));
    await tx.$executeRawUnsafe(KEEP_HASH, id, hashMobile(msisdn), now);
  }
}
