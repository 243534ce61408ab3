import { createHash, randomBytes } from "node:crypto";
import { endWaysIn } from "@/lib/areas/approvals/staff-pin";
import type { Bilingual } from "@/lib/platform/language";
import { merchantEnded } from "@/lib/portal/acts/access-ended";
import { noteGrant } from "@/lib/portal/acts/access-grants";
import type { AdminActor } from "@/lib/portal/acts/actor";
import type { Act, Transaction } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { personName } from "@/lib/portal/acts/person";
import { administerAgreed } from "@/lib/portal/acts/second-person";
import { isProved } from "@/lib/portal/security-log/proved";
import { actOnOwnAccount } from "@/lib/portal/session/own-account";
import { hashNewPassword, PASSWORD_PROVIDER, requireGoodPassword, storePassword } from "./sign-in";
import { changeUser, lockUser, noteAccess, requireSecondPerson, type UserView } from "./user";

/**
 * Issues a link with which another user chooses a new password; it replaces any earlier link. The present password
 * stops working and sessions end at once, so it helps against a stolen password too. A user without a password is
 * invited again. An admin or operator is reset by two people (rules.md §16).
 * @throws AdminError second_person, forbidden, not_found, own_account, inactive
 */
export function issueUserLink(
  context: AdminContext,
  actor: AdminActor,
  { userId }: { userId: number },
): Promise<{ user: UserView; link: IssuedLink }> {
  return administerAgreed(context, actor, "user.issue_link", async (act) => {
    const user = await lockUser(act, userId);
    if (userId === actor.userId) throw new AdminError("own_account");
    if (!user.isActive) throw new AdminError("inactive", { subject: "user" });
    const isInvited = (await act.tx.account.count({ where: { userId } })) === 0;
    const { approvedBy } = await requireSecondPerson(act, {
      ...{ kind: "reset_admin", act: "link", user },
      settingUp: isInvited ? "act" : undefined,
    });
    const { count } = await act.tx.account.deleteMany({ where: { userId, providerId: PASSWORD_PROVIDER } });
    const had = await act.tx.userLink.findUnique({ where: { userId }, select: { purpose: true } });
    const isNew = count === 0 && had?.purpose !== "reset";
    await act.tx.session.deleteMany({ where: { userId } });
    await endWaysIn(act.tx, userId);
    const link = await issueLink(act, { user, purpose: isNew ? "invite" : "reset", approvedBy });
    const changed = await changeUser(
      act,
      user,
      {},
      {
        link: link.purpose,
        linkExpiresAt: link.expiresAt,
        linkShownTo: actor.userId,
        approvedBy,
      },
    );
    return { user: changed, link };
  });
}

/** The user of a link, for the page that it opens. */
export function readUserLink({ database, clock }: AdminContext, token: string): Promise<LinkHolder> {
  return findLinkHolder(database, token, clock.now());
}

/**
 * Sets the password of a link's user. The link is used up; of two uses at once one succeeds. Existing sessions end. A
 * second factor stays as it is.
 * @throws AdminError link_expired, invalid
 */
export async function choosePasswordByLink(
  context: AdminContext,
  { token, password, ...from }: { token: string; password: string; ipAddress: string; requestId: string },
): Promise<LinkHolder> {
  const holder = await readUserLink(context, token);
  const { userId, merchantId } = holder;
  await requireGoodPassword(password, holder.username);
  const hash = await hashNewPassword(password);
  const action = holder.purpose === "invite" ? "account.accept_invite" : "account.use_reset_link";
  return actOnOwnAccount(context, { userId, merchantId, ...from }, action, async (tx, now) => {
    // Under the lock: the link may have been used or replaced since.
    const result = await findLinkHolder(tx, token, now);
    await tx.userLink.delete({ where: { userId } });
    await tx.session.deleteMany({ where: { userId } });
    await endWaysIn(tx, userId);
    await storePassword(tx, { userId, hash, now });
    // The day in which they approve nothing of whoever made the link begins when it is used.
    const { createdBy } = result;
    const agreed = { userId, how: "approved", at: { gte: result.createdAt } };
    const approval = await tx.accessGrant.findFirst({ where: agreed, orderBy: { id: "desc" } });
    await noteGrant(tx, { userId, grantedBy: createdBy, how: "link_shown", at: now });
    if (approval !== null)
      await noteGrant(tx, { userId, grantedBy: approval.grantedBy, how: "approved", at: now });
    return { result, after: { credentials: "chosen", linkShownTo: createdBy } };
  });
}

