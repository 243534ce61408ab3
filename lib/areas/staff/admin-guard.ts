import { type GrantHow, noteGrant } from "@/lib/portal/acts/access-grants";
import type { Act } from "@/lib/portal/acts/administer";
import { AdminError } from "@/lib/portal/acts/errors";
import { hasAllOf, isAdmin, type Rights } from "@/lib/portal/acts/permissions";
import { agree } from "@/lib/portal/acts/second-person";

/** An act that makes an admin or operator, or replaces how one signs in. */
export interface AdminAct {
  kind: "make_admin" | "reset_admin";
  /** The act's name in the list of requests. */
  act: "invite" | "create" | "role" | "reactivate" | "link" | "password" | "two_factor" | "email" | "set";
  user: Rights & { id?: number; username: string; name: string; merchantId: number | null };
  /** Further content to which the approval is bound. */
  content?: readonly unknown[];
}

/**
 * Has a second person approve what makes or resets an admin or operator, and refuses an actor who may less than the user. Returns what the audit row says of it: who approved; null for
 * nobody. To be asked for everybody else as well: for them nobody has to agree.
 * Under the user's lock. Thrown through {@link withSecondPerson}.
 * @throws AdminError forbidden
 */
export async function requireSecondPerson(
  act: Act,
  { kind, act: what, user, content = [] }: AdminAct,
): Promise<{ approvedBy?: number | null }> {
  const { id: userId, username, name, role, set, merchantId } = user;
  requireNoMore(act, user);
  const isGrave = isAdmin(user);
  const approvedBy = await agree(act, {
    kind,
    points: isGrave ? Number.POSITIVE_INFINITY : 0,
    merchantId,
    userId,
    content: [what, username, role, merchantId, ...content, ...(set ? [set] : [])],
    summary: { act: what, username, name, role, ...(set && { permissions: set.name }) },
  });
  return isGrave ? { approvedBy } : {};
}

/**
 * Nobody gives permissions that they lack, or the way in of a person who has them.
 * @throws AdminError forbidden
 */
export function requireNoMore({ actor }: Pick<Act, "actor">, given: Rights): void {
  if (!hasAllOf(actor, given)) throw new AdminError("forbidden");
}

/** Notes that the actor, and whoever approved it, gave a person access: neither is approved by them for a day. */
export async function noteAccess(
  { tx, actor, now: at }: Act,
  userId: number,
  how: GrantHow,
  approvedBy?: number | null,
): Promise<void> {
  await noteGrant(tx, { userId, grantedBy: actor.userId, how, at });
  if (approvedBy != null) await noteGrant(tx, { userId, grantedBy: approvedBy, how: "approved", at });
}
