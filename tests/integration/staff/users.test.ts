import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requestAdjustment } from "@/lib/areas/adjustments/adjust-points";
import { approveAdjustment } from "@/lib/areas/adjustments/decide-adjustment";
import { listAdjustments } from "@/lib/areas/adjustments/list-adjustments";
import { hasStaffPin, setStaffPin } from "@/lib/areas/approvals/staff-pin";
import { createMerchant, deactivateMerchant, reactivateMerchant } from "@/lib/areas/merchants/merchants";
import { choosePasswordByLink, issueUserLink } from "@/lib/areas/staff/links";
import { listUsers } from "@/lib/areas/staff/read";
import { resetTwoFactor, setPassword } from "@/lib/areas/staff/sign-in";
import { createUser, deactivateUser, inviteUser, reactivateUser, updateUser } from "@/lib/areas/staff/users";
import { enrolWallet } from "@/lib/areas/wallets/enrol-wallet";
import { viewWallet } from "@/lib/areas/wallets/read";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { signIn } from "@/lib/portal/session/sessions";
import {
  audit,
  createWorld,
  hire,
  NOW,
  refusal,
  unique,
  uniqueMsisdn,
  type World,
} from "@/tests/support/admin-world";

const PASSWORD = "a long enough one";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.database.drop());

const create = (by: AdminActor, input: Partial<Parameters<typeof createUser>[2]> = {}) =>
  createUser(world.context, by, {
    username: unique("Mona."),
    name: "Mona",
    role: "cashier",
    merchantId: world.ours.merchantId,
    branchIds: [world.ours.branchId],
    password: PASSWORD,
    ...input,
  });

const trySignIn = async (username: string, password: string) =>
  (await signIn({ username, password, address: unique("192.0.2."), userAgent: "test" })).outcome;

const sessionsOf = async (userId: number) => world.database.prisma.session.count({ where: { userId } });

const userOf = async ({ userId }: AdminActor) => {
  const found = (await listUsers(world.context, world.system)).find(({ id }) => id === userId);
  if (found === undefined) throw new Error(`There is no user ${userId}.`);
  return found;
};

describe("creating", () => {
  test("a new user signs in with their name in any case, and with nothing but their password", async () => {
    const user = await create(world.ours.admin);
    expect(user).toMatchObject({
      username: user.username.toLowerCase(),
      email: null,
      isActive: true,
      version: 1,
    });
    expect(await trySignIn(user.username.toUpperCase(), PASSWORD)).toBe("signed_in");
    expect(await trySignIn(user.username, "not the password")).toBe("refused");
  });

  test("a password is stored as a slow hash, and neither is in the audit log", async () => {
    const user = await create(world.ours.admin);
    const account = await world.database.prisma.account.findFirstOrThrow({ where: { userId: user.id } });
    expect(account.password).toMatch(/^\$argon2id\$/);
    const text = JSON.stringify(await audit(world, "user"));
    expect(text).not.toContain(PASSWORD);
    expect(text).not.toContain("argon2id");
  });

  test.each([
    ["a cashier without a branch", { branchIds: [] as number[] }, "branchIds"],
    ["an operator with a merchant", { role: "programme_operator" }, "role"],
    ["an admin without a merchant", { role: "merchant_admin", merchantId: null }, "role"],
    ["a short password", { password: "short" }, "password"],
    [
      "a password with the user's own name in it",
      { username: "longname", password: "my-LongName-1" },
      "password",
    ],
  ] as const)("%s is refused", async (_, input, field) => {
    expect(await refusal(() => create(world.operator, input))).toMatchObject({
      code: "invalid",
      params: { field },
    });
  });

  test("a branch of another merchant is refused", async () => {
    expect(await refusal(() => create(world.ours.admin, { branchIds: [world.theirs.branchId] }))).toEqual({
      code: "invalid",
      params: { field: "branchIds" },
    });
  });

  test("a user name or address that is taken, in whatever case, is refused by its field", async () => {
    const user = await create(world.ours.admin, { email: "Somebody@Example.com" });
    expect(await refusal(() => create(world.ours.admin, { username: user.username.toUpperCase() }))).toEqual({
      code: "taken",
      params: { field: "username" },
    });
    expect(await refusal(() => create(world.ours.admin, { email: "somebody@example.COM" }))).toEqual({
      code: "taken",
      params: { field: "email" },
    });
  });

  test("a merchant's admin creates no users of other merchants, and no operator", async () => {
    expect(
      await refusal(() => create(world.ours.admin, { merchantId: world.theirs.merchantId, branchIds: [] })),
    ).toMatchObject({ code: "not_found" });
    expect(
      await refusal(() =>
        create(world.ours.admin, { role: "programme_operator", merchantId: null, branchIds: [] }),
      ),
    ).toMatchObject({ code: "forbidden" });
  });
});

