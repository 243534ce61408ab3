import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { fieldRefusal } from "@/lib/portal/refusal";
import { recordSecurityEvent } from "@/lib/portal/security-log/record-event";
import { countPinOfAsker, forgivePinOfAsker } from "@/lib/portal/session/sign-in-limits";
import { checkStaffPin } from "./staff-pin";

/**
 * Returns the user whose PIN was typed at the till of `askerId`. Wrong ones are counted for both and are in the log of security events.
 * `user` is null for a name that cannot be meant there: that takes as long and is answered as a wrong PIN. Throws AdminError of the
 * field `pin`, `rate_limited` after too many wrong ones.
 */
export async function requireStaffPin<User extends { id: number }>(
  context: AdminContext,
  { askerId, user, pin }: { askerId: number; user: User | null; pin: string },
): Promise<User> {
  const note = (kind: "staff_pin.failed" | "staff_pin.locked") =>
    recordSecurityEvent({ kind, userId: askerId, details: { named: user?.id ?? null } });
  const waitSeconds = await countPinOfAsker(askerId);
  if (waitSeconds !== null) {
    await note("staff_pin.locked");
    throw new AdminError("rate_limited", { seconds: waitSeconds });
  }
  const verdict = await checkStaffPin(context, { userId: user?.id ?? null, pin });
  if (verdict.kind === "limited") {
    await note("staff_pin.locked");
    throw new AdminError("rate_limited", { seconds: verdict.retryAfterSeconds });
  }
  if (verdict.kind === "wrong" || user === null) {
    await note("staff_pin.failed");
    if (verdict.kind === "wrong" && verdict.isLocked) await note("staff_pin.locked");
    throw fieldRefusal("pin", "wrong_pin");
  }
  await forgivePinOfAsker(askerId);
  return user;
}
