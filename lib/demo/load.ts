import type { Pool } from "pg";
import { hashClientSecret } from "@/lib/areas/clients/api-client";
import { createSandbox, hashScenarioPins } from "@/lib/areas/sandbox/create-sandbox";
import { resetSandbox } from "@/lib/areas/sandbox/reset-sandbox";
import { createLedger } from "@/lib/ledger/core/ledger";
import { CHANNEL, WALLET_STATUS } from "@/lib/ledger/core/types";
import { DEFAULT_LIMITS } from "@/lib/ledger/with/limits/words";
import { LOCKED_UNTIL_RESET } from "@/lib/ledger/with/pin/rule";
import { insertReferrals } from "@/lib/ledger/with/referrals/facts";
import { ManualClock } from "@/lib/platform/clock";
import type { Prisma, PrismaClient } from "@/lib/platform/database/generated/client";
import { NO_TIMEOUT_MS, sender } from "@/lib/platform/database/sender";
import { ensureSystemUser, SYSTEM_USER_EMAIL } from "@/lib/portal/acts/system-user";
import { hashPassword } from "@/lib/portal/session/password";
import {
  insertCustomers,
  insertWallets,
  overwriteWallet,
  readStoredBalances,
  readWalletIds,
} from "@/lib/wallet/rows";
import { ACTS, type DemoActSubject } from "./catalogue/acts";
import { DEALS } from "./catalogue/deals";
import { type DemoMerchant, MERCHANTS } from "./catalogue/merchants";
import { CLIENTS, type DemoClient, STAFF } from "./catalogue/people";
import { CATEGORIES, type CategoryKey, PROGRAMME_NAME, SEGMENTS } from "./catalogue/programme";
import { PROMOTIONS } from "./catalogue/promotions";
import { loadCoupons } from "./coupons";
import { daysBefore } from "./days";
import { bringFamily } from "./families";
import { FIXED_BALANCES } from "./fixed-balances";
import { OWN_WALLETS } from "./history/odd-days";
import { unfold } from "./history/unfold";
import { type Cast, World } from "./history/world";
import { dealImage, merchantLogo } from "./images";
import { DEMO_JOB, findDemoPresence } from "./presence";
import {
  branchRow,
  clientRow,
  dealDayRows,
  dealRow,
  e164,
  issuedAt,
  merchantRow,
  profileRow,
  programmeStart,
  segmentVersionRow,
  staffRow,
  technicalEmail,
  technicalUserRow,
  walletRow,
} from "./rows";
import { DEMO_REFERRALS, type DemoWallet, drawWallets, kinCodes } from "./wallets";

export interface DemoDataOptions {
  /** Connections for the ledger; two are enough. */
  pool: Pool;
  prisma: PrismaClient;
  /** The moment of loading: history ends at it, deals are scheduled around it. */
  now: Date;
}

export type DemoDataOutcome =
  | { kind: "loaded"; wallets: number; movements: number; deals: number }
  /** The demo data is there already. */
  | { kind: "present" }
  /** The database holds real data, which stays untouched. */
  | { kind: "refused" };

/** The advisory lock that whoever loads holds. Any constant would do. */
export const LOAD_LOCK = 7_305_112_020;
const TRANSACTION_TIMEOUT_MS = 60_000;

type Transaction = Prisma.TransactionClient;

/**
 * Loads the demo data into an empty database: the catalogue in one transaction, then months of history through the ledger,
 * each entry dated by the ledger's clock. Never over existing data. A load that was interrupted is taken up where it
 * stopped. The same `now` gives the same data. Safe to call from several processes at once: one loads, the others wait.
 */
export async function loadDemoData(options: DemoDataOptions): Promise<DemoDataOutcome> {
  const guard = await options.pool.connect();
  // A lost connection is noticed by those who work; without a listener it would end the process.
  guard.on("error", () => undefined);
  try {
    // Others may wait for longer than a statement usually takes.
    await guard.query(`SELECT set_config(name, '0', false) FROM pg_settings
                        WHERE name IN ('statement_timeout', 'lock_timeout', 'transaction_timeout')`);
    await sender(guard, NO_TIMEOUT_MS)({ text: "SELECT pg_advisory_lock($1)", values: [LOAD_LOCK] });
    return await loadOnce(options);
  } finally {
    // Closing the connection gives the lock back and takes the settings with it.
    guard.release(true);
  }
}

