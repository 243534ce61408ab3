import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { deactivateBranch, reactivateBranch } from "@/lib/areas/branches/branches";
import { hashClientSecret, isAddressAllowed } from "@/lib/areas/clients/api-client";
import { ApiClients } from "@/lib/areas/clients/api-clients";
import { createClient, revokeClient, updateClient } from "@/lib/areas/clients/clients";
import { listClients, readClient } from "@/lib/areas/clients/read";
import {
  revokeClientSecret,
  revokeSigningSecret,
  rotateClientSecret,
  rotateSigningSecret,
} from "@/lib/areas/clients/secrets";
import { deactivateMerchant, reactivateMerchant } from "@/lib/areas/merchants/merchants";
import { ManualClock } from "@/lib/platform/clock";
import { isListening, onConfigChange } from "@/lib/platform/database/notify";
import { serviceSecret, unseal } from "@/lib/platform/seal";
import { actAlone, audit, createWorld, NOW, refusal, type World } from "@/tests/support/admin-world";

const DAY_MS = 24 * 60 * 60 * 1000;
const ALL_SCOPES = ["reward", "redeem", "refund", "cancel", "deals"] as const;

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await actAlone(world);
  // The first announcement a process hears is that it may have missed some.
  onConfigChange(() => undefined);
  await vi.waitFor(() => expect(isListening()).toBe(true), { timeout: 10_000 });
});
afterAll(() => world.database.drop());

const issue = (input: Partial<Parameters<typeof createClient>[2]> = {}) =>
  createClient(world.context, world.ours.admin, {
    merchantId: world.ours.merchantId,
    name: "Till software",
    scopes: ["reward", "redeem"],
    ...input,
  });

/** What identifies clients in one process of the service. */
function process(): { clients: ApiClients; clock: ManualClock } {
  const clock = new ManualClock(world.clock.now());
  return { clients: new ApiClients(world.database.pool, clock), clock };
}