describe("roles", () => {
  test("nobody changes their own role", async () => {
    const own = await userOf(world.ours.admin);
    expect(
      await refusal(() =>
        updateUser(world.context, world.ours.admin, {
          userId: own.id,
          version: own.version,
          role: "supervisor",
        }),
      ),
    ).toMatchObject({ code: "own_role" });
    const operator = await userOf(world.operator);
    expect(
      await refusal(() =>
        updateUser(world.context, world.operator, {
          userId: operator.id,
          version: operator.version,
          role: "merchant_admin",
        }),
      ),
    ).toMatchObject({ code: "own_role" });
  });

  test("a merchant's user cannot become an operator", async () => {
    const user = await create(world.ours.admin);
    for (const by of [world.ours.admin, world.operator])
      expect(
        await refusal(() =>
          updateUser(world.context, by, {
            userId: user.id,
            version: user.version,
            role: "programme_operator",
          }),
        ),
      ).toEqual({ code: "invalid", params: { field: "role" } });
  });

  test("a supervisor becomes a cashier with branches only, and a cashier who rises has all of them", async () => {
    const user = await create(world.ours.admin, { role: "supervisor", branchIds: [world.ours.branchId] });
    expect(user.branchIds).toEqual([]);
    const target = { userId: user.id, version: user.version };
    expect(
      await refusal(() => updateUser(world.context, world.ours.admin, { ...target, role: "cashier" })),
    ).toMatchObject({ code: "invalid", params: { field: "branchIds" } });
    const lowered = await updateUser(world.context, world.ours.admin, {
      ...target,
      role: "cashier",
      branchIds: [world.ours.branchId],
    });
    expect(lowered).toMatchObject({ role: "cashier", branchIds: [world.ours.branchId], version: 2 });
    const raised = await updateUser(world.context, world.ours.admin, {
      userId: user.id,
      version: lowered.version,
      role: "supervisor",
    });
    expect(raised).toMatchObject({ role: "supervisor", branchIds: [] });
  });

  test("what an actor claims to be counts for nothing when the database says otherwise", async () => {
    const pretenders: AdminActor[] = [
      { ...world.ours.cashier, role: "merchant_admin" },
      { ...world.ours.admin, role: "programme_operator", merchantId: null },
      { ...world.ours.admin, merchantId: world.theirs.merchantId },
      { userId: 999_999, role: "programme_operator", merchantId: null },
    ];
    for (const actor of pretenders)
      expect(
        await refusal(() => create(actor, { merchantId: actor.merchantId ?? world.ours.merchantId })),
      ).toEqual({
        code: "forbidden",
        params: {},
      });
  });
});

describe("the last admin", () => {
  test("of a merchant is neither lowered nor deactivated, by whomever", async () => {
    const last = await userOf(world.theirs.admin);
    const acts = [
      () =>
        updateUser(world.context, world.operator, {
          userId: last.id,
          version: last.version,
          role: "supervisor",
        }),
      () => deactivateUser(world.context, world.operator, { userId: last.id }),
    ];
    for (const act of acts) expect(await refusal(act)).toEqual({ code: "last_admin", params: {} });
    expect(await userOf(world.theirs.admin)).toMatchObject({ role: "merchant_admin", isActive: true });
  });

  test("of the programme is not deactivated", async () => {
    expect(
      await refusal(() => deactivateUser(world.context, world.system, { userId: world.operator.userId })),
    ).toEqual({
      code: "last_admin",
      params: {},
    });
  });

  test("remains when all admins deactivate each other at once", async () => {
    const { id: merchantId } = await world.database.prisma.merchant.create({
      data: { nameEn: "Duel", nameAr: "مبارزة" },
    });
    const admins = await Promise.all(
      Array.from({ length: 6 }, () => hire(world.context, world.system, "merchant_admin", merchantId, [])),
    );
    const duels = admins.flatMap((by) =>
      admins
        .filter((other) => other !== by)
        .map(({ userId }) => deactivateUser(world.context, by, { userId })),
    );
    const outcomes = await Promise.allSettled(duels);
    const left = (await listUsers(world.context, world.system, { merchantId })).filter(
      ({ isActive }) => isActive,
    );
    expect(left).toHaveLength(1);
    const refused = outcomes.flatMap((outcome) =>
      outcome.status === "rejected" ? [outcome.reason.code] : [],
    );
    expect(new Set(refused)).toEqual(new Set(["forbidden"]));
  });
});

