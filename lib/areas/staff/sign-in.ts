import { endWaysIn } from "@/lib/areas/approvals/staff-pin";
import { lockMerchant } from "@/lib/areas/merchants/merchants";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { administer, type Transaction } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { administerAgreed } from "@/lib/portal/acts/second-person";
import { hashPassword } from "@/lib/portal/session/password";
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from "@/lib/portal/session/password-rules";
import { passwordProblem } from "@/lib/portal/session/password-strength";
import { changeUser, lockUser, noteAccess, requireSecondPerson, type UserView } from "./user";

/**
 * Gives another person a new password and ends all their sessions. One's own password is changed with the old one at hand
 * (lib/portal/session/sessions.ts).
 * An admin's or operator's is set by two people (rules.md §16).
 * @throws AdminError second_person, forbidden, not_found, own_account, invalid
 */
export async function setPassword(
  context: AdminContext,
  actor: AdminActor,
  { userId, password }: { userId: number; password: string },
): Promise<UserView> {
  if (userId === actor.userId) throw new AdminError("own_account");
  const hash = await hashNewPassword(password);
  return administerAgreed(context, actor, "user.set_password", async (act) => {
    const { tx, now } = act;
    const user = await lockUser(act, userId);
    await requireGoodPassword(password, user.username);
    const approval = await requireSecondPerson(act, { kind: "reset_admin", act: "password", user });
    await storePassword(tx, { userId, hash, now });
    await tx.session.deleteMany({ where: { userId } });
    await endWaysIn(tx, userId);
    await tx.userLink.deleteMany({ where: { userId } });
    await noteAccess(act, user, "password", approval.approvedBy);
    return changeUser(act, user, {}, { credentials: "replaced", ...approval });
  });
}

/**
 * Removes another user's lost second factor and ends their sessions: they sign in with the password alone and set up
 * another. Users switch off their own with their password (lib/areas/account/two-factor.ts).
 * That of an admin or operator is taken away by two people (rules.md §16).
 * @throws AdminError second_person, forbidden, not_found, own_account
 */
export function resetTwoFactor(
  context: AdminContext,
  actor: AdminActor,
  { userId }: { userId: number },
): Promise<UserView> {
  return administerAgreed(context, actor, "user.reset_two_factor", async (act) => {
    const user = await lockUser(act, userId);
    if (userId === actor.userId) throw new AdminError("own_account");
    const { approvedBy } = user.twoFactorEnabled
      ? await requireSecondPerson(act, { kind: "reset_admin", act: "two_factor", user })
      : {};
    await act.tx.twoFactor.deleteMany({ where: { userId } });
    if (!user.twoFactorEnabled) return user;
    await act.tx.session.deleteMany({ where: { userId } });
    await noteAccess(act, user, "two_factor", approvedBy);
    return changeUser(act, user, { twoFactorEnabled: false }, { approvedBy });
  });
}

/**
 * Signs another person out everywhere, effective with their next request. One's own are ended on the account page.
 * @returns how many sessions there were
 * @throws AdminError forbidden, not_found, own_account
 */
export function endUserSessions(
  context: AdminContext,
  actor: AdminActor,
  { userId }: { userId: number },
): Promise<number> {
  return administer(context, actor, "user.end_sessions", async (act) => {
    const user = await lockUser(act, userId);
    if (userId === actor.userId) throw new AdminError("own_account");
    const { count } = await act.tx.session.deleteMany({ where: { userId } });
    if (count > 0)
      await act.record({
        subject: "user",
        subjectId: userId,
        merchantId: user.merchantId,
        before: { sessions: count },
        after: { sessions: 0 },
      });
    return count;
  });
}

interface EndStaffSessionsInput {
  merchantId: number;
  /** The session of whoever does it, which goes on; other sessions of theirs end as well. */
  keptSessionId: number;
}

/**
 * Signs everybody who works for a merchant out everywhere, effective with their next request: after a device was lost, say.
 * @returns how many sessions there were
 * @throws AdminError forbidden, not_found
 */
export function endStaffSessions(
  context: AdminContext,
  actor: AdminActor,
  { merchantId, keptSessionId }: EndStaffSessionsInput,
): Promise<number> {
  return administer(context, actor, "user.end_all_sessions", async (act) => {
    await lockMerchant(act, merchantId);
    const { count } = await act.tx.session.deleteMany({
      where: { user: { merchantId }, id: { not: keptSessionId } },
    });
    await act.record({
      subject: "merchant",
      subjectId: merchantId,
      merchantId,
      before: { sessions: count },
      after: { sessions: 0 },
    });
    return count;
  });
}

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
