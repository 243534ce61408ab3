import type { Pool } from "pg";
import { hashClientSecret } from "@/lib/areas/clients/api-client";
import { createSandbox, hashScenarioPins, resetSandbox } from "@/lib/areas/sandbox/reset-sandbox";
import { CHANNEL } from "@/lib/ledger/rules/types";
import { createLedger } from "@/lib/ledger/run/ledger";
import { LOCKED_UNTIL_RESET } from "@/lib/ledger/with/pin/rule";
import { ManualClock } from "@/lib/platform/clock";
import type { Prisma, PrismaClient } from "@/lib/platform/database/generated/client";
import { NO_TIMEOUT_MS, sender } from "@/lib/platform/database/sender";
import { SYSTEM_USER_EMAIL } from "@/lib/portal/acts/system-user";
import { hashPassword, hashPin } from "@/lib/portal/session/password";
import { overwriteWallet, readStoredBalances, readWalletIds } from "@/lib/wallet/rows";
import { ACTS, type DemoActSubject } from "./catalogue/acts";
import { DEALS } from "./catalogue/deals";
import { MERCHANTS } from "./catalogue/merchants";
import { CLIENTS, STAFF } from "./catalogue/people";
import { loadCoupons } from "./coupons";
import { daysBefore } from "./days";
import { bringFamily } from "./families";
import { FIXED_BALANCES } from "./fixed-balances";
import { unfold } from "./history/unfold";
import { type Cast, World } from "./history/world";
import {
  allBranches,
  loadClients,
  loadDeals,
  loadMerchants,
  loadOwnNumbers,
  loadProgramme,
  loadPromotions,
  loadReferrals,
  loadUsers,
  loadWallets,
  nameFixedCustomers,
  readBranchIds,
  type Transaction,
  take,
} from "./load-catalogue";
import { DEMO_JOB, findDemoPresence } from "./presence";
import { e164, programmeStart, technicalEmail } from "./rows";
import { type DemoWallet, drawWallets, kinCodes } from "./wallets";

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
  const passwords = await hashAll(
    STAFF.map(({ username }) => [username, `${username}-demo`]),
    hashPassword,
  );
  const pins = await hashAll(
    wallets.flatMap(({ walletCode, pin }) => (pin === null ? [] : [[walletCode, pin]])),
    hashPin,
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

async function hashAll(
  secrets: (readonly string[])[],
  hashOf: (secret: string) => Promise<string>,
): Promise<Map<string, string>> {
  const hashes = await Promise.all(
    secrets.map(async ([name = "", secret = ""]) => [name, await hashOf(secret)] as const),
  );
  return new Map(hashes);
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
