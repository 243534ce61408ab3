import type { PostedEntry, RedeemCommand } from "@/lib/ledger/commands";
import { isDomainError } from "@/lib/ledger/errors";
import { type Ledger, StalePinError } from "@/lib/ledger/ledger";
import { recordSecurityEvent } from "../security/record";
import type { PinReader } from "./pin";

const PIN_CHECKS_MAX = 3;

/** Notes a PIN that was wrong, or tried while it was locked. */
async function notePinFailure(
  error: unknown,
  {
    actor: { userId, merchantId, branchId, sandbox },
    walletCode,
  }: Pick<RedeemCommand, "actor" | "walletCode">,
): Promise<void> {
  if (!isDomainError(error) || sandbox !== undefined || !(error.code === 1311 || error.code === 1312)) return;
  const kind = error.code === 1311 ? "pin.failed" : "pin.locked";
  await recordSecurityEvent({ kind, userId, merchantId, branchId, walletCode });
}

/**
 * Pays a bill amount with points, once the PIN is compared (interface.md §4.3).
 * @param input.pin the PIN as typed; undefined when none was given
 * Throws DomainError 1201 to 1206, 1301 to 1312, 1416, 1501, 1902.
 */
export async function redeem(
  { ledger, pins }: { ledger: Ledger; pins: PinReader },
  { pin, ...command }: Omit<RedeemCommand, "type" | "pin"> & { pin: string | undefined },
): Promise<PostedEntry> {
  const { walletCode, contactMsisdn, actor, refuseUnlessReplay } = command;
  const wallet = { walletCode, contactMsisdn, sandbox: actor.sandbox };
  // What is refused before a PIN is judged costs no hash.
  const typed = refuseUnlessReplay === undefined ? pin : undefined;
  for (let checks = 1; ; checks += 1) {
    try {
      return await ledger.post({ ...command, type: "redeem", pin: await pins.check(wallet, typed, actor) });
    } catch (error) {
      await notePinFailure(error, command);
      // Somebody set a new PIN in the middle of the check: check against that one.
      if (!(error instanceof StalePinError) || checks === PIN_CHECKS_MAX) throw error;
    }
  }
}
