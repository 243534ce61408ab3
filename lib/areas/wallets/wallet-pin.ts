import { randomInt } from "node:crypto";
import { hashPassword } from "@/lib/areas/account/password";
import type { Transaction } from "@/lib/areas/administer";
import { AdminError } from "@/lib/areas/errors";

const PIN = /^\d{4,6}$/;
const FIRST_VERSION_MAX = 2 ** 30;

/**
 * The slow hash of a PIN of 4 to 6 Latin digits. Made before the wallet is locked.
 * @throws AdminError invalid
 */
export async function hashPin(pin: string): Promise<string> {
  if (!PIN.test(pin)) throw new AdminError("invalid", { field: "pin" });
  return hashPassword(pin);
}

/** Stores a PIN of a locked wallet; whatever was guessed at the one before counts no more, and no lock remains. */
export async function storePin(
  tx: Transaction,
  { walletId, hash, now, setBy }: { walletId: bigint; hash: string; now: Date; setBy: number },
): Promise<void> {
  const fresh = { hash, failedInRow: 0, failedAt: [], lockedUntil: null, setAt: now, setBy };
  await tx.walletPin.upsert({
    where: { walletId },
    // A first PIN begins anywhere: a check of one that was cleared meanwhile must not pass for a check of this one.
    create: { walletId, ...fresh, version: randomInt(1, FIRST_VERSION_MAX) },
    update: { ...fresh, version: { increment: 1 } },
  });
}
