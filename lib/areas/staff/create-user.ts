import { lockActiveMerchant } from "@/lib/areas/merchants/merchants";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { isOwnMerchant } from "@/lib/portal/acts/actor";
import { type Act, administer } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { withSecondPerson } from "@/lib/portal/acts/second-person";
import { noteAccess, requireSecondPerson } from "./admin-guard";
import type { CreateUserInput, UserFields } from "./record";
import { hashNewPassword, requireGoodPassword, storePassword } from "./store-password";
import { assignedBranches, requireRoleFits, requireSet } from "./user-assignment";
import { emailOrPlaceholder, insertUser, lockStaff, normalizeUsername, type UserView } from "./user-view";

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
  });
  const made = await insertUser(
    act,
    {
      kind: "portal",
      username,
      displayUsername: input.username.trim(),
      name: input.name,
      email: emailOrPlaceholder(input.email ?? null, username),
      role: input.role,
      permissionSetId: setId,
      merchantId: input.merchantId,
      userBranches: { create: branches.map((branchId) => ({ branchId })) },
    },
    { approvedBy },
  );
  await noteAccess(act, made.id, "rights", approvedBy);
  return made;
}

async function requireEmployer(act: Act, merchantId: number | null): Promise<void> {
  if (merchantId !== null) await lockActiveMerchant(act, merchantId);
  else if (!isOwnMerchant(act.actor, null)) throw new AdminError("forbidden");
  await lockStaff(act, merchantId);
}
