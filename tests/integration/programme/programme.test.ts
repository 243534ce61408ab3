import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { ensureFoundation } from "@/lib/areas/programme/foundation";
import { readProgramme, updateProgramme } from "@/lib/areas/programme/programme";
import { createSegment, listSegments, updateSegment } from "@/lib/areas/programme/segments";
import { enrolWallet } from "@/lib/areas/wallets/enrol-wallet";
import { verify } from "@/lib/ledger/verify/verify";
import { type ConfigChange, isListening, onConfigChange } from "@/lib/platform/database/notify";
import { moneyOf } from "@/lib/platform/money";
import { audit, createWorld, refusal, uniqueMsisdn, type World } from "@/tests/support/admin-world";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.database.drop());

const GOLD = { nameEn: "Gold", nameAr: "ذهبي", value: 5_000, rewardFactor: "1.5", redeemFactor: "2" };

describe("the foundation of an empty database", () => {
  test("is laid once, however many processes start at once", async () => {
    const userIds = await Promise.all(
      Array.from({ length: 8 }, () => ensureFoundation(world.context.database)),
    );
    expect(new Set(userIds)).toEqual(new Set([world.system.userId]));
    const segments = await listSegments(world.context, world.operator);
    expect(segments.filter(({ isDefault }) => isDefault)).toMatchObject([
      {
        nameEn: "Standard",
        value: 0,
        rewardFactor: "1",
        redeemFactor: "1",
        redeemThreshold: 0,
        bonusPoints: null,
      },
    ]);
  });

  test("leaves what is there as it is", async () => {
    const { version } = await readProgramme(world.context, world.operator);
    await updateProgramme(world.context, world.operator, { version, nameEn: "Our own name" });
    await ensureFoundation(world.context.database);
    expect(await readProgramme(world.context, world.operator)).toMatchObject({ nameEn: "Our own name" });
  });
});

describe("the programme", () => {
  const change = async (fields: Omit<Parameters<typeof updateProgramme>[2], "version">) =>
    updateProgramme(world.context, world.operator, {
      version: (await readProgramme(world.context, world.operator)).version,
      ...fields,
    });

  test("keeps what was counted on a person's day right when its time zone changes", async () => {
    const { ours, context, clock, database } = world;
    const { walletCode } = await enrolWallet(context, ours.cashier, {
      contactMsisdn: uniqueMsisdn(),
      hasConsented: true,
    });
    const before = clock.now();
    // 22:30 UTC is the next day in Cairo, and the same day in New York.
    clock.set(new Date("2026-12-01T22:30:00Z"));
    const { userId, merchantId } = ours.cashier;
    const actor = { userId, merchantId, branchId: ours.branchId, channelId: 2 as const, branchMsisdn: null };
    await context.ledger.post({ type: "reward", walletCode, value: moneyOf(70), actor });
    await database.owner.query("DELETE FROM person_day");
    await database.pool.query("INSERT INTO person_day VALUES ($1, '2026-12-02', 70, 0)", [userId]);
    clock.set(new Date("2026-12-01T23:00:00Z"));
    await change({ timeZone: "America/New_York" });
    const { findings } = await verify(database.pool);
    await change({ timeZone: "Africa/Cairo" });
    await database.owner.query("DELETE FROM person_day");
    clock.set(before);
    expect(findings).toEqual([]);
  });

  test("is changed by operators only, is audited, and every process hears of it", async () => {
    const heard: ConfigChange[] = [];
    const stop = onConfigChange((event) => heard.push(event));
    await vi.waitFor(() => expect(isListening()).toBe(true), { timeout: 10_000 });
    const changed = await change({ pointsValidityMonths: 12 });
    expect(changed).toMatchObject({ pointsValidityMonths: 12, timeZone: "Africa/Cairo" });
    await vi.waitFor(() =>
      expect(heard).toContainEqual({ kind: "changed", payload: { subject: "programme", id: 1 } }),
    );
    stop();
    expect((await audit(world, "programme")).at(-1)).toMatchObject({
      action: "programme.update",
      merchant_id: null,
      before: { pointsValidityMonths: 24 },
      after: { pointsValidityMonths: 12 },
    });
    const { version } = changed;
    expect(
      await refusal(() => updateProgramme(world.context, world.ours.admin, { version, balanceMax: 1 })),
    ).toEqual({ code: "forbidden", params: {} });
  });

  test("keeps its currency once there is an entry in it", async () => {
    expect(await refusal(() => change({ currency: "KWD" }))).toEqual({
      code: "invalid",
      params: { field: "currency" },
    });
  });

  test("a second editor gets a conflict", async () => {
    const { version } = await readProgramme(world.context, world.operator);
    await change({ refundGraceDays: 10 });
    expect(
      await refusal(() => updateProgramme(world.context, world.operator, { version, refundGraceDays: 20 })),
    ).toEqual({ code: "conflict", params: { subject: "programme", version: version + 1 } });
  });

  test("a limit for the PIN goes with its policy and with no other", async () => {
    expect(await change({ pinPolicy: "above", pinAboveValue: 500 })).toMatchObject({ pinAboveValue: 500 });
    expect(await change({ pinPolicy: "never" })).toMatchObject({ pinPolicy: "never", pinAboveValue: null });
    expect(await refusal(() => change({ pinPolicy: "above" }))).toEqual({
      code: "invalid",
      params: { field: "pinAboveValue", isMissing: true },
    });
  });

  test.each<[Parameters<typeof change>[0], string]>([
    [{ timeZone: "Africa/Atlantis" }, "timeZone"],
    [{ currency: "pounds" }, "currency"],
    [{ currency: "eg1" }, "currency"],
    [{ weekendDays: [1, 2, 3, 4, 5, 6, 7] }, "weekendDays"],
    [{ weekendDays: [8] }, "weekendDays"],
    [{ pointsValidityMonths: -1 }, "pointsValidityMonths"],
    [{ pointsPerEntryMax: 0 }, "pointsPerEntryMax"],
    [{ adjustmentApprovalAbove: -1 }, "adjustmentApprovalAbove"],
    [{ pinPolicy: "above", pinAboveValue: 1_000_001 }, "pinAboveValue"],
    [{ shifts: "some" as "off" }, "shifts"],
    [{ reviewHoursFrom: 8 }, "reviewHoursUntil"],
  ])("%j is refused and changes nothing", async (fields, field) => {
    const before = await readProgramme(world.context, world.operator);
    expect(await refusal(() => change(fields))).toEqual({ code: "invalid", params: { field } });
    expect(await readProgramme(world.context, world.operator)).toEqual(before);
  });
});