describe("issuing", () => {
  test("a new client works at once, for all branches, with no key required and 100 requests a second", async () => {
    const { client, secret } = await issue();
    expect(secret).toMatch(/^pis_live_[\w-]{32}$/);
    expect(client).toMatchObject({
      merchantId: world.ours.merchantId,
      branchIds: null,
      ipRanges: [],
      allowedOrigins: [],
      rate: { perSecond: 100, burst: 200 },
      keyRequiredFor: [],
      legacyHttp200: false,
      isStrict: false,
      exposeNid: false,
      expiresAt: null,
      revokedAt: null,
      version: 1,
    });
    expect(client.secrets).toMatchObject([{ last4: secret.slice(-4), isLive: true, expiresAt: null }]);
    const known = await process().clients.identify(secret);
    expect(known).toMatchObject({
      id: client.id,
      userId: client.userId,
      rate: { perSecond: 100, burst: 200 },
    });
    expect([...(known?.branches.values() ?? [])].map(({ id }) => id)).toEqual([world.ours.branchId]);
  });

  test("a secret that was refused as unknown a moment before is accepted once it is issued", async () => {
    const { clients } = process();
    const stop = onConfigChange(() => clients.forget());
    const { secret } = await issue();
    await vi.waitFor(async () => expect(await clients.identify(secret)).not.toBeNull());
    stop();
  });

  test("only the hash and the last 4 characters of a secret are kept, anywhere in the database", async () => {
    const { secret } = await issue();
    const { rows: tables } = await world.database.pool.query<{ name: string }>(
      "SELECT quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema = 'public'",
    );
    for (const { name } of tables) {
      const found = await world.database.pool.query(
        `SELECT 1 FROM ${name} t WHERE to_jsonb(t)::text LIKE $1`,
        [`%${secret.slice(9)}%`],
      );
      expect(found.rowCount, name).toBe(0);
    }
    const stored = await world.database.pool.query(
      "SELECT last4 FROM api_client_secret WHERE secret_hash = $1",
      [hashClientSecret(secret)],
    );
    expect(stored.rows).toEqual([{ last4: secret.slice(-4) }]);
  });

  test("the technical user that stands for it cannot sign in and belongs to its merchant", async () => {
    const { client } = await issue();
    const user = await world.database.prisma.user.findUniqueOrThrow({ where: { id: client.userId } });
    expect(user).toMatchObject({
      kind: "technical",
      username: null,
      role: null,
      merchantId: client.merchantId,
    });
  });

  test("a client for some branches acts for those only, whatever is opened later", async () => {
    const { secret } = await issue({ branchIds: [world.ours.branchId] });
    const known = await process().clients.identify(secret);
    expect([...(known?.branches.values() ?? [])].map(({ id }) => id)).toEqual([world.ours.branchId]);
  });

  test("an address list lets in its own addresses only", async () => {
    const { secret } = await issue({ ipRanges: ["10.1.0.0/16", "192.0.2.7", "2001:db8::/32"] });
    const client = await process().clients.identify(secret);
    if (client === null) throw new Error("The client is not known.");
    for (const inside of ["10.1.255.1", "192.0.2.7", "::ffff:10.1.2.3", "2001:db8:1::1"])
      expect(isAddressAllowed(client, inside), inside).toBe(true);
    for (const outside of ["10.2.0.1", "192.0.2.8", "2001:db9::1", "", "unknown"])
      expect(isAddressAllowed(client, outside), outside).toBe(false);
  });

  test.each([
    ["no scope", { scopes: [] }, "scopes"],
    ["an address that is none", { ipRanges: ["10.1.2"] }, "ipRanges"],
    ["a range that is too long", { ipRanges: ["10.1.2.0/33"] }, "ipRanges"],
    ["a range that is no number", { ipRanges: ["10.1.2.0/"] }, "ipRanges"],
    ["a burst below the rate", { rate: { perSecond: 10, burst: 5 } }, "rate"],
    ["an end that has passed", { expiresAt: new Date("2020-01-01") }, "expiresAt"],
  ])("%s is refused", async (_, input, field) => {
    expect(await refusal(() => issue(input))).toMatchObject({ code: "invalid", params: { field } });
  });

  test("a branch of another merchant is refused", async () => {
    expect(await refusal(() => issue({ branchIds: [world.ours.branchId, world.theirs.branchId] }))).toEqual({
      code: "invalid",
      params: { field: "branchIds" },
    });
  });

  test("only operators allow no rate limit and national ids, and both stay when others edit the rest", async () => {
    expect(await refusal(() => issue({ rate: null }))).toMatchObject({ code: "forbidden" });
    expect(await refusal(() => issue({ exposeNid: true }))).toMatchObject({ code: "forbidden" });
    const { client } = await createClient(world.context, world.operator, {
      merchantId: world.ours.merchantId,
      name: "Call centre",
      scopes: ["reward"],
      rate: null,
      exposeNid: true,
    });
    const edited = await updateClient(world.context, world.ours.admin, {
      clientId: client.id,
      version: client.version,
      name: "Call centre, new",
    });
    expect(edited).toMatchObject({ name: "Call centre, new", rate: null, exposeNid: true });
  });
});

describe("another merchant's client", () => {
  test("does not exist for a merchant's admin", async () => {
    const { client } = await issue();
    const { admin } = world.theirs;
    const acts = [
      () => readClient(world.context, admin, client.id),
      () => updateClient(world.context, admin, { clientId: client.id, version: 1, name: "Mine" }),
      () => rotateClientSecret(world.context, admin, { clientId: client.id, version: 1 }),
      () => revokeClient(world.context, admin, { clientId: client.id }),
      () =>
        revokeClientSecret(world.context, admin, {
          clientId: client.id,
          secretId: client.secrets[0]?.id ?? 0,
        }),
    ];
    for (const act of acts)
      expect(await refusal(act)).toEqual({ code: "not_found", params: { subject: "client" } });
    expect(await listClients(world.context, admin)).toEqual([]);
    expect(await readClient(world.context, world.ours.admin, client.id)).toMatchObject({
      version: 1,
      revokedAt: null,
    });
  });
});

