import { createClient } from "@/lib/areas/clients/clients";
import { rollUpNextPart } from "@/lib/areas/reports/rollup";
import { systemClock } from "@/lib/platform/clock";
import type { Prisma } from "@/lib/platform/database/generated/client";
import type { TestDatabase } from "@/tests/support/database";
import { createPromotion, createWallet } from "@/tests/support/ledger";
import { makeCustomer } from "./customers";
import { createDeal, daysFromNow } from "./deals";
import { workTill } from "./work-till";
import type { PortalWorld } from "./world";

/** The record of each kind that addresses of pages name. */
export type FullDesk = Record<
  "walletId" | "clientId" | "dealId" | "userId" | "shiftId" | "findingId" | "entryId",
  number
>;

/** Names as customers have them, in both languages: those of three words are what breaks a narrow column. */
const CUSTOMERS = [
  "Farouk Abdelrahman Mostafa",
  "مصطفى عبد الرحمن السيد",
  "Mona Adel",
  "عبد الفتاح المنصوري",
] as const;

/** Puts something into every list of the desk. */
export async function fillDesk(database: TestDatabase, world: PortalWorld): Promise<FullDesk> {
  const { prisma, pool } = database;
  const { merchantId, branchIds } = world;
  const admin = await prisma.user.findUniqueOrThrow({ where: { username: world.usernames.merchant_admin } });
  const second = await prisma.user.create({
    data: {
      name: "Abdelrahman Elsherbiny",
      email: "second@portal.invalid",
      username: "abdelrahman.elsherbiny",
      role: "merchant_admin",
      merchantId,
    },
  });
  const segment = await prisma.segment.findFirstOrThrow({ where: { isDefault: true } });
  const wallets = await Promise.all(
    CUSTOMERS.map(async (name, index) =>
      makeCustomer(
        database,
        await createWallet(pool, { segmentId: segment.id, name, walletCode: `70010020${index}0` }),
        merchantId,
      ),
    ),
  );
  const [first, other] = wallets as [(typeof wallets)[number], (typeof wallets)[number]];
  let entryId = 0;
  await workTill({ database, world }, async ({ post, commands }) => {
    const invoice = { invoiceNumber: "INV-2026-0088213" };
    await post(commands.reward(first, 125_000.5, invoice), daysFromNow(-40));
    await post(commands.reward(other, 1_300), daysFromNow(-2));
    const redemptionId = await post(commands.redeem(first, 20_750, invoice));
    await post(commands.refund(first, redemptionId, { points: 1_200 }));
    entryId = redemptionId;
    const mistaken = await post(commands.reward(first, 333));
    await post(commands.cancel(first, mistaken));
  });
  await addDeals(database, world);
  await addRequests(prisma, { merchantId, userId: admin.id, deciderId: second.id, walletId: first.id });
  await addWebhook(prisma, merchantId);
  await prisma.auditLog.createMany({
    data: [
      ["branch.update", "branch", String(branchIds[0])],
      ["user.reset_two_factor", "user", String(second.id)],
      ["wallet.set_status", "wallet", first.walletCode],
    ].map(([action = "", subjectType = "", subjectId = ""]) => ({
      userId: admin.id,
      merchantId,
      action,
      subjectType,
      subjectId,
      before: { nameEn: "Branch 1" },
      after: { nameEn: "Branch of the old market" },
    })),
  });
  let outcome = await rollUpNextPart({ pool, clock: systemClock });
  while (outcome.kind === "done" && outcome.isBehind)
    outcome = await rollUpNextPart({ pool, clock: systemClock });
  const { id: dealId } = await prisma.deal.findFirstOrThrow({ where: { state: "published" } });
  return {
    walletId: first.id,
    clientId: await addClient(prisma, { merchantId, userId: admin.id }),
    dealId,
    entryId,
    ...(await addCashiersWork(prisma, world)),
  };
}

/** A cashier's shift, and a finding about the cashier. */
async function addCashiersWork(
  prisma: TestDatabase["prisma"],
  { merchantId, branchIds, usernames }: PortalWorld,
) {
  const { id: userId } = await prisma.user.findUniqueOrThrow({ where: { username: usernames.cashier } });
  const [branchId] = branchIds;
  const shift = await prisma.shift.create({
    data: {
      userId,
      branchId,
      openedBy: userId,
      openedAt: daysFromNow(-1),
      openingHundredths: 50_000n,
      closedBy: userId,
      closedAt: daysFromNow(-0.7),
      ending: "closed",
      closingHundredths: 81_250n,
    },
  });
  const finding = await prisma.radarFinding.create({
    data: {
      userId,
      branchId,
      merchantId,
      signal: "quick_redemption",
      day: daysFromNow(-1),
      days: 7,
      count: 9,
      total: 20,
      habit: 1.5,
      evidence: [],
      foundAt: new Date(),
    },
  });
  return { userId, shiftId: shift.id, findingId: Number(finding.id) };
}

async function addDeals(database: TestDatabase, { merchantId, branchIds }: PortalWorld): Promise<void> {
  await createPromotion(database.pool, { rule: { branchIds, minHundredths: 1_000_00 }, budget: 1_000_000 });
  const names = [
    ["Restaurants and coffee houses", "المطاعم والمقاهي"],
    ["Electronics", "الإلكترونيات"],
  ] as const;
  for (const [index, [nameEn, nameAr]] of names.entries()) {
    const category = await database.prisma.category.create({
      data: { nameEn, nameAr, icon: "coffee", sortingNumber: index + 1 },
    });
    for (const state of ["published", "draft", "paused"])
      await createDeal(database, {
        merchantId,
        categoryId: category.id,
        branchIds,
        state,
        titleEn: "Half-price breakfast for two on weekdays",
        titleAr: "إفطار لشخصين بنصف السعر في أيام الأسبوع",
      });
  }
}

