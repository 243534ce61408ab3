import { endWaysIn } from "@/lib/areas/approvals/staff-pin";
import { requireBranchesOf } from "@/lib/areas/branches/branches";
import { lockActiveMerchant } from "@/lib/areas/merchants/merchants";
import { type AdminActor, isOwnMerchant } from "@/lib/portal/acts/actor";
import {
  type Act,
  administer,
  lockRow,
  noteWeighed,
  requireVersion,
  type Transaction,
} from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { hasAllOf, isAdmin, type PermissionSet, type Rights } from "@/lib/portal/acts/permissions";
import type { Role } from "@/lib/portal/acts/roles";
import { administerAgreed } from "@/lib/portal/acts/second-person";
import { beginSettingUp } from "@/lib/portal/acts/setting-up";
import { SSO_PROVIDER } from "@/lib/portal/session/portal-auth";
import { type IssuedLink, issueLink } from "./links";
import type { CreateUserInput, UpdateUserInput, UserFields } from "./record";
import { hashNewPassword, requireGoodPassword, storePassword } from "./sign-in";
import {
  changeUser,
  emailOrPlaceholder,
  insertUser,
  lockStaff,
  lockUser,
  normalizeUsername,
  noteAccess,
  requireAnotherAdmin,
  requireNoMore,
  requireSecondPerson,
  USER_PARTS,
  type UserView,
} from "./user";

/**
 * Lets a person into the portal. A merchant's admins create their own staff, admins included; operators create everybody.
 * An admin or operator is made by two people (rules.md §16).
 * @throws AdminError second_person, forbidden, not_found (the merchant), inactive (the merchant), taken, invalid
 */
export async function createUser(
  context: AdminContext,
  actor: AdminActor,
  { password, ...input }: CreateUserInput,
): Promise<UserView> {
  await requireGoodPassword(password, normalizeUsername(input.username));
  const hash = await hashNewPassword(password);
  return administerAgreed(context, actor, "user.create", async (act) => {
    const user = await addUser(act, input, "create");
    await storePassword(act.tx, { userId: user.id, hash, now: act.now });
    return user;
  });
}

/**
 * Adds a user who has no password yet, with the audit row of the act.
 * @throws AdminError forbidden, not_found (the merchant), inactive (the merchant), taken, invalid
 */
async function addUser(
  act: Act,
  { branchIds = [], setId = null, ...input }: UserFields,
  how: "create" | "invite",
): Promise<UserView> {
  const { tx } = act;
  const username = normalizeUsername(input.username);
  requireRoleFits(input.role, input.merchantId);
  await requireEmployer(act, input.merchantId);
  const set = await requireSet(tx, { ...input, setId });
  const branches = await assignedBranches(tx, { ...input, branchIds });
  // The database would name the email address first, which is derived from the user name when none is given.
  if ((await tx.user.count({ where: { username } })) > 0)
    throw new AdminError("taken", { field: "username" });
  const { approvedBy } = await requireSecondPerson(act, {
    kind: "make_admin",
    act: how,
    user: { ...input, set, username },
    content: [input.email?.toLowerCase() ?? null],
    settingUp: set === null ? "person" : undefined,
  });
  const made = await insertUser(
    act,
    {
      kind: "portal",
      username,
      displayUsername: input.username.trim(),
      name: input.name,
      nameAr: input.nameAr ?? null,
      email: emailOrPlaceholder(input.email ?? null, username),
      role: input.role,
      permissionSetId: setId,
      merchantId: input.merchantId,
      userBranches: { create: branches.map((branchId) => ({ branchId })) },
    },
    { approvedBy },
  );
  await noteAccess(act, made, "rights", approvedBy);
  await beginSettingUp(act, made);
  return made;
}

async function requireEmployer(act: Act, merchantId: number | null): Promise<void> {
  if (merchantId !== null) await lockActiveMerchant(act, merchantId);
  else if (!isOwnMerchant(act.actor, null)) throw new AdminError("forbidden");
  await lockStaff(act, merchantId);
}

