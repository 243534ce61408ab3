import type { Pool } from "pg";
import { hashClientSecret } from "@/lib/areas/clients/api-client";
import { MERCHANTS } from "@/lib/demo/catalogue/merchants";
import { CLIENTS } from "@/lib/demo/catalogue/people";
import { CATEGORIES, PROGRAMME_NAME, SEGMENTS } from "@/lib/demo/catalogue/programme";
import { CHANNEL, WALLET_STATUS, type WalletStatusId } from "@/lib/ledger/rules/types";
import type { Ledger } from "@/lib/ledger/run/ledger";
import { moneyOf } from "@/lib/platform/money";
import { normalizeMsisdn } from "@/lib/platform/msisdn";
import { hashPassword } from "@/lib/portal/session/password";

/**
 * The fixed facts of the demo data (clients, branches, the ten wallets) and nothing else, in a fraction of the time that the
 * whole of it takes to load. Points come from the ledger, as everywhere.
 */

/** The catalogue's segments, by their index. */
export const SEGMENT = { standard: 0, silver: 1, gold: 2, platinum: 3 } as const;

export interface FixtureWallet {
  walletCode: string;
  /** As callers write it. */
  contactMsisdn: string;
  points?: number;
  pin?: string;
  /** Index into the catalogue's segments. */
  segment?: number;
  /** A segment of the test's own. */
  segmentId?: number;
  statusId?: WalletStatusId;
  isOptedIn?: boolean;
  redemptionEnabled?: boolean;
  name?: string;
  nid?: string;
}

const FIXED_WALLETS: readonly FixtureWallet[] = [
  { walletCode: "100001", contactMsisdn: "01110000001", points: 1_000 },
  { walletCode: "100002", contactMsisdn: "01110000002", points: 5_000, pin: "1234" },
  { walletCode: "100003", contactMsisdn: "01110000003", points: 2_000, segment: SEGMENT.gold },
  { walletCode: "100004", contactMsisdn: "01110000004", points: 300, statusId: WALLET_STATUS.suspended },
  { walletCode: "100005", contactMsisdn: "01110000005", points: 300, statusId: WALLET_STATUS.blocked },
  { walletCode: "100006", contactMsisdn: "01110000006", statusId: WALLET_STATUS.closed },
  { walletCode: "100007", contactMsisdn: "01110000007", points: 300, isOptedIn: false },
  { walletCode: "100008", contactMsisdn: "01110000008", points: 300, redemptionEnabled: false },
  { walletCode: "100009", contactMsisdn: "01110000009", statusId: WALLET_STATUS.merged },
  { walletCode: "100010", contactMsisdn: "01110000010", statusId: WALLET_STATUS.pending },
];

export interface DemoFixture {
  /** Ids by the branch's number as callers write it. */
  branchIds: ReadonlyMap<string, number>;
  /** Ids by ClientId. */
  clientIds: ReadonlyMap<string, number>;
  /** Ids of the catalogue's segments, in its order. */
  segmentIds: readonly number[];
  categoryId: number;
  createWallet(wallet: FixtureWallet): Promise<number>;
}

/** Puts the fixed facts into an empty, migrated database. `ledger` writes the points, at its own clock's time. */
export async function loadDemoFixture(pool: Pool, ledger: Ledger): Promise<DemoFixture> {
  await pool.query("INSERT INTO programme (name_en, name_ar) VALUES ($1, $2)", [
    PROGRAMME_NAME.en,
    PROGRAMME_NAME.ar,
  ]);
  const segmentIds = await loadSegments(pool);
  const branchIds = await loadMerchants(pool);
  const clientIds = await loadClients(pool, branchIds);
  const categoryId = await insert(pool, "category", {
    name_en: CATEGORIES.groceries.name.en,
    name_ar: CATEGORIES.groceries.name.ar,
  });
  const systemUserId = await insert(pool, "app_user", {
    kind: "system",
    name: "System",
    email: "system@technical.invalid",
  });
  const createWallet = (wallet: FixtureWallet) =>
    loadWallet({ pool, ledger, segmentIds, systemUserId }, wallet);
  // In turn, so that ids are the same in every run.
  for (const wallet of FIXED_WALLETS) await createWallet(wallet);
  return { branchIds, clientIds, segmentIds, categoryId, createWallet };
}

/** A segment of the caller's own: rates never change once an entry was written at them. */
export async function createSegment(
  pool: Pool,
  version: Readonly<Record<string, Column>> = {},
): Promise<number> {
  const segmentId = await insert(pool, "segment", { is_default: false });
  await insert(pool, "segment_version", {
    segment_id: segmentId,
    name_en: "Test",
    name_ar: "اختبار",
    value: 0,
    reward_factor: "1",
    redeem_factor: "1",
    ...version,
  });
  return segmentId;
}

async function loadSegments(pool: Pool): Promise<number[]> {
  const ids: number[] = [];
  for (const segment of SEGMENTS) {
    const id = await insert(pool, "segment", { is_default: segment.isDefault });
    await insert(pool, "segment_version", {
      segment_id: id,
      name_en: segment.name.en,
      name_ar: segment.name.ar,
      value: segment.value,
      reward_factor: segment.rewardFactor,
      redeem_factor: segment.redeemFactor,
      redeem_threshold: segment.redeemThreshold,
      bonus_points: segment.bonusPoints,
      rate_plan: segment.ratePlan,
      color: segment.color,
    });
    ids.push(id);
  }
  return ids;
}

