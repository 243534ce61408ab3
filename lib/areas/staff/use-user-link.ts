import { endWaysIn } from "@/lib/areas/approvals/staff-pin";
import { noteGrant } from "@/lib/portal/acts/access-grants";
import type { AdminContext } from "@/lib/portal/acts/context";
import { actOnOwnAccount } from "@/lib/portal/session/own-account";
import { hashNewPassword, requireGoodPassword, storePassword } from "./store-password";
import { findLinkHolder, type LinkHolder } from "./user-link";

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
    const { createdBy, approvedBy } = result;
    await noteGrant(tx, { userId, grantedBy: createdBy, how: "link_shown", at: now });
    if (approvedBy !== null) await noteGrant(tx, { userId, grantedBy: approvedBy, how: "approved", at: now });
    return { result, after: { credentials: "chosen", linkShownTo: createdBy } };
  });
}
