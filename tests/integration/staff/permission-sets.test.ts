import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createBranch, exportBranches, listBranches } from "@/lib/areas/branches/branches";
import type { SetFields } from "@/lib/areas/staff/desk-schemas";
import { issueUserLink } from "@/lib/areas/staff/links";
import {
  createPermissionSet,
  deletePermissionSet,
  listPermissionSets,
  updatePermissionSet,
} from "@/lib/areas/staff/permission-sets";
import { createUser, updateUser } from "@/lib/areas/staff/users";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { RIGHTS, rightsOf } from "@/lib/portal/acts/administer";
import { ADMIN_ACTIONS, type AdminAction, isAdmin, isPermitted } from "@/lib/portal/acts/permissions";
import type { Role } from "@/lib/portal/acts/roles";
import { readSecondPersons } from "@/lib/portal/acts/second-persons";
import {
  audit,
  createWorld,
  hire,
  refusal,
  unique,
  uniqueMsisdn,
  type World,
} from "@/tests/support/admin-world";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.database.drop());
beforeEach(() => secondPersons(false));

const secondPersons = (isOn: boolean) =>
  world.database.prisma.programme.update({ where: { id: 1 }, data: { adminsNeedSecondPerson: isOn } });

const make = (fields: Partial<SetFields> = {}, by: AdminActor = world.ours.admin) =>
  createPermissionSet(world.context, by, {
    ...{ merchantId: world.ours.merchantId, name: unique("Set "), role: "cashier" },
    ...{ added: [], removed: [], ...fields },
  });

/** A person of the merchant with a set, as their next request has them. */
async function withSet(fields: Partial<SetFields> & { role: Role }): Promise<AdminActor> {
  const { merchantId, branchId, admin } = world.ours;
  const set = await make(fields);
  const branchIds = fields.role === "cashier" ? [branchId] : [];
  const hired = await hire(world.context, world.operator, fields.role, merchantId, branchIds);
  await give(hired.userId, set.id, admin);
  return now(hired.userId);
}

async function give(userId: number, setId: number | null, by: AdminActor): Promise<unknown> {
  const { version } = await world.database.prisma.user.findUniqueOrThrow({ where: { id: userId } });
  return updateUser(world.context, by, { userId, version, setId });
}

async function now(userId: number): Promise<AdminActor> {
  const user = await world.database.prisma.user.findUniqueOrThrow({
    where: { id: userId },
    select: { ...RIGHTS, merchantId: true },
  });
  const rights = rightsOf(user);
  if (rights === null) throw new Error("The user has no role.");
  return { ...rights, userId, merchantId: user.merchantId };
}

const forbidden = { code: "forbidden", params: {} };
const branch = () => ({
  ...{ merchantId: world.ours.merchantId, msisdn: uniqueMsisdn(), nameEn: "New", nameAr: "جديد" },
});

describe("a merchant's set of permissions", () => {
  test("lets its people do what it adds and not what it takes, and leaves the rest as the role has it", async () => {
    const lead = await withSet({ role: "supervisor", added: ["branch.export"], removed: ["wallet.update"] });
    for (const action of ADMIN_ACTIONS) {
      const expected = { "branch.export": true, "wallet.update": false }[action as string];
      const ofRole = isPermitted({ role: "supervisor" }, action);
      expect(isPermitted(lead, action), action).toBe(expected ?? ofRole);
    }
    expect(await exportBranches(world.context, lead, { ids: [world.ours.branchId] })).toHaveLength(1);
    expect(await refusal(() => createBranch(world.context, lead, branch()))).toEqual(forbidden);
  });

  test("is saved with the reads that the pages of its acts need, and one of before has them all the same", async () => {
    const reads: AdminAction[] = ["merchant.read", "branch.read", "programme.read", "deal.read"];
    const set = await make({ role: "marketing", added: ["branch.update"], removed: reads });
    expect(set).toMatchObject({ added: ["branch.update"], removed: [] });
    const maker = await withSet({ role: "marketing" });
    const data = { removed: reads };
    await world.database.prisma.permissionSet.updateMany({ where: { name: maker.set?.name ?? "" }, data });
    expect((await now(maker.userId)).set).toMatchObject(data);
    expect(await listBranches(world.context, await now(maker.userId))).not.toEqual([]);
  });

  test("adds nothing that is the programme's, whatever the database says", () => {
    const added: AdminAction[] = ["segment.update", "wallet.erase"];
    const rights = { role: "merchant_admin", set: { name: "", added, removed: [] } } as const;
    for (const action of added) expect(isPermitted(rights, action)).toBe(false);
  });

  test("holds at once for acts of people whose session read the set of before", async () => {
    const before = await withSet({ role: "supervisor", added: ["branch.create"] });
    await createBranch(world.context, before, branch());
    const [set] = await listPermissionSets(world.context, world.ours.admin, {}).then((sets) =>
      sets.filter(({ name }) => name === before.set?.name),
    );
    if (set === undefined) throw new Error("The set is not listed.");
    await updatePermissionSet(world.context, world.ours.admin, {
      ...{ setId: set.id, version: set.version, name: set.name, added: [], removed: [] },
    });
    expect(await refusal(() => createBranch(world.context, before, branch()))).toEqual(forbidden);
  });

  test("is named by the audit log where it is made and given, and is deleted only when nobody has it", async () => {
    const { admin, supervisor } = world.ours;
    const set = await make({ role: "supervisor", name: "Shift lead", removed: ["till.revoke"] });
    await give(supervisor.userId, set.id, admin);
    const rows = await audit(world);
    expect(rows.at(-2)).toMatchObject({
      action: "permission_set.create",
      after: { name: "Shift lead", role: "supervisor", removed: ["till.revoke"] },
    });
    expect(rows.at(-1)).toMatchObject({ action: "user.update", after: { permissions: "Shift lead" } });
    const remove = () => deletePermissionSet(world.context, admin, { setId: set.id });
    expect(await refusal(remove)).toEqual({ code: "set_in_use", params: { count: 1 } });
    await give(supervisor.userId, null, admin);
    await remove();
    expect((await audit(world)).at(-1)).toMatchObject({ action: "permission_set.delete" });
  });

  test("is of one merchant and one role: it is given to no other, and another role ends it", async () => {
    const { ours, theirs, context } = world;
    const set = await make({ role: "supervisor" });
    const invalid = { code: "invalid", params: { field: "setId" } };
    expect(await refusal(() => give(ours.cashier.userId, set.id, ours.admin))).toEqual(invalid);
    expect(await refusal(() => give(theirs.supervisor.userId, set.id, theirs.admin))).toEqual(invalid);
    const missing = { code: "not_found", params: { subject: "permission_set" } };
    expect(await refusal(() => deletePermissionSet(context, theirs.admin, { setId: set.id }))).toEqual(
      missing,
    );
    const { userId } = await withSet({ role: "supervisor" });
    const { version } = await world.database.prisma.user.findUniqueOrThrow({ where: { id: userId } });
    expect(await updateUser(context, ours.admin, { userId, version, role: "finance" })).toMatchObject({
      ...{ role: "finance", set: null },
    });
  });
});

