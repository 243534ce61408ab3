import { AdminError } from "@/lib/areas/errors";
import { readWallet, type Wallet } from "@/lib/ledger/wallets";
import type { Prisma } from "@/lib/platform/database/generated/client";
import type { WalletAct } from "./administer-wallet";
import { walletSnapshot } from "./wallet-record";

/** The fields of a wallet that are kept apart from its points. */
export type ProfileChanges = Omit<
  Prisma.WalletProfileUncheckedUpdateInput,
  "walletId" | "version" | "updatedAt"
>;

/** What to write; a PIN is changed by the caller, before. */
export interface WalletChanges {
  wallet?: Prisma.WalletUncheckedUpdateInput;
  profile?: ProfileChanges;
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
  const walletId = BigInt(before.id);
  if (Object.keys(wallet).length > 0) await tx.wallet.update({ where: { id: walletId }, data: wallet });
  await tx.walletProfile.upsert({
    where: { walletId },
    create: {
      ...(profile as Omit<Prisma.WalletProfileUncheckedCreateInput, "walletId">),
      walletId,
      updatedAt: now,
    },
    update: { ...profile, version: { increment: 1 }, updatedAt: now },
  });
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
