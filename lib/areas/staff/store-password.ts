import type { Transaction } from "@/lib/portal/acts/administer";
import { AdminError } from "@/lib/portal/acts/errors";
import { hashPassword } from "@/lib/portal/session/password";
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from "@/lib/portal/session/password-rules";
import { passwordProblem } from "@/lib/portal/session/password-strength";

/** How the sign-in finds a user's password. */
export const PASSWORD_PROVIDER = "credential";

/**
 * The slow hash of a password. Made before the transaction: it takes longer than a lock may be held.
 * @throws AdminError invalid
 */
export async function hashNewPassword(password: string): Promise<string> {
  const length = [...password].length;
  if (length < PASSWORD_LENGTH_MIN || length > PASSWORD_LENGTH_MAX) {
    throw new AdminError("invalid", { field: "password" });
  }
  return hashPassword(password);
}

/** @throws AdminError invalid for a password that holds the user's own name, or that is guessed early */
export async function requireGoodPassword(password: string, username: string): Promise<void> {
  if ((await passwordProblem(password, { username })) !== null)
    throw new AdminError("invalid", { field: "password" });
}

/** Stores the password that a user signs in with. */
export async function storePassword(
  tx: Transaction,
  { userId, hash, now }: { userId: number; hash: string; now: Date },
): Promise<void> {
  await tx.account.upsert({
    where: { providerId_accountId: { providerId: PASSWORD_PROVIDER, accountId: String(userId) } },
    create: {
      userId,
      providerId: PASSWORD_PROVIDER,
      accountId: String(userId),
      password: hash,
      createdAt: now,
      updatedAt: now,
    },
    update: { password: hash, updatedAt: now },
  });
}
