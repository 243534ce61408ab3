import { AdminError } from "@/lib/portal/acts/errors";
import { type ProfileFields, type WalletFields, writeWallet } from "@/lib/wallet/change";
import { readWallet, type Wallet } from "@/lib/wallet/read";
import type { WalletAct } from "./administer-wallet";
import { walletSnapshot } from "./wallet-record";

/** What to write; a PIN is changed by the caller, before. */
export interface WalletChanges {
  wallet?: WalletFields;
  profile?: ProfileFields;
  /** What else belongs into the audit log: a reason, or what is not to be seen in the wallet. */
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