async function loadOnce({ pool, prisma, now }: DemoDataOptions): Promise<DemoDataOutcome> {
  const presence = await findDemoPresence(pool);
  if (presence !== "missing") return { kind: presence };

  const job = await prisma.jobRun.findUnique({ where: { name: DEMO_JOB } });
  // An interrupted load goes on as of the moment when it began, or its history would not fit together.
  const startedAt = job?.startedAt ?? now;
  const wallets = drawWallets(startedAt);
  if (job === null) await loadCatalogue(prisma, wallets, startedAt);
  const world = new World(await readCast(prisma), wallets, startedAt);
  const movements = await unfold(world, { pool, now: startedAt });
  await fillSandbox({ pool, prisma, now: startedAt });
  await bringFamily({ pool, prisma, now: startedAt }, kinCodes(wallets), world);
  await checkBalances(prisma);
  await inTransaction(prisma, (tx) => finish(tx, wallets, startedAt));
  return { kind: "loaded", wallets: wallets.length, movements, deals: DEALS.length };
}

function inTransaction<Result>(
  prisma: PrismaClient,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const withoutLimits = async (tx: Transaction) => {
    // The service's sessions allow a transaction as long as a till may wait, which a slow machine needs longer than.
    await tx.$queryRaw`SELECT set_config(name, '0', true) FROM pg_settings WHERE name IN ('statement_timeout', 'transaction_timeout')`;
    return work(tx);
  };
  return prisma.$transaction(withoutLimits, {
    timeout: TRANSACTION_TIMEOUT_MS,
    maxWait: TRANSACTION_TIMEOUT_MS,
  });
}

// The catalogue ------------------------------------------------------------------------------------------------------

/** Everything but points, in one transaction. Slow hashes are made before it. */
async function loadCatalogue(prisma: PrismaClient, wallets: readonly DemoWallet[], now: Date): Promise<void> {
  const passwords = await hashAll(STAFF.map(({ username }) => [username, `${username}-demo`]));
  const pins = await hashAll(
    wallets.flatMap(({ walletCode, pin }) => (pin === null ? [] : [[walletCode, pin]])),
  );
  const pinHashes = await hashScenarioPins();
  await inTransaction(prisma, async (tx) => {
    await tx.jobRun.create({ data: { name: DEMO_JOB, startedAt: now } });
    await loadMerchants(tx, now);
    const userIds = await loadUsers(tx, passwords, now);
    const segmentIds = await loadProgramme(tx, now);
    await loadDeals(tx, now);
    await loadPromotions(tx, now);
    await loadWallets(tx, { wallets, segmentIds, pins, userIds });
    await loadReferrals(tx, wallets);
    await loadOwnNumbers(tx, { wallets, userIds }, now);
    const openedBy = take(userIds, SYSTEM_USER_EMAIL);
    const sandbox = await createSandbox(tx, { isDemo: true, pinHashes, openedBy, now: programmeStart(now) });
    await loadClients(tx, { userIds, sandboxId: sandbox.id }, now);
  });
}

async function hashAll(secrets: (readonly string[])[]): Promise<Map<string, string>> {
  const hashes = await Promise.all(
    secrets.map(async ([name = "", secret = ""]) => [name, await hashPassword(secret)] as const),
  );
  return new Map(hashes);
}

async function loadProgramme(tx: Transaction, now: Date): Promise<number[]> {
  await tx.programme.create({
    data: {
      nameEn: PROGRAMME_NAME.en,
      nameAr: PROGRAMME_NAME.ar,
      ...DEFAULT_LIMITS,
      ...DEMO_REFERRALS,
      // Seen at the till of the cashier whose own wallet is among the customers'.
      reviewOwnNumber: true,
      updatedAt: daysBefore(now, 300, 640),
    },
  });
  const segments = await tx.segment.createManyAndReturn({
    data: SEGMENTS.map(({ isDefault }) => ({ isDefault, createdAt: programmeStart(now) })),
    select: { id: true },
  });
  const ids = segments.map(({ id }) => id).sort((one, other) => one - other);
  const versions = SEGMENTS.map((segment, index) => ({
    ...segmentVersionRow(segment, at(ids, index), index + 1),
    createdAt: programmeStart(now),
  }));
  await tx.segmentVersion.createMany({ data: versions });
  return ids;
}

