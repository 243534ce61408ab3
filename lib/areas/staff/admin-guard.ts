import { type GrantHow, noteGrant } from "@/lib/portal/acts/access-grants";
import type { Act } from "@/lib/portal/acts/administer";
import { isAdminRole, type Role } from "@/lib/portal/acts/roles";
import { agree } from "@/lib/portal/acts/second-person";

/** An act that makes an admin or operator, or replaces how one signs in. */
export interface AdminAct {
  kind: "make_admin" | "reset_admin";
  /** The act's name in the list of requests. */
  act: "invite" | "create" | "role" | "reactivate" | "link" | "password" | "two_factor" | "email";
  user: { id?: number; username: string; name: string; role: Role; merchantId: number | null };
  /** Further content to which the approval is bound. */
  content?: readonly unknown[];
}

/**
 * Has a second person approve what makes or resets an admin or operator. Returns what the audit row says of it: who approved; null for
 * nobody. To be asked for everybody else as well: for them nobody has to agree.
 * Under the user's lock. Thrown through {@link withSecondPerson}.
 */
export async function requireSecondPerson(
  act: Act,
  { kind, act: what, user, content = [] }: AdminAct,
): Promise<{ approvedBy?: number | null }> {
  const { id: userId, username, name, role, merchantId } = user;
  const isAdmin = isAdminRole(role);
  const approvedBy = await agree(act, {
    kind,
    points: isAdmin ? Number.POSITIVE_INFINITY : 0,
    merchantId,
    userId,
    content: [what, username, role, merchantId, ...content],
    summary: { act: what, username, name, role },
  });
  return isAdmin ? { approvedBy } : {};
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
