import { hashPassword } from "@/lib/areas/account/password";
import { AdminError } from "@/lib/areas/errors";

const PIN = /^\d{4,6}$/;

/**
 * The slow hash of a PIN of 4 to 6 Latin digits. Made before the wallet is locked.
 * @throws AdminError invalid
 */
export async function hashPin(pin: string): Promise<string> {
  if (!PIN.test(pin)) throw new AdminError("invalid", { field: "pin" });
  return hashPassword(pin);
}