async function loadMerchants(tx: Transaction, now: Date): Promise<void> {
  const logos = new Map(MERCHANTS.map((merchant) => [merchant.id, merchantLogo(merchant)]));
  await tx.image.createMany({ data: [...logos.values()], skipDuplicates: true });
  await tx.merchant.createMany({
    data: MERCHANTS.map((merchant) => merchantRow(merchant, take(logos, merchant.id).hash, now)),
  });
  // Merchants were given their ids; the next one created continues after them.
  await tx.$executeRaw`SELECT nextval(pg_get_serial_sequence('merchant', 'id')) FROM generate_series(1, ${MERCHANTS.length})`;
  await tx.branch.createMany({
    data: MERCHANTS.flatMap(({ id, branches }) => branches.map((branch) => branchRow(branch, id, now))),
  });
}

/** Staff who are customers too. */
async function loadOwnNumbers(
  tx: Transaction,
  { wallets, userIds }: { wallets: readonly DemoWallet[]; userIds: ReadonlyMap<string, number> },
  now: Date,
): Promise<void> {
  await tx.staffNumber.createMany({
    data: Object.entries(OWN_WALLETS).flatMap(([username, walletCode]) =>
      wallets
        .filter((wallet) => wallet.walletCode === walletCode)
        .map(({ contactMsisdn: msisdn }) => ({
          userId: take(userIds, username),
          msisdn,
          createdBy: take(userIds, "admin"),
          createdAt: daysBefore(now, 30, 700),
        })),
    ),
  });
}

/** User ids by e-mail address and by user name. */
async function loadUsers(
  tx: Transaction,
  passwords: ReadonlyMap<string, string>,
  now: Date,
): Promise<Map<string, number>> {
  await ensureSystemUser(tx);
  await tx.user.createMany({
    data: [
      ...STAFF.map((staff) => staffRow(staff, now)),
      ...CLIENTS.map((client, index) => technicalUserRow(client, index, now)),
    ],
  });
  const users = await tx.user.findMany({ select: { id: true, email: true, username: true } });
  const ids = new Map(
    users.flatMap(({ id, email, username }) => [[email, id] as const, [username ?? email, id] as const]),
  );
  await tx.account.createMany({
    data: STAFF.map(({ username }) => ({
      userId: take(ids, username),
      accountId: String(take(ids, username)),
      providerId: "credential",
      password: take(passwords, username),
    })),
  });
  const branchIds = await readBranchIds(tx);
  await tx.userBranch.createMany({
    data: STAFF.flatMap(({ username, branches }) =>
      branches.map((msisdn) => ({ userId: take(ids, username), branchId: take(branchIds, e164(msisdn)) })),
    ),
  });
  return ids;
}

async function loadClients(
  tx: Transaction,
  { userIds, sandboxId }: { userIds: ReadonlyMap<string, number>; sandboxId: number },
  now: Date,
): Promise<void> {
  const branchIds = await readBranchIds(tx);
  for (const [index, client] of CLIENTS.entries()) {
    const userId = take(userIds, technicalEmail(index));
    const { id: clientId } = await tx.apiClient.create({
      data: clientRow(client, { userId, sandboxId }, now),
    });
    const secrets = client.nextSecret === undefined ? [client.secret] : [client.secret, client.nextSecret];
    await tx.apiClientSecret.createMany({
      data: secrets.map((secret) => ({
        clientId,
        secretHash: new Uint8Array(hashClientSecret(secret)),
        last4: secret.slice(-4),
        revokedAt: client.isRevoked ? daysBefore(now, 33, 760) : null,
        createdAt: secretIssuedAt(client, secret, now),
      })),
    });
    const branches = client.branches ?? [];
    await tx.apiClientBranch.createMany({
      data: branches.map((msisdn) => ({ clientId, branchId: take(branchIds, e164(msisdn)) })),
    });
  }
}

function secretIssuedAt(client: DemoClient, secret: string, now: Date): Date {
  if (client.issuedDaysAgo === 0) return issuedAt(client, now);
  return daysBefore(now, secret === client.nextSecret ? 14 : 150, 660);
}

