import { AdminError } from "@/lib/portal/acts/errors";
import { hashPassword } from "@/lib/portal/session/password";
import { isCommonPin, type KnownOfCustomer } from "./common-pin";

const PIN = /^\d{4,6}$/;

/**
 * Refuses a PIN that everybody tries first.
 * @throws AdminError invalid
 */
export function refuseCommonPin(pin: string, known: KnownOfCustomer): void {
  if (isCommonPin(pin, known)) throw new AdminError("invalid", { field: "pin" });
}

/**
 * The slow hash of a PIN of 4 to 6 Latin digits. Made before the wallet is locked.
 * @throws AdminError invalid
 */
export async function hashPin(pin: string): Promise<string> {
  if (!PIN.test(pin)) throw new AdminError("invalid", { field: "pin" });
  return hashPassword(pin);
}
