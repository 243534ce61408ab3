import { hashClientSecret } from "@/lib/areas/clients/api-client";
import { WALLET_STATUS } from "@/lib/ledger/rules/types";
import { DEFAULT_DAY_LIMITS, DEFAULT_LIMITS } from "@/lib/ledger/with/limits/words";
import { insertReferrals } from "@/lib/ledger/with/referrals/facts";
import type { Prisma } from "@/lib/platform/database/generated/client";
import { ensureSystemUser } from "@/lib/portal/acts/system-user";
import { insertCustomers, insertWallets, readWalletIds } from "@/lib/wallet/rows";
import { DEALS } from "./catalogue/deals";
import { type DemoMerchant, MERCHANTS } from "./catalogue/merchants";
import { CLIENTS, type DemoClient, STAFF } from "./catalogue/people";
import { CATEGORIES, type CategoryKey, PROGRAMME_NAME, SEGMENTS } from "./catalogue/programme";
import { PROMOTIONS } from "./catalogue/promotions";
import { daysBefore } from "./days";
import { FIXED_BALANCES } from "./fixed-balances";
import { OWN_WALLETS } from "./history/odd-days";
import { dealImage, merchantLogo } from "./images";
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
import { DEMO_REFERRALS, type DemoWallet } from "./wallets";

export type Transaction = Prisma.TransactionClient;

export async function loadProgramme(tx: Transaction, now: Date): Promise<number[]> {
  await tx.programme.create({
    data: {
      nameEn: PROGRAMME_NAME.en,
      nameAr: PROGRAMME_NAME.ar,
      ...DEFAULT_LIMITS,
      // The demo's clients have no limits.
      personUnprovedValueMax: DEFAULT_DAY_LIMITS.personUnprovedValueMax,
      branchUnprovedValueMax: DEFAULT_DAY_LIMITS.branchUnprovedValueMax,
      tillUnprovedValueMax: DEFAULT_DAY_LIMITS.tillUnprovedValueMax,
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

export async function loadMerchants(tx: Transaction, now: Date): Promise<void> {
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
export async function loadOwnNumbers(
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
export async function loadUsers(
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

export async function loadClients(
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

export async function loadDeals(tx: Transaction, now: Date): Promise<void> {
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

export async function loadPromotions(tx: Transaction, now: Date): Promise<void> {
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

export function allBranches({ branches }: DemoMerchant): string[] {
  return branches.map(({ msisdn }) => msisdn);
}

export async function readBranchIds(tx: Transaction): Promise<Map<string, number>> {
  const branches = await tx.branch.findMany({ select: { id: true, msisdn: true } });
  return new Map(branches.map(({ id, msisdn }) => [msisdn, id]));
}

export function take<Key, Value>(values: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = values.get(key);
  if (value === undefined) throw new Error(`The demo data has no ${String(key)}`);
  return value;
}

export function at<Value>(values: readonly Value[], index: number): Value {
  const value = values[index];
  if (value === undefined) throw new Error(`The demo data has no number ${index}`);
  return value;
}

export async function loadWallets(
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
export async function loadReferrals(tx: Transaction, wallets: readonly DemoWallet[]): Promise<void> {
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

/** A reset brings the customers that examples rely on back to what the examples say, too. */
export async function nameFixedCustomers(tx: Transaction, wallets: readonly DemoWallet[]): Promise<void> {
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