async function loadDeals(tx: Transaction, now: Date): Promise<void> {
  const categories = await tx.category.createManyAndReturn({
    data: Object.values(CATEGORIES).map(({ name, icon, isActive }, index) => ({
      nameEn: name.en,
      nameAr: name.ar,
      icon,
      isActive,
      sortingNumber: (index + 1) * 10,
    })),
    select: { id: true, nameEn: true },
  });
  const categoryIds = new Map(categories.map(({ id, nameEn }) => [nameEn, id]));
  const categoryId = (key: CategoryKey) => take(categoryIds, CATEGORIES[key].name.en);
  const merchants = new Map(MERCHANTS.map((merchant) => [merchant.id, merchant]));
  const images = new Map(DEALS.map((deal) => [deal.offerNumber, dealImage(deal)]));
  await tx.image.createMany({ data: [...images.values()], skipDuplicates: true });
  const deals = await tx.deal.createManyAndReturn({
    data: DEALS.map((deal) => {
      const imageHash = take(images, deal.offerNumber).hash;
      return dealRow(deal, { categoryId: categoryId(deal.category), imageHash }, now);
    }),
    select: { id: true, offerNumber: true },
  });
  const dealIds = new Map(deals.map(({ id, offerNumber }) => [offerNumber, id]));
  await tx.dealDay.createMany({
    data: DEALS.flatMap((deal) => dealDayRows(deal, take(dealIds, deal.offerNumber), now)),
  });
  const branchIds = await readBranchIds(tx);
  await tx.dealBranch.createMany({
    data: DEALS.flatMap((deal) =>
      (deal.branches ?? allBranches(take(merchants, deal.merchantId))).map((msisdn) => ({
        dealId: take(dealIds, deal.offerNumber),
        branchId: take(branchIds, e164(msisdn)),
      })),
    ),
  });
}

async function loadPromotions(tx: Transaction, now: Date): Promise<void> {
  const branchIds = await readBranchIds(tx);
  for (const promotion of PROMOTIONS) {
    const { number, merchantId, name, rule, branches = [], skus = [], budgetPoints, wallet } = promotion;
    const deal =
      promotion.deal === undefined
        ? null
        : await tx.deal.findUniqueOrThrow({ where: { offerNumber: promotion.deal } });
    const { id } = await tx.promotion.create({
      data: {
        number,
        merchantId,
        dealId: deal?.id ?? null,
        state: "published",
        wasPublished: true,
        startsAt: deal?.startDate ?? daysBefore(now, -promotion.startsIn, 0),
        endsAt: deal?.endDate ?? daysBefore(now, -promotion.endsIn, 0),
        hasBudget: budgetPoints !== undefined,
        hasWalletLimit: wallet !== undefined,
        versions: {
          create: {
            nameEn: name.en,
            nameAr: name.ar,
            rule: { ...rule, branchIds: branches.map((msisdn) => take(branchIds, e164(msisdn))) } as object,
            budgetPoints: budgetPoints ?? null,
            walletMax: wallet?.[0] ?? null,
            walletPeriod: wallet?.[1] ?? null,
            skus: { create: [...skus] },
          },
        },
      },
    });
    if (budgetPoints !== undefined) await tx.promotionTotal.create({ data: { promotionId: id } });
  }
}

function allBranches({ branches }: DemoMerchant): string[] {
  return branches.map(({ msisdn }) => msisdn);
}

async function loadWallets(
  tx: Transaction,
  {
    wallets,
    segmentIds,
    pins,
    userIds,
  }: {
    wallets: readonly DemoWallet[];
    segmentIds: readonly number[];
    pins: ReadonlyMap<string, string>;
    userIds: ReadonlyMap<string, number>;
  },
): Promise<void> {
  const walletIds = await insertWallets(
    tx,
    wallets.map((wallet) => walletRow(wallet, at(segmentIds, wallet.segment))),
  );
  const enrolledBy = take(userIds, "cashier");
  await insertCustomers(tx, {
    profiles: wallets.map((wallet) => profileRow(wallet, take(walletIds, wallet.walletCode), enrolledBy)),
    pins: wallets
      .filter(({ pin }) => pin !== null)
      .map(({ walletCode, createdAt }) => ({
        walletId: take(walletIds, walletCode),
        hash: take(pins, walletCode),
        setAt: createdAt,
        setBy: enrolledBy,
      })),
  });
}

