import { Prisma } from "@/lib/db/generated/client";
import { WALLET_STATUS, type WalletStatusId } from "@/lib/ledger/types";
import type { Act, Transaction } from "./administer";
import { AdminError } from "./errors";

/** A wallet as administration sees it. */
export interface WalletRecord {
  id: number;
  walletCode: string;
  /** E.164. */
  contactMsisdn: string;
  statusId: WalletStatusId;
  isOptedIn: boolean;
  optedInAt: Date | null;
  redemptionEnabled: boolean;
  segmentId: number;
  mergedIntoWalletCode: string | null;
  /** Spendable points. */
  balance: number;
  /** Points that exist but cannot be spent now. */
  suspended: number;
  /** Lifetime points earned and redeemed. */
  accumulated: number;
  redeemed: number;
  hasPin: boolean;
  /** Until when the PIN is locked; null when it never was, or there is none. */
  pinLockedUntil: Date | null;
  name: string | null;
  email: string | null;
  address: string | null;
  gender: string | null;
  /** ISO date. */
  birthDate: string | null;
  nid: string | null;
  /** When the customer agreed to their data being kept, and who recorded it. */
  consentAt: Date | null;
  consentBy: number | null;
  /** Rises with every administrative act on the wallet, not with its points; 0 before the first. */
  version: number;
  createdAt: Date;
}

const WALLET_PARTS = {
  walletProfile: true,
  walletPin: { select: { lockedUntil: true } },
} as const satisfies Prisma.WalletInclude;

type WalletRow = Prisma.WalletGetPayload<{ include: typeof WALLET_PARTS }>;

function walletRecord(row: WalletRow, mergedIntoWalletCode: string | null): WalletRecord {
  const profile = row.walletProfile;
  return {
    id: Number(row.id),
    walletCode: row.walletCode,
    contactMsisdn: row.contactMsisdn,
    statusId: row.statusId as WalletStatusId,
    isOptedIn: row.isOptedIn,
    optedInAt: row.optedInAt,
    redemptionEnabled: row.redemptionEnabled,
    segmentId: row.segmentId,
    mergedIntoWalletCode,
    balance: Number(row.balance),
    suspended: Number(row.suspended),
    accumulated: Number(row.accumulated),
    redeemed: Number(row.redeemed),
    hasPin: row.walletPin !== null,
    pinLockedUntil: row.walletPin?.lockedUntil ?? null,
    name: profile?.name ?? null,
    email: profile?.email ?? null,
    address: profile?.address ?? null,
    gender: profile?.gender ?? null,
    birthDate: profile?.birthDate?.toISOString().slice(0, 10) ?? null,
    nid: profile?.nid ?? null,
    consentAt: profile?.consentAt ?? null,
    consentBy: profile?.consentBy ?? null,
    version: profile?.version ?? 0,
    createdAt: row.createdAt,
  };
}

/** What the audit log keeps of a wallet: its points have a log of their own. */
export function walletSnapshot(wallet: WalletRecord): Record<string, unknown> {
  const { balance, suspended, accumulated, redeemed, pinLockedUntil, ...kept } = wallet;
  return kept;
}

/** A wallet by its code; null when there is none. */
export async function findWallet(
  database: Pick<Transaction, "wallet">,
  walletCode: string,
): Promise<WalletRecord | null> {
  const row = await database.wallet.findUnique({ where: { walletCode }, include: WALLET_PARTS });
  if (row === null) return null;
  // Apart, and for the few that need it: within a transaction the driver takes one statement after the other.
  const other =
    row.mergedIntoWalletId === null
      ? null
      : await database.wallet.findUnique({
          where: { id: row.mergedIntoWalletId },
          select: { walletCode: true },
        });
  return walletRecord(row, other?.walletCode ?? null);
}

/**
 * Locks wallets as the ledger does, in the order of their numbers and so that their points stand still, and reads them,
 * in the order of `walletCodes`.
 * @throws AdminError not_found
 */
export async function lockWallets<const Codes extends readonly string[]>(
  { tx }: Act,
  walletCodes: Codes,
): Promise<{ [Index in keyof Codes]: WalletRecord }> {
  await tx.$queryRaw`SELECT 1 FROM wallet WHERE wallet_code IN (${Prisma.join([...walletCodes])}) ORDER BY id FOR NO KEY UPDATE`;
  const wallets: WalletRecord[] = [];
  for (const walletCode of walletCodes) {
    const wallet = await findWallet(tx, walletCode);
    if (wallet === null) throw new AdminError("not_found", { subject: "wallet" });
    wallets.push(wallet);
  }
  return wallets as { [Index in keyof Codes]: WalletRecord };
}

/**
 * Refuses wallets that nothing may be changed of any more: closed and merged ones.
 * @throws AdminError wallet_status
 */
export function requireOpen({ statusId }: WalletRecord): void {
  if (statusId === WALLET_STATUS.closed || statusId === WALLET_STATUS.merged) {
    throw new AdminError("wallet_status", { statusId });
  }
}