describe("segments", () => {
  test("new rates count from now on and leave what was written at the old ones", async () => {
    const segment = await createSegment(world.context, world.operator, GOLD);
    const { walletCode } = await enrolWallet(world.context, world.ours.admin, {
      contactMsisdn: uniqueMsisdn(),
      hasConsented: true,
      segmentId: segment.segmentId,
    });
    const reward = () =>
      world.context.ledger.post({
        type: "reward",
        walletCode,
        value: 10_00n,
        actor: {
          userId: world.ours.cashier.userId,
          channelId: 1,
          merchantId: world.ours.merchantId,
          branchId: null,
          branchMsisdn: null,
        },
      });
    const before = await reward();
    const changed = await updateSegment(world.context, world.operator, {
      segmentId: segment.segmentId,
      version: segment.versionId,
      rewardFactor: "3",
    });
    expect(changed).toMatchObject({ ...GOLD, rewardFactor: "3" });
    expect(changed.versionId).not.toBe(segment.versionId);
    const after = await reward();
    expect([before.entry.amount, after.entry.amount]).toEqual([15, 30]);
    expect([before.entry.segmentVersionId, after.entry.segmentVersionId]).toEqual([
      segment.versionId,
      changed.versionId,
    ]);
    const versions = await world.database.prisma.segmentVersion.findMany({
      where: { segmentId: segment.segmentId },
      orderBy: { id: "asc" },
    });
    expect(versions.map(({ isCurrent, createdBy }) => [isCurrent, createdBy])).toEqual([
      [false, world.operator.userId],
      [true, world.operator.userId],
    ]);
  });

  test("of many who change one segment at once exactly one does, and there is one present version", async () => {
    const segment = await createSegment(world.context, world.operator, GOLD);
    const target = { segmentId: segment.segmentId, version: segment.versionId };
    const outcomes = await Promise.allSettled(
      [1, 2, 3, 4, 5].map((bonusPoints) =>
        updateSegment(world.context, world.operator, { ...target, bonusPoints }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const versions = await world.database.prisma.segmentVersion.count({
      where: { segmentId: segment.segmentId },
    });
    expect(versions).toBe(2);
  });

  test("a change that changes nothing makes no version", async () => {
    const segment = await createSegment(world.context, world.operator, GOLD);
    const same = await updateSegment(world.context, world.operator, {
      segmentId: segment.segmentId,
      version: segment.versionId,
      nameEn: GOLD.nameEn,
    });
    expect(same.versionId).toBe(segment.versionId);
  });

  test("the default segment begins at 0", async () => {
    const standard = (await listSegments(world.context, world.operator)).find(({ isDefault }) => isDefault);
    expect(
      await refusal(() =>
        updateSegment(world.context, world.operator, {
          segmentId: standard?.segmentId ?? 0,
          version: standard?.versionId ?? 0,
          value: 10,
        }),
      ),
    ).toEqual({ code: "invalid", params: { field: "value" } });
  });

  test.each([
    [{ redeemFactor: "0" }, "factors"],
    [{ rewardFactor: "-1" }, "factors"],
    [{ rewardFactor: "10001" }, "factors"],
    [{ value: -1 }, "points"],
    [{ bonusPoints: 1_000_001 }, "points"],
  ])("%j is refused", async (rates, field) => {
    expect(await refusal(() => createSegment(world.context, world.operator, { ...GOLD, ...rates }))).toEqual({
      code: "invalid",
      params: { field },
    });
  });
});