describe("permissions are given by those only who have them", () => {
  const hired = (role: Role, setId?: number) => ({
    ...{ username: unique("person"), name: "Person", password: "a password of one's own", branchIds: [] },
    ...{ role, merchantId: world.ours.merchantId, setId },
  });

  test("an admin with a set puts nothing into sets, and gives nobody a role, that the set takes away", async () => {
    const { context, ours } = world;
    const lesser = await withSet({ role: "merchant_admin", removed: ["wallet.adjust"] });
    const before = (await audit(world)).length;
    const wide = await make({ role: "supervisor", added: ["wallet.adjust"] });
    const attempts = [
      () => make({ added: ["wallet.adjust"] }, lesser),
      () => make({ role: "merchant_admin" }, lesser),
      () => createUser(context, lesser, hired("merchant_admin")),
      () => createUser(context, lesser, hired("supervisor", wide.id)),
      () => give(ours.supervisor.userId, wide.id, lesser),
      () => issueUserLink(context, lesser, { userId: ours.admin.userId }),
      () =>
        updatePermissionSet(context, lesser, {
          ...{ setId: wide.id, version: wide.version, name: "Mine", added: [], removed: [] },
        }),
    ];
    for (const attempt of attempts) expect(await refusal(attempt), String(attempt)).toEqual(forbidden);
    expect(await audit(world)).toHaveLength(before + 1);
  });

  test("nobody changes their own set, and a merchant keeps an admin without one", async () => {
    const { context, ours } = world;
    const lesser = await withSet({ role: "merchant_admin", removed: ["wallet.adjust"] });
    const set = await world.database.prisma.permissionSet.findFirstOrThrow({
      where: { users: { some: { id: lesser.userId } } },
    });
    const own = { setId: set.id, version: set.version, name: set.name, added: [], removed: [] };
    expect(await refusal(() => updatePermissionSet(context, lesser, own))).toMatchObject({
      code: "own_role",
    });
    expect(await refusal(() => give(lesser.userId, null, lesser))).toMatchObject({ code: "own_role" });
    expect(await refusal(() => give(ours.admin.userId, set.id, world.operator))).toMatchObject({
      code: "last_admin",
    });
  });

  test("a set with an admin's permission takes a second person, given or widened while people have it", async () => {
    await secondPersons(true);
    const { context, ours } = world;
    const other = await hire(context, world.system, "merchant_admin", ours.merchantId, []);
    const plain = await make({ role: "supervisor", removed: ["till.revoke"] });
    const strong = await make({ role: "supervisor", added: ["wallet.adjust"] });
    expect(isAdmin({ role: "supervisor", set: strong })).toBe(true);
    await give(ours.supervisor.userId, plain.id, ours.admin);
    const asks = [
      () => give(ours.supervisor.userId, strong.id, ours.admin),
      () =>
        updatePermissionSet(context, ours.admin, {
          ...{ setId: plain.id, version: plain.version, name: plain.name },
          ...{ added: ["wallet.adjust"] as const, removed: [] },
        } as Parameters<typeof updatePermissionSet>[2]),
    ];
    for (const ask of asks) expect(await refusal(ask)).toMatchObject({ code: "second_person" });
    expect((await now(ours.supervisor.userId)).set).toMatchObject({ added: [], removed: ["till.revoke"] });
    const deciders = async () => {
      const asked = [{ merchantId: ours.merchantId, askedBy: ours.admin.userId }];
      const [people = []] = await readSecondPersons(
        ...([context.database, "wallet.approve_adjustment", asked, world.clock.now()] as const),
      );
      return people.map(({ id }) => id);
    };
    await secondPersons(false);
    world.clock.advance(25 * 3_600_000);
    expect(await deciders()).toContain(other.userId);
    const without = await make({ role: "merchant_admin", removed: ["wallet.approve_adjustment"] });
    await give(other.userId, without.id, ours.admin);
    world.clock.advance(25 * 3_600_000);
    expect(await deciders()).not.toContain(other.userId);
  });
});
