import { Decimal } from "decimal.js";
import { pointsEarned, worthOfPoints } from "@/lib/ledger/rules/conversion";
import { NO_PROFILE } from "@/lib/ledger/rules/profile";
import { isCustomers, isOfCustomer } from "@/lib/ledger/rules/reach";
import { type SegmentVersionRow, segmentVersionJson, segmentVersionOf } from "@/lib/ledger/rules/rows";
import type { ChannelId, SegmentVersion } from "@/lib/ledger/rules/types";
import { type Judged, judge } from "@/lib/ledger/with/promotions/rule";
import { type PromotionRow, PUBLISHED_PROMOTIONS, promotionsOf } from "@/lib/ledger/with/promotions/store";
import {
  addUse,
  noPromotions,
  type Promotion,
  type PromotionState,
  type SoldItem,
} from "@/lib/ledger/with/promotions/words";
import { decimalsOf } from "@/lib/platform/currency";
import { amountSql, inUnits } from "@/lib/platform/money";
import { type Database, readRows } from "@/lib/platform/rows";
import { formatLocalDate } from "@/lib/platform/time";
import type { Wallet } from "@/lib/wallet/read";

// Promotions tried by the rules that carry rewards out, without writing anything.

export interface TriedProgramme {
  timeZone: string;
  pointsPerEntryMax: number;
  balanceMax: number;
  stack: boolean;
}

/** Those that are published and not over at a moment, by number. */
export async function publishedPromotions(database: Database, now: Date): Promise<Promotion[]> {
  const rows = await readRows<PromotionRow>(database, PUBLISHED_PROMOTIONS, [now.toISOString()]);
  return promotionsOf(rows);
}

export interface TriedBill {
  /** In the currency's smallest unit. */
  hundredths: number;
  items: readonly SoldItem[];
  merchantId: number;
  branchId: number;
  channelId: ChannelId;
  at: Date;
}

/** Gift of each of the promotions for a bill at its moment, or why there is none; counters as they are now. */
export async function tryBill(
  database: Database,
  {
    programme,
    promotions,
    wallet,
    segment,
    bill,
  }: {
    programme: TriedProgramme;
    promotions: readonly Promotion[];
    /** Null: a new customer. */
    wallet: Wallet | null;
    segment: SegmentVersion;
    bill: TriedBill;
  },
): Promise<{ rate: number; judged: Judged[] }> {
  const state: PromotionState = { ...noPromotions(), all: promotions, stack: programme.stack };
  const ids = promotions.map(({ id }) => id);
  const totals = await readRows<{ id: number; points: number; uses: number }>(
    database,
    "SELECT promotion_id AS id, points, uses FROM promotion_total WHERE promotion_id = ANY ($1::int[])",
    [ids],
  );
  for (const { id, points, uses } of totals) state.totals.set(id, { points, uses });
  if (wallet !== null) {
    const rows = await readRows<{ id: number; day: string; uses: number; points: number }>(
      database,
      "SELECT promotion_id AS id, business_date::text AS day, uses, points FROM promotion_use WHERE wallet_id = $1 AND promotion_id = ANY ($2::int[])",
      [wallet.id, ids],
    );
    for (const { id: promotionId, day, ...use } of rows)
      addUse(state, { promotionId, walletId: wallet.id, day }, use);
  }
  const value = BigInt(bill.hundredths);
  const rate = pointsEarned(value, segment);
  const customer = {
    customerId: wallet?.id ?? 0,
    balance: wallet?.balance ?? 0,
    suspended: wallet?.suspended ?? 0,
    accumulated: wallet?.accumulated ?? 0,
    profile: wallet?.profile ?? NO_PROFILE,
    segment,
    sandboxId: null,
  };
  const actor = {
    userId: 0,
    channelId: bill.channelId,
    merchantId: bill.merchantId,
    branchId: bill.branchId,
    branchMsisdn: null,
  };
  const asked = { wallet: customer, bill: { value, items: bill.items, actor }, now: bill.at, rate };
  return { rate, judged: judge({ promotions: state, programme }, asked) };
}

/** Rewards that are looked at, at most, and so many at a time. */
const LOOKED_AT_MAX = 200_000;
const PAGE = 5_000;

interface PastReward {
  id: number;
  customer_id: number;
  branch_id: number;
  merchant_id: number;
  channel_id: number;
  hundredths: number;
  amount: number;
  created_at: Date;
  sku_id: string | null;
  accumulated_before: number;
  birth_date: string | null;
  segment: SegmentVersionRow;
}

/** Where the rewards of the branches since a moment begin in the log. */
const FIRST_REWARD = `
SELECT min(x.id) AS id
  FROM unnest($1::int[]) AS b (id)
 CROSS JOIN LATERAL (SELECT e.id FROM entry e WHERE e.branch_id = b.id AND e.created_at >= $2 ORDER BY e.created_at LIMIT 1) x`;
/** Entries of one moment may have been written in another order than that of their numbers. */
const WRITTEN_TOGETHER = 1_000;

/** In the order of the log, a page at a time: test wallets and what was cancelled do not count. The customer is who was addressed, in whichever log. */
const PAST_REWARDS = `
SELECT e.id, c.id AS customer_id, e.branch_id, e.merchant_id, e.channel_id, ${amountSql("e.amount_value", "e.amount_hundredths")} AS hundredths, e.amount, e.created_at, e.sku_id,
       e.accumulated_after - e.amount AS accumulated_before, p.birth_date::text AS birth_date, ${segmentVersionJson("s")} AS segment
  FROM entry e
  JOIN wallet c ON c.id = coalesce(e.actor_wallet_id, e.wallet_id) AND ${isCustomers("c")}
  JOIN segment_version s ON s.id = e.segment_version_id
  LEFT JOIN wallet_profile p ON p.wallet_id = c.id
  LEFT JOIN reversal r ON r.wallet_id = e.wallet_id AND r.entry_id = e.id
 WHERE e.branch_id = ANY ($1::int[]) AND e.created_at >= $2 AND e.log_type_id = 2 AND r.cancelled_by_entry_id IS NULL AND e.id > $3
 ORDER BY e.id LIMIT $4`;