/**
 * Invites a user, who chooses a password by a link that is shown once and valid for a week. A merchant's admins invite
 * their own staff, admins included; operators invite everybody. An admin or operator is made by two people (rules.md §16).
 * @throws AdminError second_person, forbidden, not_found (the merchant), inactive (the merchant), taken, invalid
 */
export function inviteUser(
  context: AdminContext,
  actor: AdminActor,
  input: UserFields,
): Promise<{ user: UserView; link: IssuedLink }> {
  return administerAgreed(context, actor, "user.invite", async (act) => {
    const user = await addUser(act, input, "invite");
    return { user, link: await issueLink(act, { user, purpose: "invite" }) };
  });
}

/**
 * Changes a portal user. Absent fields stay as they are; another role ends a set of permissions. Effective with their next request. Nobody changes their own role, and a merchant always keeps an
 * active admin. An admin or operator is made, and gets another address, by two people (rules.md §16).
 * @throws AdminError second_person, forbidden, not_found, conflict, own_role, last_admin, taken, invalid
 */
export function updateUser(
  context: AdminContext,
  actor: AdminActor,
  { userId, version, name, nameAr, email, role, setId, branchIds }: UpdateUserInput,
): Promise<UserView> {
  return administerAgreed(context, actor, "user.update", async (act) => {
    const user = await lockUser(act, userId);
    requireVersion("user", user.version, version);
    const set = await setAfter(act, user, { role, setId });
    const approval = await requireChange(act, user, { email, role, set });
    const assigned = await assignedBranches(act.tx, {
      role: role ?? user.role,
      merchantId: user.merchantId,
      branchIds: branchIds ?? user.branchIds,
    });
    await act.tx.userBranch.deleteMany({ where: { userId } });
    await act.tx.userBranch.createMany({ data: assigned.map((branchId) => ({ userId, branchId })) });
    return changeUser(
      act,
      user,
      {
        ...(name !== undefined && { name }),
        ...(nameAr !== undefined && { nameAr }),
        ...(email !== undefined && { email: emailOrPlaceholder(email, user.username) }),
        ...(role !== undefined && { role }),
        permissionSetId: set?.id ?? null,
      },
      approval,
    );
  });
}

/** A set begins with one role, so that another role ends it. */
function setAfter(
  { tx }: Act,
  user: UserView,
  { role = user.role, setId }: Pick<UpdateUserInput, "role" | "setId">,
): Promise<UserView["set"]> {
  const kept = role === user.role ? (user.set?.id ?? null) : null;
  return requireSet(tx, { role, merchantId: user.merchantId, setId: setId === undefined ? kept : setId });
}

/** Rights of an admin, and the address that their links go to, are given by two people. */
async function requireChange(
  act: Act,
  user: UserView,
  { email, role = user.role, set }: Pick<UpdateUserInput, "email" | "role"> & Pick<UserView, "set">,
): Promise<{ approvedBy?: number | null }> {
  const isNewRole = role !== user.role || set?.id !== user.set?.id;
  if (isNewRole) {
    await requireRoleChange(act, user, { role, set });
    await endWaysIn(act.tx, user.id);
  }
  const isNewAdmin = isNewRole && isAdmin({ role, set });
  const isNewAddress = email !== undefined && (email?.toLowerCase() ?? null) !== user.email;
  const gains = isNewRole && !hasAllOf(user, { role, set });
  if (user.id === act.actor.userId || !(isNewAdmin || isNewAddress)) {
    if (gains) await noteAccess(act, user, "rights");
    noteWeighed(act);
    return {};
  }
  const approval = await requireSecondPerson(act, {
    kind: isNewAdmin ? "make_admin" : "reset_admin",
    act: isNewAdmin ? "role" : "email",
    user: { ...user, role, set },
    content: isNewAddress ? [email?.toLowerCase() ?? null] : [],
  });
  if (gains) await noteAccess(act, user, "rights", approval.approvedBy);
  return approval;
}

async function requireRoleChange(act: Act, user: UserView, rights: Required<Rights>): Promise<void> {
  if (user.id === act.actor.userId) throw new AdminError("own_role");
  requireRoleFits(rights.role, user.merchantId);
  requireNoMore(act, user);
  requireNoMore(act, rights);
  await requireAnotherAdmin(act, user);
}