/** Referrals, before anybody is rewarded: the history decides them. */
async function loadReferrals(tx: Transaction, wallets: readonly DemoWallet[]): Promise<void> {
  const walletIds = await readWalletIds(tx);
  await insertReferrals(
    tx,
    wallets.flatMap(({ walletCode, broughtBy, createdAt: openedAt }) => {
      if (broughtBy === null) return [];
      const [walletId, referrerWalletId] = [take(walletIds, walletCode), take(walletIds, broughtBy)];
      return [{ walletId, referrerWalletId, openedAt }];
    }),
  );
}

// The sandbox ---------------------------------------------------------------------------------------------------------

/** Gives the wallets of the sandbox their points, by the same reset that brings them back to them. */
async function fillSandbox({ pool, prisma, now }: DemoDataOptions): Promise<void> {
  const { id } = await prisma.sandbox.findFirstOrThrow({ where: { isDemo: true } });
  const [{ timeZone }, { id: userId }] = await Promise.all([
    prisma.programme.findUniqueOrThrow({ where: { id: 1 } }),
    prisma.user.findUniqueOrThrow({ where: { email: SYSTEM_USER_EMAIL } }),
  ]);
  const clock = new ManualClock(now);
  const ledger = createLedger({ pool, clock });
  await resetSandbox(
    { database: prisma, pool, clock, ledger, programme: { timeZone: () => timeZone } },
    { sandbox: { id, isDemo: true }, actor: { userId, merchantId: null, channelId: CHANNEL.system } },
  );
  await ledger.drain();
}

/** A reset brings the customers that examples rely on back to what the examples say, too. */
async function nameFixedCustomers(tx: Transaction, wallets: readonly DemoWallet[]): Promise<void> {
  const { id: sandboxId } = await tx.sandbox.findFirstOrThrow({ where: { isDemo: true } });
  const walletIds = await readWalletIds(tx);
  const resettable = wallets.filter(
    ({ walletCode, statusAfter }) =>
      walletCode in FIXED_BALANCES &&
      statusAfter !== WALLET_STATUS.closed &&
      statusAfter !== WALLET_STATUS.merged,
  );
  await tx.sandboxWallet.createMany({
    data: resettable.map(({ walletCode, contactMsisdn, statusAfter }) => ({
      walletId: take(walletIds, walletCode),
      sandboxId,
      walletCode,
      contactMsisdn,
      scenario: "plain",
      points: FIXED_BALANCES[walletCode] ?? 0,
      statusId: statusAfter,
    })),
  });
}

// After the history ---------------------------------------------------------------------------------------------------

/** Writes the final states of the wallets, the acts on record, and the mark that all is there. */
async function finish(tx: Transaction, wallets: readonly DemoWallet[], now: Date): Promise<void> {
  const walletIds = await readWalletIds(tx);
  for (const wallet of wallets) {
    if (wallet.statusAfter === wallet.statusBefore) continue;
    const mergedIntoWalletId = wallet.mergedInto === null ? null : take(walletIds, wallet.mergedInto);
    await overwriteWallet(tx, wallet.walletCode, {
      wallet: { statusId: wallet.statusAfter, mergedIntoWalletId },
    });
  }
  const guessedAt = Array.from({ length: 10 }, (_, index) => daysBefore(now, 2, 1_140 + index));
  for (const { walletCode } of wallets.filter(({ hasLockedPin }) => hasLockedPin)) {
    await overwriteWallet(tx, walletCode, {
      pin: { failedAt: guessedAt, lockedUntil: LOCKED_UNTIL_RESET },
    });
  }
  await nameFixedCustomers(tx, wallets);
  await loadActs(tx, now);
  const { id: userId } = await tx.user.findFirstOrThrow({ where: { email: SYSTEM_USER_EMAIL } });
  await loadCoupons(tx, { walletIds, now, userId });
  await tx.jobRun.update({ where: { name: DEMO_JOB }, data: { finishedAt: now } });
}