async function loadMerchants(pool: Pool): Promise<Map<string, number>> {
  const branchIds = new Map<string, number>();
  for (const merchant of MERCHANTS) {
    await insert(pool, "merchant", {
      id: merchant.id,
      name_en: merchant.name.en,
      name_ar: merchant.name.ar,
      refund_window_days: merchant.refundWindowDays,
      return_window_days: merchant.returnWindowDays,
      refund_same_branch_only: merchant.refundSameBranchOnly,
      is_active: merchant.isActive,
    });
    for (const branch of merchant.branches) {
      const id = await insert(pool, "branch", {
        merchant_id: merchant.id,
        msisdn: normalizeMsisdn(branch.msisdn),
        name_en: branch.name.en,
        name_ar: branch.name.ar,
        address_en: branch.address.en,
        address_ar: branch.address.ar,
        latitude: branch.place?.[0] ?? null,
        longitude: branch.place?.[1] ?? null,
        is_active: branch.isActive,
      });
      branchIds.set(branch.msisdn, id);
    }
  }
  return branchIds;
}

const LONG_AGO = new Date("2020-01-01T00:00:00Z");

async function loadClients(pool: Pool, branchIds: ReadonlyMap<string, number>): Promise<Map<string, number>> {
  const clientIds = new Map<string, number>();
  // As the demo data's: they act on its customers, and on test wallets.
  const sandboxId = await insert(pool, "sandbox", { is_demo: true });
  for (const client of CLIENTS) {
    const userId = await insert(pool, "app_user", {
      kind: "technical",
      name: client.name,
      email: `${client.secret}@technical.invalid`,
    });
    const id = await insert(pool, "api_client", {
      merchant_id: client.merchantId,
      user_id: userId,
      sandbox_id: sandboxId,
      name: client.name,
      scopes: client.scopes,
      all_branches: client.branches === null,
      rate_per_second: client.rate?.[0] ?? null,
      rate_burst: client.rate?.[1] ?? null,
      key_required_for: client.keyRequiredFor,
      legacy_http_200: client.legacyHttp200,
      revoked_at: client.isRevoked ? LONG_AGO : null,
      expires_at: client.isExpired ? LONG_AGO : null,
    });
    for (const msisdn of client.branches ?? []) {
      await pool.query("INSERT INTO api_client_branch (client_id, branch_id) VALUES ($1, $2)", [
        id,
        branchIds.get(msisdn),
      ]);
    }
    for (const secret of [client.secret, client.nextSecret]) {
      if (secret !== undefined) await addSecret(pool, id, secret);
    }
    clientIds.set(client.secret, id);
  }
  return clientIds;
}

/** Gives a client one more live secret. */
export function addSecret(
  pool: Pool,
  clientId: number,
  secret: string,
  expiresAt: Date | null = null,
): Promise<number> {
  return insert(pool, "api_client_secret", {
    client_id: clientId,
    secret_hash: hashClientSecret(secret),
    last4: secret.slice(-4),
    expires_at: expiresAt,
  });
}

interface WalletContext {
  pool: Pool;
  ledger: Ledger;
  segmentIds: readonly number[];
  systemUserId: number;
}

/** A wallet is made active and Standard, earns its points, and then becomes what it is. */
async function loadWallet(
  { pool, ledger, segmentIds, systemUserId }: WalletContext,
  wallet: FixtureWallet,
): Promise<number> {
  const { walletCode, points = 0, pin } = wallet;
  const id = await insert(pool, "wallet", {
    wallet_code: walletCode,
    contact_msisdn: normalizeMsisdn(wallet.contactMsisdn),
    segment_id: segmentIds[SEGMENT.standard] ?? 0,
    opted_in_at: wallet.isOptedIn === false ? null : new Date("2026-01-15T08:20:30Z"),
  });
  await insert(pool, "wallet_profile", {
    wallet_id: id,
    name: wallet.name ?? null,
    nid: wallet.nid ?? null,
  });
  if (pin !== undefined) await insert(pool, "wallet_pin", { wallet_id: id, hash: await hashPassword(pin) });
  // One bill is a million at most.
  for (let left = points; left > 0; left -= 1_000_000) {
    await ledger.post({
      type: "reward",
      walletCode,
      value: moneyOf(Math.min(left, 1_000_000)),
      actor: {
        userId: systemUserId,
        channelId: CHANNEL.system,
        merchantId: null,
        branchId: null,
        branchMsisdn: null,
      },
    });
  }
  await pool.query(
    "UPDATE wallet SET status_id = $2, is_opted_in = $3, redemption_enabled = $4, segment_id = $5 WHERE id = $1",
    [
      id,
      wallet.statusId ?? WALLET_STATUS.active,
      wallet.isOptedIn ?? true,
      wallet.redemptionEnabled ?? true,
      wallet.segmentId ?? segmentIds[wallet.segment ?? SEGMENT.standard],
    ],
  );
  return id;
}

type Column = string | number | boolean | null | Date | Buffer | readonly string[];

/** Inserts one row and returns its id. */
export async function insert(
  pool: Pool,
  table: string,
  row: Readonly<Record<string, Column>>,
): Promise<number> {
  const names = Object.keys(row);
  const places = names.map((_, index) => `$${index + 1}`);
  const key = names.includes("wallet_id") ? "wallet_id" : "id";
  const { rows } = await pool.query<Record<string, string>>(
    `INSERT INTO ${table} (${names.join(", ")}) VALUES (${places.join(", ")}) RETURNING ${key}`,
    Object.values(row),
  );
  return Number(rows[0]?.[key]);
}
