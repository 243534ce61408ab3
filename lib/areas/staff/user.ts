import type { Prisma } from "@/lib/platform/database/generated/client";
import { type GrantHow, noteGrant } from "@/lib/portal/acts/access-grants";
import { type Act, lockRow, RIGHTS, requireStanding } from "@/lib/portal/acts/administer";
import { AdminError } from "@/lib/portal/acts/errors";
import { hasAllOf, isAdmin, type PermissionSet, type Rights } from "@/lib/portal/acts/permissions";
import { recordActs } from "@/lib/portal/acts/record-acts";
import type { Role } from "@/lib/portal/acts/roles";
import { agree, type Weighed } from "@/lib/portal/acts/second-person";
import { hasOthers } from "@/lib/portal/acts/second-persons";
import { user } from "./record";

/** A portal user as admins see them, with the merchant's set of permissions; null for those of the role. */
export type UserView = ReturnType<typeof user.view> & { set: (PermissionSet & { id: number }) | null };

export const USER_PARTS = {
  permissionSet: { select: { ...RIGHTS.permissionSet.select, id: true } },
  userBranches: { select: { branchId: true }, orderBy: { branchId: "asc" } },
} as const satisfies Prisma.UserInclude;

type UserRow = Prisma.UserGetPayload<{ include: typeof USER_PARTS }>;

/** Every user row needs an address of its own; this domain, reserved for it, stands for "none". */
const NO_EMAIL_DOMAIN = "@users.invalid";

export function emailOrPlaceholder(email: string | null, username: string): string {
  return email?.toLowerCase() ?? `${username}${NO_EMAIL_DOMAIN}`;
}

/** User names are compared without case, as they are at the sign-in. */
export function normalizeUsername(username: string): string {
  return username.trim().toLowerCase();
}

export function userView(row: UserRow): UserView {
  return {
    ...user.view({
      ...row,
      username: row.username ?? "",
      email: row.email.endsWith(NO_EMAIL_DOMAIN) ? null : row.email,
      // The database refuses a portal user without one of the four.
      role: row.role as Role,
      setId: row.permissionSet?.id ?? null,
      branchIds: row.userBranches.map(({ branchId }) => branchId),
    }),
    set: row.permissionSet,
  };
}

const acts = recordActs<UserRow, UserView, Prisma.UserUncheckedUpdateInput>({
  subject: "user",
  table: ({ user: table }) => ({
    findUnique: ({ where }) => table.findUnique({ where: { ...where, kind: "portal" }, include: USER_PARTS }),
    create: (query) => table.create({ ...query, include: USER_PARTS }),
    update: (query) => table.update({ ...query, include: USER_PARTS }),
  }),
  record: { names: user.names, view: userView },
  merchantIdOf: ({ merchantId }) => merchantId,
  snapshot: ({ lastActiveAt, set, setId, ...audited }) => ({ ...audited, permissions: set?.name ?? null }),
  isRemembered: false,
});
/** Writes a change of a locked user. Branches are changed by the caller, before. */
export const changeUser = acts.change;
export const insertUser = acts.create;
export const requireOwnUser = acts.requireOwn;

/**
 * Lets one change at a time happen among the staff of a merchant, or among the operators: the last admin is found by
 * counting. Then looks at the actor again: another admin may just have taken their rights.
 * @throws AdminError forbidden
 */
export async function lockStaff({ tx, actor, action }: Act, merchantId: number | null): Promise<void> {
  if (merchantId === null) await lockRow(tx, "programme", 1);
  else await lockRow(tx, "merchant", merchantId);
  await requireStanding(tx, actor, action);
}

/**
 * Locks and reads a portal user of a merchant of the actor's, and with them the staff.
 * @throws AdminError not_found, forbidden
 */
export async function lockUser(act: Act, userId: number): Promise<UserView> {
  // Users never change merchants, so this may be read before the lock.
  const found = await act.tx.user.findUnique({ where: { id: userId }, select: { merchantId: true } });
  if (found !== null) await lockStaff(act, found.merchantId);
  return acts.lock(act, userId);
}

/**
 * Refuses an act that would leave the merchant, or the programme, without a person with all of an admin's permissions. Under {@link lockStaff}.
 * @throws AdminError last_admin
 */
export async function requireAnotherAdmin(
  { tx }: Act,
  { id, role, set, merchantId, isActive }: UserView,
): Promise<void> {
  const isAdmin = role === "merchant_admin" || role === "programme_operator";
  if (!isAdmin || set !== null || !isActive) return;
  const others = await tx.user.count({
    where: { id: { not: id }, kind: "portal", role, permissionSetId: null, merchantId, isActive: true },
  });
  if (others === 0) throw new AdminError("last_admin");
}

/** An act that makes an admin or operator, or replaces how one signs in. */
interface AdminAct {
  kind: "make_admin" | "reset_admin";
  /** The act's name in the list of requests. */
  act: "invite" | "create" | "role" | "reactivate" | "link" | "password" | "two_factor" | "email" | "set";
  user: Rights & { id?: number; username: string; name: string; merchantId: number | null };
  /** Further content to which the approval is bound. */
  content?: readonly unknown[];
  settingUp?: Weighed["settingUp"];
  takesBackOf?: Weighed["takesBackOf"];
}

/**
 * Has a second person approve what makes or resets an admin or operator, and refuses an actor who may less than the user. Returns what the audit row says of it: who approved; null for
 * nobody. To be asked for everybody else as well: for them nobody has to agree.
 * Under the user's lock, in `administerAgreed`.
 * @throws AdminError forbidden
 */
export async function requireSecondPerson(
  act: Act,
  { kind, act: what, user, content = [], settingUp, takesBackOf }: AdminAct,
): Promise<{ approvedBy?: number | null }> {
  const { id: userId, username, name, role, set, merchantId } = user;
  requireNoMore(act, user);
  const isGrave = isAdmin(user);
  const approvedBy = await agree(act, {
    kind,
    points: isGrave ? Number.POSITIVE_INFINITY : 0,
    merchantId,
    userId,
    settingUp,
    takesBackOf,
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

/**
 * Notes that the actor, and whoever approved it, gave a person access (rules.md §16). Where nobody else could agree to the person, the actor
 * has agreed by doing it.
 */
export async function noteAccess(
  { tx, actor, now: at }: Act,
  { id: userId, merchantId }: Pick<UserView, "id" | "merchantId">,
  how: GrantHow,
  approvedBy?: number | null,
): Promise<void> {
  await noteGrant(tx, { userId, grantedBy: actor.userId, how, at });
  const asked = { merchantId, askedBy: actor.userId, about: userId, now: at };
  const isAlone = approvedBy == null && !(await hasOthers(tx, "wallet.approve_adjustment", asked));
  const agreed = isAlone ? actor.userId : approvedBy;
  if (agreed != null) await noteGrant(tx, { userId, grantedBy: agreed, how: "approved", at });
}