async function loadActs(tx: Transaction, now: Date): Promise<void> {
  const idOf = await subjectIds(tx);
  const users = await tx.user.findMany({ select: { id: true, username: true } });
  const userIds = new Map(users.map(({ id, username }) => [username, id]));
  await tx.auditLog.createMany({
    data: ACTS.map(({ daysAgo, minute, by, merchantId, action, subject, before, after }) => ({
      createdAt: daysBefore(now, daysAgo, minute),
      userId: take(userIds, by),
      merchantId,
      action,
      subjectType: subject.type,
      subjectId: idOf(subject),
      ...(before === null ? {} : { before: { ...before } as Prisma.InputJsonObject }),
      ...(after === null ? {} : { after: { ...after } as Prisma.InputJsonObject }),
      ipAddress: "10.20.0.14",
    })),
  });
}

async function subjectIds(tx: Transaction): Promise<(subject: DemoActSubject) => string> {
  const [users, secrets, branchIds] = await Promise.all([
    tx.user.findMany({ select: { id: true, username: true } }),
    tx.apiClientSecret.findMany({ select: { clientId: true, secretHash: true } }),
    readBranchIds(tx),
  ]);
  const userIds = new Map(users.map(({ id, username }) => [username, id]));
  const clientIds = new Map(
    secrets.map(({ clientId, secretHash }) => [Buffer.from(secretHash).toString("hex"), clientId]),
  );
  return (subject) => {
    switch (subject.type) {
      case "wallet":
        return subject.walletCode;
      case "branch":
        return String(take(branchIds, e164(subject.msisdn)));
      case "user":
        return String(take(userIds, subject.username));
      case "client":
        return String(take(clientIds, hashClientSecret(subject.secret).toString("hex")));
      case "programme":
        return "1";
    }
  };
}

/** The demo data is wrong if a wallet that others rely on has another balance. */
async function checkBalances(prisma: PrismaClient): Promise<void> {
  const balances = await readStoredBalances(prisma, Object.keys(FIXED_BALANCES));
  for (const [walletCode, balance] of balances) {
    if (balance === FIXED_BALANCES[walletCode]) continue;
    throw new Error(`Wallet ${walletCode} of the demo data ended with ${balance} points`);
  }
}

// Stored rows ------------------------------------------------------------------------------------------------------------

/** Actors read back from the database, so that an interrupted load can be taken up. */
async function readCast(prisma: PrismaClient): Promise<Cast> {
  const [branches, users] = await Promise.all([
    prisma.branch.findMany({ select: { id: true, merchantId: true, msisdn: true } }),
    prisma.user.findMany({ select: { id: true, email: true, username: true } }),
  ]);
  const branchRows = new Map(branches.map((branch) => [branch.msisdn, branch]));
  const userIds = new Map(users.map(({ id, email, username }) => [username ?? email, id]));
  const msisdns = MERCHANTS.flatMap(allBranches);
  return {
    branches: new Map(
      msisdns.map((msisdn) => {
        const { id, merchantId, msisdn: stored } = take(branchRows, e164(msisdn));
        return [msisdn, { id, merchantId, msisdn, e164: stored }];
      }),
    ),
    tillUsers: new Map(MERCHANTS.flatMap(({ id }) => tillUser(id, userIds))),
    portalUsers: new Map(STAFF.map(({ username }) => [username, take(userIds, username)])),
    cashiers: new Map(msisdns.map((msisdn) => [msisdn, cashiersAt(msisdn)])),
    systemUser: take(userIds, SYSTEM_USER_EMAIL),
  };
}

/** The tills of a merchant use the first of its clients. */
function tillUser(merchantId: number, userIds: ReadonlyMap<string, number>): [number, number][] {
  const index = CLIENTS.findIndex((client) => client.merchantId === merchantId);
  return index < 0 ? [] : [[merchantId, take(userIds, technicalEmail(index))]];
}

function cashiersAt(msisdn: string): string[] {
  return STAFF.filter(
    ({ role, isActive, branches }) => role === "cashier" && isActive && branches.includes(msisdn),
  ).map(({ username }) => username);
}

async function readBranchIds(tx: Transaction): Promise<Map<string, number>> {
  const branches = await tx.branch.findMany({ select: { id: true, msisdn: true } });
  return new Map(branches.map(({ id, msisdn }) => [msisdn, id]));
}

function take<Key, Value>(values: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = values.get(key);
  if (value === undefined) throw new Error(`The demo data has no ${String(key)}`);
  return value;
}

function at<Value>(values: readonly Value[], index: number): Value {
  const value = values[index];
  if (value === undefined) throw new Error(`The demo data has no number ${index}`);
  return value;
}
