import type { Pool } from "pg";
import { CHANGEABLE_COLUMNS, recordColumns } from "@/lib/ledger/rules/profile";
import type { Prisma, PrismaClient } from "@/lib/platform/database/generated/client";
import { withSealedId } from "@/lib/platform/personal";

/** Rows of wallets as they are given, for data that is loaded whole: the demo data, files of wallets, many wallets to try. */

type Transaction = Prisma.TransactionClient;

/** Inserts wallets without points; returns the ids of all wallets by code. */
export async function insertWallets(
  tx: Transaction,
  wallets: Prisma.WalletCreateManyInput[],
): Promise<Map<string, bigint>> {
  await tx.wallet.createMany({ data: wallets });
  return readWalletIds(tx);
}

/** Inserts the profiles and PINs of wallets that were just inserted. */
export async function insertCustomers(
  tx: Transaction,
  rows: {
    profiles: Prisma.WalletProfileCreateManyInput[];
    pins: Prisma.WalletPinCreateManyInput[];
  },
): Promise<void> {
  await tx.walletProfile.createMany({ data: rows.profiles.map(withSealedId) });
  await tx.walletPin.createMany({ data: rows.pins });
}

/** The ids of all wallets by code. */
export async function readWalletIds(tx: Transaction): Promise<Map<string, bigint>> {
  const wallets = await tx.wallet.findMany({ select: { id: true, walletCode: true } });
  return new Map(wallets.map(({ id, walletCode }) => [walletCode, id]));
}

/** Overwrites how a wallet and its PIN stand, whatever led to it. */
export async function overwriteWallet(
  tx: Transaction,
  walletCode: string,
  {
    wallet,
    pin,
  }: {
    wallet?: Pick<
      Prisma.WalletUncheckedUpdateInput,
      | "statusId"
      | "mergedIntoWalletId"
      | "parentWalletId"
      | "familyRole"
      | "poolWalletId"
      | "childAllowance"
      | "walletType"
    >;
    pin?: Pick<Prisma.WalletPinUncheckedUpdateInput, "failedAt" | "lockedUntil">;
  },
): Promise<void> {
  await tx.wallet.update({
    where: { walletCode },
    data: { ...wallet, ...(pin !== undefined && { walletPin: { update: pin } }) },
  });
}

/** Gives wallets a status, whatever they are. */
export async function overwriteWallets(
  database: Pick<PrismaClient, "wallet">,
  ids: readonly number[],
  statusId: number,
): Promise<void> {
  await database.wallet.updateMany({
    where: { id: { in: [...ids] }, statusId: { not: statusId } },
    data: { statusId },
  });
}

/** Forgets what was guessed at the PINs of wallets, and unlocks them. */
export async function unlockPins(
  database: Pick<PrismaClient, "walletPin">,
  walletIds: readonly number[],
): Promise<void> {
  await database.walletPin.updateMany({
    where: { walletId: { in: [...walletIds] } },
    data: { failedInRow: 0, failedAt: [], lockedUntil: null, merchants: {} },
  });
}

/** SQL: whether there is any wallet. */
export const ANY_WALLET = "EXISTS (SELECT FROM wallet)";

/** Balances as they are stored, points that have lapsed and are not written off included, by code. */
export async function readStoredBalances(
  prisma: PrismaClient,
  walletCodes: readonly string[],
): Promise<Map<string, number>> {
  const wallets = await prisma.wallet.findMany({
    where: { walletCode: { in: [...walletCodes] } },
    select: { walletCode: true, balance: true },
  });
  return new Map(wallets.map(({ walletCode, balance }) => [walletCode, Number(balance)]));
}

/** The highest number among wallets whose code is `prefix` and a number of 7 or 8 digits; 0 when there is none. */
export async function lastNumberedWallet(pool: Pool, prefix: string): Promise<number> {
  const { rows } = await pool.query<{ last: number | null }>(
    `SELECT max(substr(wallet_code, length($1) + 1)::integer) AS last
       FROM wallet WHERE starts_with(wallet_code, $1) AND substr(wallet_code, length($1) + 1) ~ '^[0-9]{7,8}$'`,
    [prefix],
  );
  return rows[0]?.last ?? 0;
}

/**
 * SQL: common table expressions that make wallets and profiles of the rows of an expression `asked` (line, "walletCode", msisdn,
 * the columns of `PROFILE_RECORD`, "referralMsisdn", "segmentId", "hasConsented", consent_at). A row whose code is taken makes nothing.
 * `done` has the rows that made one, with its id. $2 is now, $4 whoever recorded the consent.
 */
export const MAKE_WALLETS = `
made AS (
  INSERT INTO wallet (wallet_code, contact_msisdn, is_opted_in, opted_in_at, segment_id, created_at)
  SELECT a."walletCode", a.msisdn, a."hasConsented", CASE WHEN a."hasConsented" THEN a.consent_at END,
         coalesce(a."segmentId", (SELECT s.id FROM segment s WHERE s.is_default)), $2
    FROM asked a ORDER BY a.line
  ON CONFLICT (wallet_code) DO NOTHING
  RETURNING id, wallet_code),
done AS (SELECT a.*, m.id FROM asked a JOIN made m ON m.wallet_code = a."walletCode"),
profiles AS (
  INSERT INTO wallet_profile (wallet_id, ${CHANGEABLE_COLUMNS}, referral_msisdn, consent_at, consent_by, updated_at)
  SELECT d.id, ${recordColumns("d")}, d."referralMsisdn",
         CASE WHEN d."hasConsented" THEN d.consent_at END, CASE WHEN d."hasConsented" THEN $4::int END, $2 FROM done d)`;