describe("taking access away", () => {
  test("ends all sessions, keeps the user out, and gives everything back when it is given back", async () => {
    const user = await create(world.ours.admin);
    await trySignIn(user.username, PASSWORD);
    await trySignIn(user.username, PASSWORD);
    expect(await sessionsOf(user.id)).toBe(2);
    const gone = await deactivateUser(world.context, world.ours.admin, { userId: user.id });
    expect(gone).toMatchObject({ isActive: false, version: 2 });
    expect(await sessionsOf(user.id)).toBe(0);
    expect(await trySignIn(user.username, PASSWORD)).toBe("ended");
    expect(await trySignIn(user.username, "not the password")).toBe("refused");
    await reactivateUser(world.context, world.ours.admin, { userId: user.id });
    expect(await trySignIn(user.username, PASSWORD)).toBe("signed_in");
  });

  test("of an operator leaves the return to others than the person who took it, for a week and the command line for ever", async () => {
    const { context, system, database } = world;
    const role = "programme_operator" as const;
    const [victim, lockedOut, rescuer] = [
      await hire(context, system, role, null, []),
      await hire(context, system, role, null, []),
      await hire(context, system, role, null, []),
    ];
    const others = {
      kind: "portal",
      role,
      id: { notIn: [victim, lockedOut, rescuer].map((one) => one.userId) },
    };
    await database.prisma.user.updateMany({ where: others, data: { isActive: false } });
    const target = { userId: victim.userId };
    await deactivateUser(context, lockedOut, target);
    expect(await refusal(() => reactivateUser(context, lockedOut, target))).toMatchObject({
      code: "second_person",
    });
    expect(await reactivateUser(context, rescuer, target)).toMatchObject({ isActive: true });
    await deactivateUser(context, lockedOut, target);
    const later = { now: () => new Date(NOW.getTime() + 8 * 24 * 60 * 60 * 1000) };
    expect(await refusal(() => reactivateUser({ ...context, clock: later }, rescuer, target))).toMatchObject({
      code: "second_person",
    });
    expect(await reactivateUser(context, system, target)).toMatchObject({ isActive: true });
    await database.prisma.user.updateMany({ where: others, data: { isActive: true } });
  });

  test("ends the PIN for approvals, as a link, its use, a password of somebody else's and another role do", async () => {
    const { context, ours } = world;
    const { id: userId } = await create(ours.admin);
    const version = async () =>
      (await userOf({ userId, role: "cashier", merchantId: ours.merchantId })).version;
    let token = "";
    const acts = {
      password: () => setPassword(context, ours.admin, { userId, password: "quite another one" }),
      link: async () => {
        token = (await issueUserLink(context, ours.admin, { userId })).link.token;
      },
      use: () =>
        choosePasswordByLink(context, { token, password: PASSWORD, ipAddress: "192.0.2.1", requestId: "a" }),
      role: async () =>
        updateUser(context, ours.admin, { userId, version: await version(), role: "supervisor" }),
      deactivation: () => deactivateUser(context, ours.admin, { userId }),
    };
    for (const [name, act] of Object.entries(acts)) {
      await setStaffPin(context, { userId, pin: "482913" });
      await act();
      expect(await hasStaffPin(context, userId), name).toBe(false);
    }
    const { id: kept } = await create(ours.admin);
    await setStaffPin(context, { userId: kept, pin: "482913" });
    await updateUser(context, ours.admin, {
      userId: kept,
      version: 1,
      name: "Another Name",
      role: "cashier",
    });
    expect(await hasStaffPin(context, kept)).toBe(true);
  });

  test("deactivating twice is deactivating once", async () => {
    const user = await create(world.ours.admin);
    const once = await deactivateUser(world.context, world.ours.admin, { userId: user.id });
    expect(await deactivateUser(world.context, world.ours.admin, { userId: user.id })).toEqual(once);
  });

  test("nobody deactivates themselves", async () => {
    const second = await hire(world.context, world.system, "merchant_admin", world.ours.merchantId, []);
    expect(await refusal(() => deactivateUser(world.context, second, { userId: second.userId }))).toEqual({
      code: "own_account",
      params: {},
    });
  });

  test("a deactivated user loses access at once", async () => {
    const second = await hire(world.context, world.system, "merchant_admin", world.ours.merchantId, []);
    await deactivateUser(world.context, world.ours.admin, { userId: second.userId });
    expect(await refusal(() => create(second))).toEqual({ code: "forbidden", params: {} });
  });

  test("a deactivated merchant's staff is signed out and kept out", async () => {
    const user = await create(world.ours.admin);
    await trySignIn(user.username, PASSWORD);
    await deactivateMerchant(world.context, world.operator, { merchantId: world.ours.merchantId });
    expect(await sessionsOf(user.id)).toBe(0);
    expect(await trySignIn(user.username, PASSWORD)).toBe("ended");
    // A person who does not know the password learns nothing.
    expect(await trySignIn(user.username, "no password of theirs")).toBe("refused");
    expect(await refusal(() => create(world.ours.admin))).toEqual({ code: "forbidden", params: {} });
    await reactivateMerchant(world.context, world.operator, { merchantId: world.ours.merchantId });
    expect(await trySignIn(user.username, PASSWORD)).toBe("signed_in");
  });
});

