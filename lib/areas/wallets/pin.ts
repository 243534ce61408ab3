import type { Pool } from "pg";
import type { Actor, PinCheck } from "@/lib/ledger/core/commands";
import type { Sandbox } from "@/lib/ledger/core/reach";
import { ensurePinCaller } from "@/lib/ledger/with/pin/callers";
import { lockOf, NO_MERCHANT } from "@/lib/ledger/with/pin/rule";
import type { Clock } from "@/lib/platform/clock";
import { verifyPassword } from "@/lib/portal/session/password";
import { readStoredPin } from "@/lib/wallet/facts";

/** Compares a PIN with a wallet's. */
export interface PinReader {
  /**
   * Compares nothing, and costs no hash, for a wallet that does not exist, is out of the caller's reach (`sandbox` of a test
   * client), has another mobile number (E.164, where one is given) or no PIN: the ledger says what that means. `actor` is who
   * typed the PIN.
   */
  check(
    wallet: { walletCode: string; contactMsisdn?: string | undefined; sandbox?: Sandbox | undefined },
    pin: string | undefined,
    actor: Pick<Actor, "userId" | "merchantId">,
  ): Promise<PinCheck>;
}

// Should the ledger find a PIN to compare after all, this is stale and the check is made again.
const NO_VERSION = 0;

/**
 * Checks PINs against their slow hashes, before the wallet is locked: hashing takes longer than a lock may be held. The
 * verdict, and the count of wrong attempts, are the ledger's, under the lock.
 */
export function createPinReader({ pool, clock }: { pool: Pool; clock: Clock }): PinReader {
  return {
    check: async (wallet, pin, { userId, merchantId }) => {
      if (pin === undefined) return { kind: "absent" };
      const stored = await readStoredPin(pool, wallet, wallet.sandbox);
      await ensurePinCaller(pool, userId);
      // A locked PIN is refused whatever was typed: not worth the work of hashing.
      const isLocked = stored !== null && (lockOf(stored, merchantId ?? NO_MERCHANT) ?? 0) > clock.now();
      if (stored === null || isLocked) return { kind: "checked", pinVersion: NO_VERSION, correct: false };
      return { kind: "checked", pinVersion: stored.version, correct: await verifyPassword(stored.hash, pin) };
    },
  };
}
