import { afterAll, beforeAll, expect, test } from "vitest";
import { withdrawConsent } from "@/lib/areas/privacy/person-file";
import { enrolWallet } from "@/lib/areas/wallets/enrol-wallet";
import { countNotJoined, joinAtTill, joinMany } from "@/lib/areas/wallets/join-customer";
import { readConsents } from "@/lib/portal/acts/consent";
import { audit, createWorld, refusal, uniqueMsisdn, type World } from "@/tests/support/admin-world";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.database.drop());

const customer = (by = world.ours.admin, hasConsented = false) =>
  enrolWallet(world.context, by, { contactMsisdn: uniqueMsisdn(), hasConsented });

const give = (walletCode: string, points: number) =>
  world.context.ledger.post({
    ...{ type: "adjust", walletCode, direction: "up", pocket: "spendable", points, comment: "" },
    actor: {
      ...{ userId: world.operator.userId, channelId: 3 },
      merchantId: null,
      branchId: null,
      branchMsisdn: null,
    },
  });

const PAPER = { agreedOn: "2026-03-08", language: "en", version: 1, proof: "Folder 3" } as const;
const isOptedIn = async (walletCode: string) =>
  (await world.database.prisma.wallet.findUniqueOrThrow({ where: { walletCode } })).isOptedIn;

test("a customer who agrees at the till takes part from then on, a stranger to the merchant too; once, however often it is sent", async () => {
  const { walletCode, id } = await customer(world.theirs.admin);
  const consent = { version: 1, language: "ar" } as const;
  expect(
    await refusal(() =>
      joinAtTill(world.context, world.ours.cashier, { walletCode, consent: { ...consent, version: 9 } }),
    ),
  ).toMatchObject({ code: "conflict" });
  for (let time = 0; time < 2; time += 1)
    expect(await joinAtTill(world.context, world.ours.cashier, { walletCode, consent })).toMatchObject({
      isOptedIn: true,
      consentBy: world.ours.cashier.userId,
    });
  expect(await readConsents(world.database.prisma, id)).toMatchObject([
    { isGiven: true, via: "till", version: 1, language: "ar", proof: null },
  ]);
});

test("many join with what proves it: those whom the actor knows, who have not joined and have not taken their consent back", async () => {
  const [one, two, gone, strange] = await Promise.all([
    ...[customer(), customer(), customer(world.ours.admin, true), customer(world.theirs.admin)],
  ]);
  if (!one || !two || !gone || !strange) throw new Error("not enrolled");
  await withdrawConsent(world.context, world.operator, {
    walletCode: gone.walletCode,
    version: gone.version,
  });
  await give(one.walletCode, 40);
  const ids = [one, two, gone, strange].map(({ id }) => id);
  const counted = await countNotJoined(world.context, world.ours.admin, { ids });
  expect(counted).toEqual({ customers: 2, points: 40 });
  const join = (more: object) =>
    joinMany(world.context, world.ours.admin, { ids, paper: PAPER, counted, ...more });
  expect(await refusal(() => join({ counted: { customers: 2, points: 39 } }))).toMatchObject({
    code: "conflict",
  });
  expect(await refusal(() => join({ paper: { ...PAPER, agreedOn: "2026-11-22" } }))).toMatchObject({
    params: { field: "agreedOn" },
  });
  expect(await join({})).toBe(2);
  expect(await Promise.all([one, two, gone, strange].map(({ walletCode }) => isOptedIn(walletCode)))).toEqual(
    [...[true, true, false, false]],
  );
  const [consent] = await readConsents(world.database.prisma, one.id);
  expect(consent).toMatchObject({
    via: "desk",
    proof: "Folder 3",
    version: 1,
    at: new Date("2026-03-07T22:00:00Z"),
  });
  const rows = (await audit(world, "wallet")).filter(({ action }) => action === "wallet.join_many");
  expect(rows.map(({ subject_id }) => subject_id).sort()).toEqual([one.walletCode, two.walletCode].sort());
});

test("joining many opens up their points: above the actor's limit a second person is asked", async () => {
  const above = Number((await world.database.prisma.programme.findFirstOrThrow()).adjustmentApprovalAbove);
  const rich = await customer();
  await give(rich.walletCode, above + 1);
  const counted = { customers: 1, points: above + 1 };
  expect(
    await refusal(() => joinMany(world.context, world.ours.admin, { ids: [rich.id], paper: PAPER, counted })),
  ).toMatchObject({ code: "second_person" });
  expect(await isOptedIn(rich.walletCode)).toBe(false);
  expect(await world.database.prisma.pointAdjustment.findFirst({ where: { kind: "join" } })).toMatchObject({
    state: "requested",
    points: BigInt(above + 1),
    summary: { count: "1", proof: "Folder 3" },
  });
});