describe("a new password", () => {
  test("replaces the old one and ends all sessions; the audit log tells that, and not what", async () => {
    const user = await create(world.ours.admin);
    await trySignIn(user.username, PASSWORD);
    await setPassword(world.context, world.ours.admin, { userId: user.id, password: "quite another one" });
    expect(await sessionsOf(user.id)).toBe(0);
    expect(await trySignIn(user.username, PASSWORD)).toBe("refused");
    expect(await trySignIn(user.username, "quite another one")).toBe("signed_in");
    const row = (await audit(world, "user")).at(-1);
    expect(row).toMatchObject({
      action: "user.set_password",
      subject_id: String(user.id),
      after: { credentials: "replaced" },
    });
    expect(JSON.stringify(row)).not.toContain("quite another one");
  });

  test("is refused for oneself, for a foreign user, and when it is too short", async () => {
    const { userId } = world.ours.admin;
    const password = "quite another one";
    expect(
      await refusal(() => setPassword(world.context, world.ours.admin, { userId, password })),
    ).toMatchObject({
      code: "own_account",
    });
    for (const foreign of [world.theirs.cashier.userId, world.operator.userId, world.system.userId])
      expect(
        await refusal(() => setPassword(world.context, world.ours.admin, { userId: foreign, password })),
      ).toEqual({ code: "not_found", params: { subject: "user" } });
    const cashier = world.ours.cashier.userId;
    expect(
      await refusal(() =>
        setPassword(world.context, world.ours.admin, { userId: cashier, password: "short" }),
      ),
    ).toEqual({ code: "invalid", params: { field: "password" } });
  });
});

describe("editing", () => {
  test("a second editor gets a conflict and nothing is overwritten", async () => {
    const user = await create(world.ours.admin);
    const target = { userId: user.id, version: user.version };
    await updateUser(world.context, world.ours.admin, { ...target, name: "First" });
    expect(
      await refusal(() => updateUser(world.context, world.operator, { ...target, name: "Second" })),
    ).toEqual({
      code: "conflict",
      params: { subject: "user", version: 2 },
    });
    expect((await listUsers(world.context, world.system)).find(({ id }) => id === user.id)).toMatchObject({
      name: "First",
      branchIds: [world.ours.branchId],
    });
  });

  test("only what changed is in the audit log", async () => {
    const user = await create(world.ours.admin);
    await updateUser(world.context, world.ours.admin, { userId: user.id, version: 1, name: "Renamed" });
    expect((await audit(world, "user")).at(-1)).toMatchObject({
      action: "user.update",
      before: { name: "Mona" },
      after: { name: "Renamed" },
    });
  });
});

