import { WALLET_STATUS } from "@/lib/ledger/core/types";
import { insertReferrals } from "@/lib/ledger/with/referrals/facts";
import { insertCustomers, insertWallets, readWalletIds } from "@/lib/wallet/rows";
import { FIXED_BALANCES } from "./fixed-balances";
import { at, type Transaction, take } from "./load-catalogue";
import { profileRow, walletRow } from "./rows";
import type { DemoWallet } from "./wallets";

export async function loadWallets(
  tx: Transaction,
  {
    wallets,
    segmentIds,
    pins,
    userIds,
  }: {
    wallets: readonly DemoWallet[];
    segmentIds: readonly number[];
    pins: ReadonlyMap<string, string>;
    userIds: ReadonlyMap<string, number>;
  },
): Promise<void> {
  const walletIds = await insertWallets(
    tx,
    wallets.map((wallet) => walletRow(wallet, at(segmentIds, wallet.segment))),
  );
  const enrolledBy = take(userIds, "cashier");
  await insertCustomers(tx, {
    profiles: wallets.map((wallet) => profileRow(wallet, take(walletIds, wallet.walletCode), enrolledBy)),
    pins: wallets
      .filter(({ pin }) => pin !== null)
      .map(({ walletCode, createdAt }) => ({
        walletId: take(walletIds, walletCode),
        hash: take(pins, walletCode),
        setAt: createdAt,
        setBy: enrolledBy,
      })),
  });
}

/** Referrals, before anybody is rewarded: the history decides them. */
export async function loadReferrals(tx: Transaction, wallets: readonly DemoWallet[]): Promise<void> {
  const walletIds = await readWalletIds(tx);
  await insertReferrals(
    tx,
    wallets.flatMap(({ walletCode, broughtBy, createdAt: openedAt }) => {
      if (broughtBy === null) return [];
      const [walletId, referrerWalletId] = [take(walletIds, walletCode), take(walletIds, broughtBy)];
      return [{ walletId, referrerWalletId, openedAt }];
    }),
  );
}

/** A reset brings the customers that examples rely on back to what the examples say, too. */
export async function nameFixedCustomers(tx: Transaction, wallets: readonly DemoWallet[]): Promise<void> {
  const { id: sandboxId } = await tx.sandbox.findFirstOrThrow({ where: { isDemo: true } });
  const walletIds = await readWalletIds(tx);
  const resettable = wallets.filter(
    ({ walletCode, statusAfter }) =>
      walletCode in FIXED_BALANCES &&
      statusAfter !== WALLET_STATUS.closed &&
      statusAfter !== WALLET_STATUS.merged,
  );
  await tx.sandboxWallet.createMany({
    data: resettable.map(({ walletCode, contactMsisdn, statusAfter }) => ({
      walletId: take(walletIds, walletCode),
      sandboxId,
      walletCode,
      contactMsisdn,
      scenario: "plain",
      points: FIXED_BALANCES[walletCode] ?? 0,
      statusId: statusAfter,
    })),
  });
}