describe("editing", () => {
  test("what is not given stays, and a second editor gets a conflict", async () => {
    const { client } = await issue({ ipRanges: ["192.0.2.1"] });
    const first = await updateClient(world.context, world.ours.admin, {
      clientId: client.id,
      version: client.version,
      scopes: ["deals"],
    });
    expect(first).toMatchObject({
      scopes: ["deals"],
      ipRanges: ["192.0.2.1"],
      name: "Till software",
      version: 2,
    });
    const second = () =>
      updateClient(world.context, world.operator, {
        clientId: client.id,
        version: client.version,
        scopes: ["reward"],
      });
    expect(await refusal(second)).toEqual({ code: "conflict", params: { subject: "client", version: 2 } });
    expect(await readClient(world.context, world.ours.admin, client.id)).toMatchObject({ scopes: ["deals"] });
  });

  test("of many who edit one version at once exactly one succeeds", async () => {
    const { client } = await issue();
    const edits = Array.from({ length: 10 }, (_, index) =>
      updateClient(world.context, world.ours.admin, {
        clientId: client.id,
        version: 1,
        name: `Name ${index}`,
      }),
    );
    const outcomes = await Promise.allSettled(edits);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await readClient(world.context, world.ours.admin, client.id)).toMatchObject({ version: 2 });
  });
});