describe("a second person", () => {
  const HOUR_MS = 60 * 60 * 1000;
  /** Two admins of a merchant of their own, made before today, and an operator above them. */
  async function twoAdmins() {
    const { context, system, clock } = world;
    const { id: merchantId } = await createMerchant(context, system, { nameEn: unique("M"), nameAr: "م" });
    clock.set(NOW);
    const [one, other] = [
      await hire(context, system, "merchant_admin", merchantId, []),
      await hire(context, system, "merchant_admin", merchantId, []),
    ];
    return { merchantId, one, other };
  }
  const requestsOf = async (by: AdminActor) =>
    (await listAdjustments(world.context, world.operator, { state: "requested" })).adjustments.filter(
      ({ requestedBy }) => requestedBy.id === by.userId,
    );
  const approve = (adjustmentId: number, by: AdminActor) =>
    approveAdjustment(world.context, by, { adjustmentId });

  test("is needed to take over a fellow admin: neither the second factor goes nor the link comes by one alone", async () => {
    const { one, other } = await twoAdmins();
    const { prisma } = world.database;
    const { userId } = other;
    await prisma.user.update({ where: { id: userId }, data: { twoFactorEnabled: true } });
    const before = await prisma.account.findMany({ where: { userId } });
    const acts = [
      () => resetTwoFactor(world.context, one, { userId }),
      () => issueUserLink(world.context, one, { userId }),
      () => setPassword(world.context, one, { userId, password: PASSWORD }),
      () => updateUser(world.context, one, { userId, version: 1, email: "one@example.com" }),
    ];
    for (const act of acts) expect(await refusal(act)).toMatchObject({ code: "second_person" });
    expect(await prisma.account.findMany({ where: { userId } })).toEqual(before);
    expect(await prisma.userLink.count({ where: { userId } })).toBe(0);
    expect(await userOf(other)).toMatchObject({ twoFactorEnabled: true, email: null });
    expect(await requestsOf(one)).toHaveLength(4);
    // Whoever is to be reset may agree to it.
    const link = (await requestsOf(one)).find(({ summary }) => summary.act === "link");
    await approve(link?.id ?? 0, other);
    const issued = await issueUserLink(world.context, one, { userId });
    expect(issued.link).toMatchObject({ purpose: "reset" });
    expect((await audit(world, "user")).at(-1)?.after).toMatchObject({
      linkShownTo: one.userId,
      approvedBy: userId,
    });
    expect(await refusal(() => issueUserLink(world.context, one, { userId }))).toMatchObject({
      code: "second_person",
    });
  });

  test("is not the sock puppet that one invited, nor the admin that one has reset, for a week", async () => {
    const { one, other, merchantId } = await twoAdmins();
    const invite = () =>
      inviteUser(world.context, one, {
        username: "puppet",
        name: "Puppet",
        role: "merchant_admin",
        merchantId,
      });
    expect(await refusal(invite)).toMatchObject({ code: "second_person" });
    const [asked] = await requestsOf(one);
    await approve(asked?.id ?? 0, other);
    const { user, link } = await invite();
    const inAWeek = new Date(world.clock.now().getTime() + 7 * 24 * HOUR_MS).toISOString();
    world.clock.advance(72 * HOUR_MS);
    await choosePasswordByLink(world.context, {
      token: link.token,
      password: PASSWORD,
      ipAddress: "",
      requestId: "",
    });
    const puppet: AdminActor = { userId: user.id, role: "merchant_admin", merchantId };
    const { walletCode } = await enrolWallet(world.context, one, {
      contactMsisdn: uniqueMsisdn(),
      hasConsented: true,
    });
    const adjusted = await requestAdjustment(world.context, one, {
      walletCode,
      direction: "up",
      points: 50_000,
      reason: "For a friend",
      reference: unique("reference"),
    });
    if (adjusted.kind !== "requested") throw new Error("It was expected to wait.");
    expect(adjusted.deciders.at(-1)).toMatchObject({ id: puppet.userId, from: inAWeek });
    const { adjustmentId } = adjusted;
    expect(await refusal(() => approve(adjustmentId, puppet))).toMatchObject({
      code: "approver_not_allowed",
    });
    const view = await viewWallet(world.context, world.operator, { walletCode });
    expect(view.balance).toBe(0);
    world.clock.advance(97 * HOUR_MS);
    expect(await approve(adjustmentId, puppet)).not.toBeNull();
    world.clock.set(NOW);
  });

  test("is not asked for about cashiers, nor where the programme says so", async () => {
    const { one, other } = await twoAdmins();
    await issueUserLink(world.context, world.ours.admin, { userId: world.ours.cashier.userId });
    const set = (adminsNeedSecondPerson: boolean) =>
      world.database.prisma.programme.update({ where: { id: 1 }, data: { adminsNeedSecondPerson } });
    await set(false);
    expect((await issueUserLink(world.context, one, { userId: other.userId })).link.purpose).toBe("reset");
    await set(true);
  });
});
