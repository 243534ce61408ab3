import { lockActiveMerchant } from "@/lib/areas/merchants/merchants";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { isOwnMerchant } from "@/lib/portal/acts/actor";
import { type Act, administer } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import type { Role } from "@/lib/portal/acts/roles";
import { withSecondPerson } from "@/lib/portal/acts/second-person";
import { noteAccess, requireSecondPerson } from "./admin-guard";
import { hashNewPassword, requireGoodPassword, storePassword } from "./store-password";
import { assignedBranches, requireRoleFits, requireSet } from "./user-assignment";
import {
  emailOrPlaceholder,
  lockStaff,
  normalizeUsername,
  USER_PARTS,
  type UserView,
  userSnapshot,
  userView,
} from "./user-view";

export interface CreateUserInput {
  /** Compared without case; shown as typed. */
  username: string;
  name: string;
  email?: string | null | undefined;
  role: Role;
  /** A set of the merchant's that begins with the role; null or absent for all that the role may do. */
  setId?: number | null | undefined;
  /** Null for programme operators only. */
  merchantId: number | null;
  /** A cashier's branches, at least one; nothing for the other roles. */
  branchIds?: readonly number[] | undefined;
  password: string;
}

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
  return withSecondPerson(context, actor, "user.create", () =>
    administer(context, actor, "user.create", async (act) => {
      const user = await addUser(act, input, "create");
      await storePassword(act.tx, { userId: user.id, hash, now: act.now });
      return user;
    }),
  );
}

/**
 * Adds a user who has no password yet, with the audit row of the act.
 * @throws AdminError forbidden, not_found (the merchant), inactive (the merchant), taken, invalid
 */
export async function addUser(
  act: Act,
  { branchIds = [], setId = null, ...input }: Omit<CreateUserInput, "password">,
  how: "create" | "invite",
): Promise<UserView> {
  const { tx, now, record } = act;
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
  });
  const row = await tx.user.create({
    data: {
      kind: "portal",
      username,
      displayUsername: input.username.trim(),
      name: input.name,
      email: emailOrPlaceholder(input.email ?? null, username),
      role: input.role,
      permissionSetId: setId,
      merchantId: input.merchantId,
      createdAt: now,
      updatedAt: now,
      userBranches: { create: branches.map((branchId) => ({ branchId })) },
    },
    include: USER_PARTS,
  });
  const user = userView(row);
  const { id: subjectId, merchantId } = user;
  await noteAccess(act, user.id, "rights", approvedBy);
  const after = { ...userSnapshot(user), ...(approvedBy !== undefined && { approvedBy }) };
  await record({ subject: "user", subjectId, merchantId, before: null, after });
  return user;
}

async function requireEmployer(act: Act, merchantId: number | null): Promise<void> {
  if (merchantId !== null) await lockActiveMerchant(act, merchantId);
  else if (!isOwnMerchant(act.actor, null)) throw new AdminError("forbidden");
  await lockStaff(act, merchantId);
}
