import type { Prisma } from "@/lib/platform/database/generated/client";
import { type AdminActor, isOwnMerchant } from "@/lib/portal/acts/actor";
import { type Act, lockRow, RIGHTS, requireStanding } from "@/lib/portal/acts/administer";
import { AdminError } from "@/lib/portal/acts/errors";
import type { PermissionSet } from "@/lib/portal/acts/permissions";
import type { Role } from "@/lib/portal/acts/roles";

/** A portal user as admins see them. */
export interface UserView {
  id: number;
  username: string;
  name: string;
  /** Null where none is known. */
  email: string | null;
  role: Role;
  /** The merchant's set of permissions that they have; null for those of the role. */
  set: (PermissionSet & { id: number }) | null;
  /** Null for the programme's operators. */
  merchantId: number | null;
  /** A cashier's branches; the others have all of their merchant's. */
  branchIds: number[];
  isActive: boolean;
  twoFactorEnabled: boolean;
  lastActiveAt: Date | null;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

export const USER_PARTS = {
  permissionSet: { select: { ...RIGHTS.permissionSet.select, id: true } },
  userBranches: { select: { branchId: true }, orderBy: { branchId: "asc" } },
} as const satisfies Prisma.UserInclude;

export type UserRow = Prisma.UserGetPayload<{ include: typeof USER_PARTS }>;

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
    id: row.id,
    username: row.username ?? "",
    name: row.name,
    email: row.email.endsWith(NO_EMAIL_DOMAIN) ? null : row.email,
    // The database refuses a portal user without one of the four.
    role: row.role as Role,
    set: row.permissionSet,
    merchantId: row.merchantId,
    branchIds: row.userBranches.map(({ branchId }) => branchId),
    isActive: row.isActive,
    twoFactorEnabled: row.twoFactorEnabled,
    lastActiveAt: row.lastActiveAt,
    version: row.version,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** The audit log's copy of a user. */
export function userSnapshot({ lastActiveAt, set, ...user }: UserView): Record<string, unknown> {
  return { ...user, permissions: set?.name ?? null };
}

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
  const { tx, actor } = act;
  // Users never change merchants, so this may be read before the lock.
  const found = await tx.user.findUnique({ where: { id: userId }, select: { merchantId: true } });
  if (found !== null) await lockStaff(act, found.merchantId);
  await lockRow(tx, "user", userId);
  return requireOwnUser(await tx.user.findUnique({ where: { id: userId }, include: USER_PARTS }), actor);
}

/** @throws AdminError not_found for none, for a technical user, and for one of a foreign merchant */
export function requireOwnUser(row: UserRow | null, actor: AdminActor): UserView {
  if (row === null || row.kind !== "portal" || !isOwnMerchant(actor, row.merchantId)) {
    throw new AdminError("not_found", { subject: "user" });
  }
  return userView(row);
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