/** Purpose of a link: the first password, or a new one. */
export type LinkPurpose = "invite" | "reset";

/** A link as it is handed over, once: the database keeps only a hash of its token. */
export interface IssuedLink {
  purpose: LinkPurpose;
  token: string;
  expiresAt: Date;
}

const HOUR_MS = 60 * 60 * 1000;
/** New users may read their messages days later; users without access are waiting. */
const LIFETIME_MS: Record<LinkPurpose, number> = { invite: 7 * 24 * HOUR_MS, reset: 24 * HOUR_MS };
/** 256 bits: nobody guesses one, so guesses need not be counted. */
const TOKEN_BYTES = 32;

/** Gives a user a link, in place of any they had. Under the user's lock. */
export async function issueLink(
  act: Act,
  {
    user,
    purpose,
    approvedBy = null,
  }: {
    user: Pick<UserView, "id" | "email" | "name" | "merchantId">;
    purpose: LinkPurpose;
    approvedBy?: number | null | undefined;
  },
): Promise<IssuedLink> {
  const { tx, now, actor } = act;
  const { id: userId } = user;
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const expiresAt = new Date(now.getTime() + LIFETIME_MS[purpose]);
  const made = { createdBy: actor.userId, approvedBy, createdAt: now };
  const link = { purpose, tokenHash: hashToken(token), expiresAt, ...made };
  await tx.userLink.upsert({ where: { userId }, create: { userId, ...link }, update: link });
  // The maker of a link sees it, and could use it.
  await noteAccess(act, user, "link_shown", approvedBy);
  return { purpose, token, expiresAt };
}

/** The user of a link. */
interface LinkHolder {
  userId: number;
  /** The person who made the link and saw it. */
  createdBy: number;
  createdAt: Date;
  purpose: LinkPurpose;
  name: string;
  /** The name in both languages: whoever opens a link chooses the language there. */
  names: Bilingual;
  username: string;
  role: string;
  merchantId: number | null;
  merchant: { nameEn: string; nameAr: string } | null;
}

/** The user of the token, if it is valid and the user has access. @throws AdminError link_expired, merchant_ended */
async function findLinkHolder(
  database: Pick<Transaction, "userLink" | "merchant" | "programme" | "user" | "$queryRawUnsafe">,
  token: string,
  now: Date,
): Promise<LinkHolder> {
  const link = await database.userLink.findUnique({
    where: { tokenHash: hashToken(token) },
    include: {
      user: { include: { merchant: { select: { nameEn: true, nameAr: true, isActive: true } } } },
    },
  });
  const { user } = link ?? {};
  const isWelcome = user?.isActive === true && user.kind === "portal";
  if (!link || !user || !isWelcome || link.expiresAt <= now) throw new AdminError("link_expired");
  if (user.merchantId !== null && user.merchant?.isActive === false)
    throw await merchantEnded(database, user.merchantId);
  const { id: userId, username, role, merchantId, merchant } = user;
  const made = [
    ["user_link", userId],
    ["app_user", userId],
  ] as const;
  if (!(await isProved(database, made))) throw new AdminError("link_expired");
  return {
    userId,
    createdBy: link.createdBy,
    createdAt: link.createdAt,
    // A CHECK constraint of the table.
    purpose: link.purpose as LinkPurpose,
    name: personName(user),
    names: { en: personName(user, "en"), ar: personName(user, "ar") },
    username: username ?? "",
    role: role ?? "",
    merchantId,
    merchant: merchant && { nameEn: merchant.nameEn, nameAr: merchant.nameAr },
  };
}

function hashToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(token).digest());
}