export interface PastGiven {
  rewards: number;
  isPartial: boolean;
  acted: number;
  points: number;
  /** In currency units. */
  pointsValue: number;
  billsValue: number;
  branches: Map<number, { acted: number; points: number }>;
}

/**
 * Gifts of a promotion alone on the rewards since a moment, as if it had run all the while: with its conditions, its limits for a customer
 * and its budget, which the log's order uses up. Of items the log knows the one that a reward named.
 */
export async function lookBack(
  database: Database,
  {
    programme,
    promotion,
    branchIds,
    since,
  }: { programme: TriedProgramme; promotion: Promotion; branchIds: readonly number[]; since: Date },
): Promise<PastGiven> {
  const always = { ...promotion, startsAt: since, endsAt: new Date(8_640_000_000_000_000) };
  const state: PromotionState = { ...noPromotions(), all: [always] };
  const branches: PastGiven["branches"] = new Map();
  const pointsByFactor = new Map<string, number>();
  let [rewards, acted, points, bills] = [0, 0, 0, 0n];
  for await (const reward of pastRewards(database, { branchIds, since })) {
    rewards += 1;
    const segment = segmentVersionOf(reward.segment);
    const value = BigInt(reward.hundredths);
    const customer = {
      customerId: reward.customer_id,
      balance: 0,
      suspended: 0,
      accumulated: reward.accumulated_before,
      profile: { ...NO_PROFILE, birthDate: reward.birth_date },
      segment,
      sandboxId: null,
    };
    const actor = {
      userId: 0,
      channelId: reward.channel_id as ChannelId,
      merchantId: reward.merchant_id,
      branchId: reward.branch_id,
      branchMsisdn: null,
    };
    const bill = { value, skuId: reward.sku_id ?? undefined, actor };
    const asked = { wallet: customer, bill, now: reward.created_at, rate: reward.amount };
    const verdict = judge({ promotions: state, programme }, asked)[0]?.verdict;
    if (verdict === undefined || "whyNot" in verdict) continue;
    acted += 1;
    points += verdict.points;
    bills += value;
    const total = state.totals.get(always.id) ?? { points: 0, uses: 0 };
    state.totals.set(always.id, { points: total.points + verdict.points, uses: total.uses + 1 });
    if (always.walletPeriod !== null) {
      const day = formatLocalDate(reward.created_at, programme.timeZone);
      const use = { uses: 1, points: verdict.points };
      addUse(state, { promotionId: always.id, walletId: reward.customer_id, day }, use);
    }
    const branch = branches.get(reward.branch_id) ?? { acted: 0, points: 0 };
    branches.set(reward.branch_id, { acted: branch.acted + 1, points: branch.points + verdict.points });
    const factor = segment.redeemFactor;
    pointsByFactor.set(factor, (pointsByFactor.get(factor) ?? 0) + verdict.points);
  }
  const worth = [...pointsByFactor].reduce(
    (sum, [factor, some]) => sum.plus(worthOfPoints(some, factor)),
    new Decimal(0),
  );
  return {
    rewards,
    isPartial: rewards >= LOOKED_AT_MAX,
    acted,
    points,
    pointsValue: worth.toDecimalPlaces(decimalsOf()).toNumber(),
    billsValue: inUnits(bills),
    branches,
  };
}

async function* pastRewards(
  database: Database,
  { branchIds, since }: { branchIds: readonly number[]; since: Date },
): AsyncGenerator<PastReward> {
  const asked = [branchIds, since.toISOString()];
  const [first] = await readRows<{ id: number | null }>(database, FIRST_REWARD, asked);
  let after = (first?.id ?? Number.MAX_SAFE_INTEGER) - WRITTEN_TOGETHER;
  for (let left = LOOKED_AT_MAX; left > 0; left -= PAGE) {
    const rows = await readRows<PastReward>(database, PAST_REWARDS, [...asked, after, PAGE]);
    yield* rows;
    after = rows.at(-1)?.id ?? after;
    if (rows.length < PAGE) return;
  }
}

/** Gifts of promotions with rewards of a merchant that were not cancelled, by their ids. Test wallets do not count. */
export async function givenByPromotions(
  database: Database,
  promotionIds: readonly number[],
  /** Null: at all merchants. */
  merchantId: number | null,
): Promise<Map<number, { points: number; rewards: number; hundredths: number }>> {
  const rows = await readRows<{ id: number; points: number; rewards: number; hundredths: number }>(
    database,
    `SELECT v.promotion_id AS id, sum(p.points)::bigint AS points, count(*) AS rewards, sum(${amountSql("e.amount_value", "e.amount_hundredths")})::bigint AS hundredths
       FROM promotion_version v
       JOIN entry_part p ON p.promotion_version_id = v.id
       JOIN entry e ON e.id = p.entry_id
       LEFT JOIN reversal r ON r.wallet_id = e.wallet_id AND r.entry_id = e.id
      WHERE v.promotion_id = ANY ($1::int[]) AND r.cancelled_by_entry_id IS NULL AND ${isOfCustomer("e.wallet_id")}
        AND ($2::int IS NULL OR e.merchant_id = $2)
      GROUP BY v.promotion_id`,
    [promotionIds, merchantId],
  );
  return new Map(rows.map(({ id, ...given }) => [id, given]));
}