/**
 * Takes a person's access away and ends all their sessions and links, effective with their next request. Their records stay theirs. One who
 * is deactivated already stays as they are.
 * @throws AdminError forbidden, not_found, own_account, last_admin
 */
export function deactivateUser(
  context: AdminContext,
  actor: AdminActor,
  { userId }: { userId: number },
): Promise<UserView> {
  return administer(context, actor, "user.deactivate", async (act) => {
    const user = await lockUser(act, userId);
    if (userId === actor.userId) throw new AdminError("own_account");
    if (!user.isActive) return user;
    await requireAnotherAdmin(act, user);
    return endAccess(act, user);
  });
}

/** Takes the access of a locked user away, with all their sessions and links, their PIN, and whom the sign-in service knew them as. */
export async function endAccess(act: Act, user: UserView): Promise<UserView> {
  await act.tx.session.deleteMany({ where: { userId: user.id } });
  await act.tx.userLink.deleteMany({ where: { userId: user.id } });
  await endWaysIn(act.tx, user.id, { passkeys: true });
  await act.tx.account.deleteMany({ where: { userId: user.id, providerId: SSO_PROVIDER } });
  return changeUser(act, user, { isActive: false });
}

/** Days in which whoever took a person's access away is not the only one to decide about the return. */
const RETURN_DAYS = 7;

async function recentDeactivator({ tx, now }: Act, userId: number): Promise<number | null> {
  const last = await tx.auditLog.findFirst({
    where: { action: "user.deactivate", subjectType: "user", subjectId: String(userId) },
    orderBy: { id: "desc" },
    select: { userId: true, createdAt: true },
  });
  const isRecent =
    last !== null && now.getTime() - last.createdAt.getTime() < RETURN_DAYS * 24 * 60 * 60 * 1000;
  return isRecent ? last.userId : null;
}

/**
 * Gives a deactivated user access again, with the old password. An admin or operator is let in by two people (rules.md §16).
 * @throws AdminError second_person, forbidden, not_found
 */
export function reactivateUser(
  context: AdminContext,
  actor: AdminActor,
  { userId }: { userId: number },
): Promise<UserView> {
  return administerAgreed(context, actor, "user.reactivate", async (act) => {
    const user = await lockUser(act, userId);
    if (user.isActive) return user;
    const takesBackOf = await recentDeactivator(act, userId);
    const approval = await requireSecondPerson(act, {
      ...{ kind: "make_admin", act: "reactivate", user },
      takesBackOf,
    });
    await noteAccess(act, user, "rights", approval.approvedBy);
    return changeUser(act, user, { isActive: true }, { ...approval });
  });
}

/**
 * The branches that a user of this role is to be bound to: a cashier needs one or more, the others have all of their
 * merchant's and are bound to none.
 * @throws AdminError invalid
 */
async function assignedBranches(
  tx: Transaction,
  { role, merchantId, branchIds }: { role: Role; merchantId: number | null; branchIds: readonly number[] },
): Promise<number[]> {
  if (role !== "cashier" || merchantId === null) return [];
  if (branchIds.length === 0) throw new AdminError("invalid", { field: "branchIds", isMissing: true });
  return requireBranchesOf(tx, merchantId, branchIds);
}

/**
 * The set that a user of this role and merchant is to have, locked until the transaction ends; null for none.
 * @throws AdminError invalid
 */
async function requireSet(
  tx: Transaction,
  { role, merchantId, setId }: { role: Role; merchantId: number | null; setId: number | null },
): Promise<(PermissionSet & { id: number }) | null> {
  if (setId === null) return null;
  await lockRow(tx, "permission_set", setId);
  const set = await tx.permissionSet.findFirst({
    where: { id: setId, role, merchantId: merchantId ?? -1 },
    select: USER_PARTS.permissionSet.select,
  });
  if (set === null) throw new AdminError("invalid", { field: "setId" });
  return set;
}

/**
 * Operators belong to the programme, everybody else to a merchant.
 * @throws AdminError invalid
 */
function requireRoleFits(role: Role, merchantId: number | null): void {
  if ((role === "programme_operator") !== (merchantId === null))
    throw new AdminError("invalid", { field: "role" });
}