describe("rotation", () => {
  test("both secrets work during the overlap of 7 days, then only the new one", async () => {
    const { client, secret: old } = await issue();
    const { client: rotated, secret } = await rotateClientSecret(world.context, world.ours.admin, {
      clientId: client.id,
      version: client.version,
    });
    const { clients, clock } = process();
    expect(await clients.identify(old)).toMatchObject({ id: client.id });
    expect(await clients.identify(secret)).toMatchObject({ id: client.id });
    clock.set(new Date(NOW.getTime() + 7 * DAY_MS - 1));
    expect(await clients.identify(old)).not.toBeNull();
    clock.set(new Date(NOW.getTime() + 7 * DAY_MS));
    expect(await clients.identify(old)).toBeNull();
    expect(await clients.identify(secret)).not.toBeNull();
    expect(rotated.secrets.map(({ isLive }) => isLive)).toEqual([true, true]);
  });

  test("without an overlap the old secret ends at once", async () => {
    const { client, secret: old } = await issue();
    const { secret } = await rotateClientSecret(world.context, world.ours.admin, {
      clientId: client.id,
      version: client.version,
      overlapDays: 0,
    });
    expect(await process().clients.identify(old)).toBeNull();
    expect(await process().clients.identify(secret)).not.toBeNull();
  });

  test("there are never more than two live secrets", async () => {
    const { client, secret: first } = await issue();
    const second = await rotateClientSecret(world.context, world.ours.admin, {
      clientId: client.id,
      version: 1,
    });
    const third = await rotateClientSecret(world.context, world.ours.admin, {
      clientId: client.id,
      version: second.client.version,
      overlapDays: 30,
    });
    expect(third.client.secrets.filter(({ isLive }) => isLive)).toHaveLength(2);
    expect(await process().clients.identify(first)).toBeNull();
    expect(await process().clients.identify(second.secret)).not.toBeNull();
  });

  test("of two rotations at once one gets a conflict, and no secret is lost", async () => {
    const { client } = await issue();
    const outcomes = await Promise.allSettled(
      [1, 2].map(() =>
        rotateClientSecret(world.context, world.ours.admin, { clientId: client.id, version: 1 }),
      ),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const { secrets } = await readClient(world.context, world.ours.admin, client.id);
    expect(secrets.filter(({ isLive }) => isLive)).toHaveLength(2);
  });

  test("one secret can be ended early and leaves the other alone", async () => {
    const { client, secret: old } = await issue();
    const { client: rotated, secret } = await rotateClientSecret(world.context, world.ours.admin, {
      clientId: client.id,
      version: client.version,
    });
    const oldId = rotated.secrets.find(({ last4 }) => last4 === old.slice(-4))?.id ?? 0;
    await revokeClientSecret(world.context, world.ours.admin, { clientId: client.id, secretId: oldId });
    expect(await process().clients.identify(old)).toBeNull();
    expect(await process().clients.identify(secret)).not.toBeNull();
  });
});

describe("signing", () => {
  const admin = () => world.ours.admin;
  const signingOf = async (secret: string) => (await process().clients.identify(secret))?.signing;

  test("needs a secret of its own, which is shown once and kept sealed", async () => {
    const { client, secret } = await issue();
    const require = (version: number) =>
      updateClient(world.context, admin(), { clientId: client.id, version, signing: "required" });
    expect(await refusal(() => require(1))).toEqual({ code: "invalid", params: { field: "signing" } });
    const issued = await rotateSigningSecret(world.context, admin(), { clientId: client.id, version: 1 });
    expect(issued.secret).toMatch(/^pss_[\w-]{43}$/);
    expect(issued.client.signingSecrets).toMatchObject([{ last4: issued.secret.slice(-4), isLive: true }]);
    expect(await signingOf(secret)).toEqual({ mode: "off", secrets: [] });
    await require(issued.client.version);
    expect(await signingOf(secret)).toEqual({
      mode: "required",
      secrets: [{ secret: issued.secret, expiresAt: null }],
    });
    const { rows } = await world.database.pool.query(
      "SELECT sealed FROM api_client_signing_secret WHERE client_id = $1",
      [client.id],
    );
    expect(rows[0].sealed.toString("latin1")).not.toContain(issued.secret.slice(4));
    // Another service secret opens nothing.
    const purpose = "signing secrets";
    expect(unseal(rows[0].sealed, { serviceSecret: serviceSecret(), purpose })).toBe(issued.secret);
    expect(unseal(rows[0].sealed, { serviceSecret: "another", purpose })).toBeNull();
    const acts = (await audit(world, "client")).filter(({ subject_id }) => subject_id === String(client.id));
    expect(acts.map(({ action }) => action)).toEqual([
      "client.create",
      "client.rotate_signing",
      "client.update",
    ]);
    expect(JSON.stringify(acts)).not.toContain(issued.secret);
  });

  test("has two secrets while one is replaced, never more, and each can be ended early", async () => {
    const { client, secret } = await issue();
    let version = client.version;
    const rotate = async (overlapDays?: number) => {
      const issued = await rotateSigningSecret(world.context, admin(), {
        clientId: client.id,
        version,
        overlapDays,
      });
      version = issued.client.version;
      return issued;
    };
    const [first, second] = [await rotate(), await rotate()];
    await updateClient(world.context, admin(), { clientId: client.id, version, signing: "accepted" });
    version += 1;
    const live = async () => (await signingOf(secret))?.secrets.map((one) => one.secret).sort();
    expect(await live()).toEqual([first.secret, second.secret].sort());
    const third = await rotate();
    expect(await live()).toEqual([second.secret, third.secret].sort());
    const secretId =
      third.client.signingSecrets.find(({ last4 }) => last4 === second.secret.slice(-4))?.id ?? 0;
    await revokeSigningSecret(world.context, admin(), { clientId: client.id, secretId });
    expect(await live()).toEqual([third.secret]);
    version += 1;
    expect(await rotate(0).then(live)).toHaveLength(1);
    const theirs = { clientId: client.id, secretId };
    expect(await refusal(() => revokeSigningSecret(world.context, world.theirs.admin, theirs))).toMatchObject(
      {
        code: "not_found",
      },
    );
  });
});

describe("revocation", () => {
  test("another process that hears the announcement refuses the client at once", async () => {
    const { client, secret } = await issue();
    // Its clock stands still, so nothing but the announcement can make it look again.
    const { clients } = process();
    const stop = onConfigChange(() => clients.forget());
    expect(await clients.identify(secret)).not.toBeNull();
    await revokeClient(world.context, world.ours.admin, { clientId: client.id });
    await vi.waitFor(async () => expect(await clients.identify(secret)).toBeNull());
    stop();
  });

  test("another process that hears nothing refuses the client within 5 seconds", async () => {
    const { client, secret } = await issue();
    const { clients, clock } = process();
    expect(await clients.identify(secret)).not.toBeNull();
    await revokeClient(world.context, world.ours.admin, { clientId: client.id });
    // Remembered, as it must be for the memory to be worth anything; and proof that nothing was heard.
    expect(await clients.identify(secret)).not.toBeNull();
    clock.advance(5_000);
    expect(await clients.identify(secret)).toBeNull();
  });

  test("a revocation that is rolled back is not heard of", async () => {
    const { client, secret } = await issue();
    const failing = { ...world.context, database: failAtCommit(world.context.database) };
    await expect(revokeClient(failing, world.ours.admin, { clientId: client.id })).rejects.toThrow(
      "at the very end",
    );
    expect(await process().clients.identify(secret)).not.toBeNull();
    expect(
      (await audit(world, "client")).filter(({ action }) => action === "client.revoke"),
    ).not.toContainEqual(expect.objectContaining({ subject_id: String(client.id) }));
  });

  test("is final: the client cannot be edited or given a new secret, and revoking again changes nothing", async () => {
    const { client } = await issue();
    const revoked = await revokeClient(world.context, world.ours.admin, { clientId: client.id });
    expect(revoked).toMatchObject({
      version: 2,
      revokedAt: NOW,
      secrets: [{ isLive: false, revokedAt: NOW }],
    });
    const again = await revokeClient(world.context, world.ours.admin, { clientId: client.id });
    expect(again).toEqual(revoked);
    const target = { clientId: client.id, version: 2 };
    for (const act of [
      () => updateClient(world.context, world.ours.admin, { ...target, name: "Back" }),
      () => rotateClientSecret(world.context, world.ours.admin, target),
    ])
      expect(await refusal(act)).toEqual({ code: "revoked", params: { subject: "client" } });
  });
});

describe("what a client depends on", () => {
  test("its branches close and open for it at once", async () => {
    const { secret } = await issue();
    const { clients } = process();
    const stop = onConfigChange(() => clients.forget());
    const isOpen = async () =>
      [...((await clients.identify(secret))?.branches.values() ?? [])].find(
        ({ id }) => id === world.ours.branchId,
      )?.isActive;
    expect(await isOpen()).toBe(true);
    await deactivateBranch(world.context, world.ours.admin, { branchId: world.ours.branchId });
    await vi.waitFor(async () => expect(await isOpen()).toBe(false));
    await reactivateBranch(world.context, world.ours.admin, { branchId: world.ours.branchId });
    await vi.waitFor(async () => expect(await isOpen()).toBe(true));
    stop();
  });

  test("it is refused while its merchant is deactivated", async () => {
    const { secret } = await issue({ scopes: [...ALL_SCOPES] });
    const { clients } = process();
    const stop = onConfigChange(() => clients.forget());
    const target = { merchantId: world.ours.merchantId };
    await deactivateMerchant(world.context, world.operator, target);
    await vi.waitFor(async () => expect(await clients.identify(secret)).toBeNull());
    await reactivateMerchant(world.context, world.operator, target);
    await vi.waitFor(async () => expect(await clients.identify(secret)).not.toBeNull());
    stop();
  });

  test("an end that was given to the client ends all its secrets", async () => {
    const { secret } = await issue({ expiresAt: new Date(NOW.getTime() + DAY_MS) });
    const { clients, clock } = process();
    expect(await clients.identify(secret)).not.toBeNull();
    clock.advance(DAY_MS);
    expect(await clients.identify(secret)).toBeNull();
  });
});

describe("the audit log", () => {
  test("records who issued, rotated and revoked, from where, and never a secret or its hash", async () => {
    const actor = { ...world.ours.admin, ipAddress: "192.0.2.55", requestId: "req-1" };
    const { client, secret } = await createClient(world.context, actor, {
      merchantId: world.ours.merchantId,
      name: "Audited",
      scopes: ["reward"],
    });
    await rotateClientSecret(world.context, actor, { clientId: client.id, version: 1, overlapDays: 0 });
    await revokeClient(world.context, actor, { clientId: client.id });
    const rows = (await audit(world, "client")).filter(({ subject_id }) => subject_id === String(client.id));
    expect(rows.map(({ action }) => action)).toEqual(["client.create", "client.rotate", "client.revoke"]);
    for (const row of rows)
      expect(row).toMatchObject({
        user_id: actor.userId,
        merchant_id: world.ours.merchantId,
        ip_address: "192.0.2.55",
        request_id: "req-1",
      });
    expect(rows[0]).toMatchObject({
      before: null,
      after: { name: "Audited", credentials: [{ last4: secret.slice(-4) }] },
    });
    expect(Object.keys(rows[2]?.after ?? {}).sort()).toEqual(["credentials", "revokedAt"]);
    const text = JSON.stringify(rows);
    expect(text).not.toContain(secret.slice(9, -4));
    expect(text).not.toContain(hashClientSecret(secret).toString("hex"));
  });
});

/** A database whose transactions do everything and then fail. */
function failAtCommit(database: World["context"]["database"]): World["context"]["database"] {
  return new Proxy(database, {
    get: (target, name) =>
      name === "$transaction"
        ? (work: (tx: unknown) => Promise<unknown>) =>
            target.$transaction(async (tx) => {
              await work(tx);
              throw new Error("at the very end");
            })
        : Reflect.get(target, name),
  });
}
