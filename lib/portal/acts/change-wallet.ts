import { AdminError } from "@/lib/portal/acts/errors";
import { type ProfileFields, type WalletFields, writeWallet } from "@/lib/wallet/change";
import { readWallet, type Wallet } from "@/lib/wallet/read";
import type { WalletAct } from "./administer-wallet";
import { walletSnapshot } from "./wallet-record";

/** Changed columns; the caller changes a PIN, before. */
export interface WalletChanges {
  wallet?: WalletFields;
  profile?: ProfileFields;
  /** Further facts for the audit log: a reason, or changes that the wallet's row does not show. */
  unseen?: Readonly<Record<string, unknown>>;
}

/** Writes a change of a locked wallet, counts its version up and writes the audit row. */
export async function changeWallet(
  act: WalletAct,
  before: Wallet,
  { wallet = {}, profile = {}, unseen = {} }: WalletChanges,
): Promise<Wallet> {
  const { tx, actor, now, record } = act;
  await writeWallet(tx, BigInt(before.id), { wallet, profile, now });
  const after = await readWallet(tx, { id: before.id }, act);
  if (after === null) throw new AdminError("not_found", { subject: "wallet" });
  await record({
    subject: "wallet",
    subjectId: before.walletCode,
    merchantId: actor.merchantId,
    before: walletSnapshot(before),
    after: { ...walletSnapshot(after), ...unseen },
  });
  return after;
}