/** Adjustments in every state, and a file that was carried out and one that waits for a second person. */
async function addRequests(
  prisma: TestDatabase["prisma"],
  ids: { merchantId: number; userId: number; deciderId: number; walletId: number },
): Promise<void> {
  const { merchantId, userId, deciderId, walletId } = ids;
  const base = {
    walletId: BigInt(walletId),
    merchantId,
    direction: "up",
    pocket: "spendable",
    points: 125_000n,
    reason: "Points of the old card, which was lost in the metro",
    requestedAt: new Date(),
    expiresAt: daysFromNow(7),
  };
  const decided = { decidedBy: deciderId, decidedAt: new Date(), note: "The receipt is there" };
  const adjustments: Prisma.PointAdjustmentCreateManyInput[] = [
    { ...base, reference: "waits-1", requestedBy: userId },
    { ...base, reference: "waits-2", requestedBy: deciderId },
    { ...base, ...decided, reference: "approved", requestedBy: userId, state: "approved" },
    { ...base, ...decided, reference: "refused", requestedBy: userId, state: "refused" },
  ];
  await prisma.pointAdjustment.createMany({ data: adjustments });
  const file = { bytes: 1_000, merchantId, createdAt: new Date(), columns: ["mobile", "name"] };
  const done = await prisma.walletImport.create({
    data: {
      ...file,
      fileName: "customers-of-the-old-programme.csv",
      createdBy: userId,
      state: "done",
      finishedAt: new Date(),
      lines: 3,
      created: 1,
      refused: 2,
    },
  });
  const problems = [
    { column: "mobile", code: "invalid" },
    { column: "openingPoints", code: "invalid" },
    { column: "segmentId", code: "unknown_segment" },
  ];
  await prisma.walletImportRow.createMany({
    data: [3, 4].map((line) => ({
      importId: done.id,
      line,
      state: 2,
      problems,
      fields: {
        cells: {
          mobile: "0100 12",
          name: "Farouk Abdelrahman Mostafa",
          openingPoints: "-5",
          segmentId: "Platin",
        },
      },
    })),
  });
  await prisma.walletImport.create({
    data: {
      ...file,
      fileName: "points.csv",
      createdBy: deciderId,
      state: "checked",
      lines: 2,
      openingPoints: 500_000n,
    },
  });
}

async function addWebhook(prisma: TestDatabase["prisma"], merchantId: number): Promise<void> {
  const endpoint = await prisma.webhookEndpoint.create({
    data: {
      merchantId,
      url: "https://accounting.example/points",
      description: "Accounting",
      eventTypes: ["points.rewarded", "points.redeemed", "wallet.created"],
      // Nothing is sent while it is tested.
      state: "disabled",
      disabledReason: "person",
      disabledAt: new Date(),
    },
  });
  await prisma.webhookSecret.create({
    data: { endpointId: endpoint.id, sealed: new Uint8Array(1), last4: "abcd" },
  });
  for (const [index, state] of ["delivered", "dead"].entries()) {
    const delivery = await prisma.webhookDelivery.create({
      data: {
        endpointId: endpoint.id,
        eventId: `evt_p${index}`,
        type: "points.rewarded",
        subject: `wallet:${index}`,
        payload: JSON.stringify({ type: "points.rewarded", data: { walletCode: "7001002000", points: 250 } }),
        state,
        attempts: 1,
        nextAttemptAt: new Date(),
        giveUpAt: daysFromNow(3),
        createdAt: new Date(),
        finishedAt: new Date(),
      },
    });
    await prisma.webhookAttempt.create({
      data: { deliveryId: delivery.id, at: new Date(), durationMs: 120, status: 503, answerStart: "busy" },
    });
  }
}

/** A test client with its wallets, requests and a certificate. */
async function addClient(
  prisma: TestDatabase["prisma"],
  { merchantId, userId }: { merchantId: number; userId: number },
): Promise<number> {
  const { client } = await createClient(
    { database: prisma, clock: systemClock },
    { userId, role: "merchant_admin", merchantId },
    {
      merchantId,
      name: "Tills of the branches in Nasr City",
      scopes: ["reward", "redeem", "refund"],
      isTest: true,
    },
  );
  const base = {
    clientId: client.id,
    at: new Date(),
    method: "POST",
    durationMs: 12.5,
    ipAddress: "203.0.113.7",
  };
  await prisma.apiRequest.createMany({
    data: [
      { code: 0, status: 200, operation: "Reward" },
      { code: 1301, status: 422, operation: "RedeemUser" },
      { code: 1001, status: 400, operation: "GetTransaction", parameters: { field: "TransactionId" } },
    ].map((request, index) => ({
      ...base,
      ...request,
      requestId: `3f0e2f6c-8f0b-4f5e-9f5c-0d7a3a0c5d1${index}`,
      request: { fields: { WalletCode: "7001002000", PointsValue: 50 }, hidden: [], unknown: [] },
      answer: { length: 24, body: { errorCode: String(request.code) } },
    })),
  });
  await prisma.certificate.create({
    data: {
      number: "PS-7K2M-9QXD-4HTR",
      clientId: client.id,
      merchantId,
      clientName: client.name,
      merchantNameEn: "One",
      merchantNameAr: "واحد",
      maker: "Makers of Tills and Scales",
      serviceVersion: "1.0.0",
      requirements: [],
      issuedAt: new Date(),
      issuedBy: userId,
      expiresAt: daysFromNow(365),
    },
  });
  return client.id;
}
