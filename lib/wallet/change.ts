import { randomInt } from "node:crypto";
import type { Statement } from "@/lib/ledger/rules/commands";
import { Prisma } from "@/lib/platform/database/generated/client";
import { withSealedId } from "@/lib/platform/personal";

/**
 * Writes wallets but for their points: profile, status, PIN. The caller has locked the wallet (`lockWallets`), and writes the audit row in
 * the same transaction.
 */

type Transaction = Prisma.TransactionClient;

/** The fields of a wallet that acts may change; its points are the ledger's alone. */
export type WalletFields = Pick<
  Prisma.WalletUncheckedUpdateInput,
  | "contactMsisdn"
  | "statusId"
  | "isOptedIn"
  | "optedInAt"
  | "redemptionEnabled"
  | "segmentId"
  | "segmentChosenAtPoints"
  | "parentWalletId"
  | "familyRole"
  | "poolWalletId"
  | "childAllowance"
  | "walletType"
  | "erasedAt"
>;

/** The fields of its customer. */
export type ProfileFields = Omit<
  Prisma.WalletProfileUncheckedUpdateInput,
  "walletId" | "version" | "updatedAt" | "nid"
> & { nid?: string | null };

export interface NewWalletFields {
  walletCode: string;
  /** E.164. */
  contactMsisdn: string;
  statusId: number;
  isOptedIn: boolean;
  optedInAt: Date | null;
  redemptionEnabled: boolean;
  segmentId: number;
  /** Of a test wallet: the sandbox it is in, for ever. */
  sandboxId?: number;
  profile: Omit<Prisma.WalletProfileUncheckedCreateWithoutWalletInput, "version" | "updatedAt">;
}

/** Opens a wallet without points; returns its id. A code that is taken fails as the unique index `wallet_wallet_code_key`. */
export async function openWallet(
  tx: Transaction,
  { profile, ...wallet }: NewWalletFields,
  now: Date,
): Promise<bigint> {
  const { id } = await tx.wallet.create({
    data: {
      ...{ ...wallet, createdAt: now },
      walletProfile: { create: { ...withSealedId(profile), updatedAt: now } },
    },
  });
  return id;
}

/** Writes a change, and counts the wallet's version up. */
export async function writeWallet(
  tx: Transaction,
  walletId: bigint,
  { wallet, profile, now }: { wallet: WalletFields; profile: ProfileFields; now: Date },
): Promise<void> {
  if (Object.keys(wallet).length > 0) {
    // A chosen tier stays whatever becomes of the bills that led to the one before.
    const chosen = wallet.segmentId === undefined ? {} : { tierMoves: Prisma.DbNull };
    await tx.wallet.update({ where: { id: walletId }, data: { ...wallet, ...chosen } });
  }
  const kept = withSealedId(profile);
  await tx.walletProfile.upsert({
    where: { walletId },
    create: {
      ...(kept as Omit<Prisma.WalletProfileUncheckedCreateInput, "walletId">),
      walletId,
      updatedAt: now,
    },
    update: { ...kept, version: { increment: 1 }, updatedAt: now },
  });
}

/** Counts a wallet's version up in the ledger's own transaction, for a command's `alongside`. */
export function countUpVersion(walletId: number): Statement {
  return {
    text: `
INSERT INTO wallet_profile AS p (wallet_id, version) VALUES ($1, 1)
ON CONFLICT (wallet_id) DO UPDATE SET version = p.version + 1, updated_at = now()`,
    values: [walletId],
  };
}

const FIRST_VERSION_MAX = 2 ** 30;

/** Stores a PIN's hash; whatever was guessed at the one before counts no more, and no lock remains. */
export async function writePin(
  tx: Transaction,
  {
    walletId,
    hash,
    now,
    setBy,
    provesFrom = null,
  }: {
    walletId: bigint;
    hash: string;
    now: Date;
    setBy: number;
    /** Of a PIN that was chosen on a till's display, where `setBy` worked. */
    provesFrom?: Date | null;
  },
): Promise<void> {
  const fresh = {
    ...{ hash, failedInRow: 0, failedAt: [], lockedUntil: null, merchants: {}, setAt: now, setBy },
    provesFrom,
  };
  await tx.walletPin.upsert({
    where: { walletId },
    // A first PIN begins anywhere: a check of one that was cleared meanwhile must not pass for a check of this one.
    create: { walletId, ...fresh, version: randomInt(1, FIRST_VERSION_MAX) },
    update: { ...fresh, version: { increment: 1 } },
  });
}

/** Takes a wallet's PIN away. */
export async function removePin(tx: Transaction, walletId: bigint): Promise<void> {
  await tx.walletPin.delete({ where: { walletId } });
}
