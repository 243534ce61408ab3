import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { daysAfter } from "./arithmetic";
import type { ClientLimits, DaySum, ReferralFacts, WalletFacts, WorldFacts } from "./facts";
import { setFields } from "./fields-stage";
import type { Cast } from "./generator";
import type { LoggedEntry } from "./history";
import { readDays } from "./limit-rows";
import { openWallet, type WalletKind } from "./open-wallet";
import type { Random } from "./random";

/** The stage of one history: wallets of its own on the demo data, and what of the settings the model has to know. */
export interface World {
  cast: Cast;
  facts: WorldFacts;
  wallets: readonly WalletFacts[];
  lastIdBefore: number;
}

const CLIENTS: Readonly<Record<string, number>> = {
  pis_test_demo: 1,
  pis_test_key_required: 1,
  pis_test_merchant2: 2,
};
/** How long the service may believe what it has read of a client. */
const CLIENTS_SEEN_MS = 3_500;
const PIN = "1234";

/** The hot wallet first; then some of every kind that is treated in a way of its own. */
const KINDS: readonly WalletKind[] = [
  ...Array.from({ length: 14 }, () => ({})),
  ...Array.from({ length: 4 }, () => ({ pin: PIN })),
  ...Array.from({ length: 3 }, () => ({ segment: "Gold" })),
  ...Array.from({ length: 3 }, () => ({ segment: "Platinum" })),
  { statusId: 2 },
  { statusId: 3 },
  { statusId: 4 },
  { statusId: 5 },
  { isOptedIn: false },
  { redemptionEnabled: false },
];

/** Who brought whom, by their places: most of them the hot wallet, one is brought by one who was, one by a wallet that is blocked. */
const REFERRERS: readonly (readonly [newcomer: number, by: number])[] = [
  ...Array.from({ length: 8 }, (_, index) => [index + 1, 0] as const),
  [9, 1],
  [10, 26],
  [18, 0],
];

/** Two of three histories run with referrals, half of these with so few a month that some newcomers come too late. */
async function setReferrals(pool: pg.Pool, random: Random): Promise<ReferralFacts | null> {
  const chosen = random.chance(0.67)
    ? {
        bonus: random.pick([200, 1]),
        newcomerBonus: random.pick([0, 50]),
        leastValue: random.pick([0, 20]),
        perMonthMax: random.pick([null, 4]),
      }
    : null;
  await pool.query(
    "UPDATE programme SET referral_bonus = $1, referral_newcomer_bonus = $2, referral_least_value = $3, referral_per_month_max = $4",
    [chosen?.bonus ?? 0, chosen?.newcomerBonus ?? 0, chosen?.leastValue ?? 0, chosen?.perMonthMax ?? null],
  );
  return chosen;
}

/** As enrolment does, whatever the programme says of referrals. */
async function bring(
  pool: pg.Pool,
  newcomer: WalletFacts | undefined,
  referrer: WalletFacts | undefined,
): Promise<void> {
  if (newcomer === undefined || referrer === undefined) throw new Error("There are fewer wallets than that");
  newcomer.broughtBy = referrer.code;
  await pool.query(
    `INSERT INTO referral (wallet_id, referrer_wallet_id, opened_at)
     SELECT n.id, r.id, now() FROM wallet n CROSS JOIN wallet r WHERE n.wallet_code = $1 AND r.wallet_code = $2`,
    [newcomer.code, referrer.code],
  );
  await pool.query(
    "UPDATE wallet w SET open_referrer_id = r.referrer_wallet_id FROM referral r WHERE r.wallet_id = w.id AND w.wallet_code = $1",
    [newcomer.code],
  );
}

/** What a history is about besides what every one is. */
export interface StageOptions {
  /** Holds, families, points that ripen, coupons, promotions and settled bills. */
  hasFields?: boolean;
}

/** Prepares a history: settings by turns, new wallets, and some old entries to try to undo. */
export async function setStage(
  pool: pg.Pool,
  name: string,
  random: Random,
  { hasFields = false }: StageOptions = {},
): Promise<World> {
  // So low a limit that a bill at the highest rate can pass it.
  await pool.query("UPDATE programme SET points_per_entry_max = 1500000, cancelled_reward_policy = $1", [
    random.pick(["negative", "refuse"]),
  ]);
  await pool.query("UPDATE merchant SET refund_same_branch_only = $1 WHERE id = 1", [random.chance(0.5)]);
  const limits = await setLimits(pool, random);
  const wallets: WalletFacts[] = [];
  for (const [index, kind] of KINDS.entries()) wallets.push(await openWallet(pool, `${name}W${index}`, kind));
  const referrals = await setReferrals(pool, random);
  for (const [index, by] of REFERRERS) await bring(pool, wallets[index], wallets[by]);
  const fields = hasFields ? await setFields(pool, { name, random, wallets }) : undefined;
  const old = await pool.query<{ id: string; code: string; msisdn: string }>(
    `SELECT e.id, w.wallet_code AS code, w.contact_msisdn AS msisdn
     FROM entry e JOIN wallet w ON w.id = e.wallet_id
     WHERE w.status_id = 1 AND w.is_opted_in AND e.merchant_id IN (1, 2) AND e.log_type_id IN (1, 2, 3)
       AND e.created_at < now() - CASE e.log_type_id WHEN 1 THEN interval '92 days' ELSE interval '10 days' END AND w.wallet_code NOT LIKE '1000%' AND w.wallet_code NOT LIKE 'F%'
       AND NOT EXISTS (SELECT 1 FROM wallet_pin p WHERE p.wallet_id = w.id)
     ORDER BY e.log_type_id <> 1, e.created_at LIMIT 12`,
  );
  const oldCodes = [...new Set(old.rows.map(({ code }) => code))];
  const facts = [...wallets, ...(await readWallets(pool, [...oldCodes, "100009"]))];
  const branches = await readBranches(pool);
  const { rows } = await pool.query<{ id: string }>("SELECT coalesce(max(id), 0) AS id FROM entry");
  return {
    facts: { ...(await readFacts(pool, branches, limits)), referrals, ...fields?.facts },
    wallets: facts,
    lastIdBefore: Number(rows[0]?.id),
    cast: {
      clients: Object.entries(CLIENTS).map(([id, merchantId]) => ({
        id,
        branches: branches
          .filter((one) => one.merchantId === merchantId && one.isActive)
          .map(({ msisdn }) => toLocal(msisdn)),
      })),
      inactiveBranch: "01000000003",
      foreignBranch: "01000000999",
      wallets: facts.filter(({ code }) => !oldCodes.includes(code)),
      guessedWallet: wallets.findLast(({ pin }) => pin !== undefined)?.code ?? "",
      oldEntries: old.rows.map(({ id, code, msisdn }) => ({ id: Number(id), walletCode: code, msisdn })),
      ...(fields === undefined ? {} : { fields: fields.cast }),
    },
  };
}

/** Half of the histories run with limits of their clients' own, so low that each is met often; the others with none. */
async function setLimits(pool: pg.Pool, random: Random): Promise<Map<string, ClientLimits>> {
  const isLimited = random.chance(0.5);
  const approves = random.chance(0.6);
  const refusesRepeatedInvoices = random.chance(0.75);
  const wasLimited = await pool.query<{ is: boolean }>(
    "SELECT bool_or(has_own_limits) AS is FROM api_client",
  );
  const days = await readDays(pool);
  const limits = new Map<string, ClientLimits>();
  for (const id of Object.keys(CLIENTS)) {
    const before = days.get(id) ?? { rewardedPoints: 0, reversedValue: 0n };
    if (isLimited) limits.set(id, chooseLimits(random, before, refusesRepeatedInvoices));
    await limitClient(pool, id, limits.get(id));
  }
  await pool.query("UPDATE programme SET approves_beyond_limits = $1", [isLimited && approves]);
  if (wasLimited.rows[0]?.is !== isLimited) await delay(CLIENTS_SEEN_MS);
  return limits;
}

function chooseLimits(random: Random, before: DaySum, refusesRepeatedInvoices: boolean): ClientLimits {
  const reversed = Number((before.reversedValue + 99n) / 100n);
  return {
    rewardValueMax: random.pick([250, 500, 2_000, 100_000]),
    // Users and days outlive a history.
    personRewardPointsMax: before.rewardedPoints + random.pick([2_000, 10_000, 50_000, 10_000_000]),
    personReversedValueMax: reversed + random.pick([1_000, 5_000, 30_000, 10_000_000]),
    walletRewardsMax: random.pick([5, 15, 60, 1_000]),
    unprovedValueMax: random.pick([100, 500, 3_000, 1_000_000]),
    refusesRepeatedInvoices,
    before,
  };
}

/** As an operator's change does: what the client did while its days were not counted is counted anew from the log. */
async function limitClient(pool: pg.Pool, clientId: string, limits: ClientLimits | undefined): Promise<void> {
  await pool.query(
    `WITH changed AS (
       UPDATE api_client c SET has_own_limits = $2, reward_value_max = $3, person_reward_points_max = $4, person_reversed_value_max = $5,
              wallet_rewards_max = $6, unproved_value_max = $7, repeated_invoices = $8
         FROM app_user u WHERE u.id = c.user_id AND u.email = $1 || '@technical.invalid' RETURNING c.user_id)
     DELETE FROM person_day d USING changed WHERE d.user_id = changed.user_id`,
    [
      clientId,
      limits !== undefined,
      limits?.rewardValueMax ?? null,
      limits?.personRewardPointsMax ?? null,
      limits?.personReversedValueMax ?? null,
      limits?.walletRewardsMax ?? null,
      limits?.unprovedValueMax ?? null,
      limits?.refusesRepeatedInvoices ? "refused" : "off",
    ],
  );
}

async function readWallets(pool: pg.Pool, codes: readonly string[]): Promise<WalletFacts[]> {
  const { rows } = await pool.query<WalletFacts>(
    `SELECT wallet_code AS code, contact_msisdn AS msisdn, status_id AS "statusId", is_opted_in AS "isOptedIn",
       redemption_enabled AS "redemptionEnabled", segment_id AS "segmentId"
     FROM wallet WHERE wallet_code = ANY($1)`,
    [codes],
  );
  return rows.map((row) => ({ ...row, pin: undefined }));
}

interface BranchRow {
  msisdn: string;
  merchantId: number;
  isActive: boolean;
}

async function readBranches(pool: pg.Pool): Promise<BranchRow[]> {
  const { rows } = await pool.query<BranchRow>(
    `SELECT msisdn, merchant_id AS "merchantId", is_active AS "isActive" FROM branch ORDER BY msisdn`,
  );
  return rows;
}

async function readFacts(
  pool: pg.Pool,
  branches: readonly BranchRow[],
  limits: ReadonlyMap<string, ClientLimits>,
): Promise<WorldFacts> {
  const { rows: programmes } = await pool.query<{
    policy: string;
    entryMax: string;
    balanceMax: string;
    today: string;
    weekend: number[];
    window: number;
    approves: boolean;
  }>(
    `SELECT cancelled_reward_policy AS policy, points_per_entry_max AS "entryMax", balance_max AS "balanceMax",
       to_char(now() AT TIME ZONE time_zone, 'YYYY-MM-DD') AS today, weekend_days AS weekend,
       cancel_window_business_days AS window, approves_beyond_limits AS approves
     FROM programme`,
  );
  const [programme] = programmes;
  if (programme === undefined) throw new Error("The demo data has no programme");
  const { rows: segments } = await pool.query<{ id: number; bonus: number | null } & Record<string, string>>(
    `SELECT segment_id AS id, value, reward_factor AS "rewardFactor", redeem_factor AS "redeemFactor",
       redeem_threshold AS "redeemThreshold", bonus_points AS bonus
     FROM segment_version WHERE is_current`,
  );
  const { rows: merchants } = await pool.query<{
    id: number;
    sameBranch: boolean;
    days: number;
    returnDays: number;
  }>(
    `SELECT id, refund_same_branch_only AS "sameBranch", refund_window_days AS days,
            return_window_days AS "returnDays" FROM merchant`,
  );
  return {
    segments: segments.map(
      ({ id, bonus, value, rewardFactor = "1", redeemFactor = "1", redeemThreshold }) => ({
        id,
        value: Number(value),
        rewardFactor,
        redeemFactor,
        redeemThreshold: Number(redeemThreshold),
        bonusPoints: bonus ?? 0,
      }),
    ),
    pointsPerEntryMax: Number(programme.entryMax),
    balanceMax: Number(programme.balanceMax),
    refusesCancelIntoDebt: programme.policy === "refuse",
    merchants: new Map(
      merchants.map(({ id, sameBranch, days, returnDays }) => [
        id,
        { refundSameBranchOnly: sameBranch, refundWindowDays: days, returnWindowDays: returnDays },
      ]),
    ),
    clients: new Map(
      Object.entries(CLIENTS).map(([clientId, merchantId]) => [
        clientId,
        {
          merchantId,
          needsKey: clientId === "pis_test_key_required",
          limits: limits.get(clientId) ?? null,
          branches: new Map(
            branches
              .filter((one) => one.merchantId === merchantId)
              .map(({ msisdn, isActive }) => [toLocal(msisdn), isActive]),
          ),
        },
      ]),
    ),
    approvesBeyondLimits: programme.approves,
    today: programme.today,
    cancellableSince: firstCancellableDay(programme.today, programme.weekend, programme.window),
  };
}

/** Numbers are kept as E.164 and sent as people write them. */
function toLocal(msisdn: string): string {
  return msisdn.replace(/^\+20/, "0");
}

/** The first day whose entries can still be cancelled today (rules.md §7). */
function firstCancellableDay(today: string, weekend: readonly number[], window: number): string {
  let day = today;
  while (lastDay(daysAfter(day, -1), weekend, window) >= today) day = daysAfter(day, -1);
  return day;
}

/** The day on which so many business days have passed since `day`. */
function lastDay(day: string, weekend: readonly number[], window: number): string {
  let last = day;
  for (let left = window; left > 0; ) {
    last = daysAfter(last, 1);
    if (!weekend.includes(new Date(last).getUTCDay() || 7)) left -= 1;
  }
  return last;
}

/** The log of these wallets as the database has it. */
export async function readLog(pool: pg.Pool, codes: readonly string[]): Promise<LoggedEntry[]> {
  const { rows } = await pool.query<Record<string, string | number | null>>(
    `SELECT e.id, w.wallet_code AS "walletCode", e.seq, e.log_type_id AS "logTypeId", e.amount,
       e.points_delta AS "pointsDelta", e.suspended_delta AS "suspendedDelta", e.amount_value * 100 + e.amount_hundredths AS "amountValue",
       e.factor, v.redeem_factor AS "redeemFactor", e.balance_after AS "balanceAfter", e.accumulated_after AS "accumulatedAfter",
       e.redeemed_after AS "redeemedAfter", e.suspended_after AS "suspendedAfter", e.merchant_id AS "merchantId",
       regexp_replace(e.branch_msisdn, '^[+]20', '0') AS "branchMsisdn", e.related_entry_id AS "relatedEntryId",
       to_char(e.created_at AT TIME ZONE p.time_zone, 'YYYY-MM-DD') AS day, e.external_log_id AS "externalLogId",
       a.wallet_code AS "actorCode", round(extract(epoch FROM e.created_at) * 1000) AS at,
       (SELECT jsonb_agg(jsonb_build_object('number', o.number, 'points', x.points) ORDER BY o.number) FROM entry_part x
          JOIN promotion_version t ON t.id = x.promotion_version_id JOIN promotion o ON o.id = t.promotion_id WHERE x.entry_id = e.id) AS parts,
       CASE WHEN c.id IS NOT NULL THEN jsonb_build_object('voidedBy', c.voided_by_entry_id) END AS coupon,
       CASE WHEN b.id IS NOT NULL THEN jsonb_build_object('id', b.id, 'redemptionId', b.redemption_entry_id, 'value', b.hundredths, 'off', b.off_hundredths,
         'coupons', (SELECT coalesce(jsonb_agg(jsonb_build_object('number', k.number, 'off', x.off_hundredths) ORDER BY x.place), '[]')
                       FROM bill_coupon x JOIN coupon k ON k.id = x.coupon_id WHERE x.bill_id = b.id)) END AS bill,
       CASE WHEN g.id IS NOT NULL THEN jsonb_build_object('id', g.id, 'refundId', g.refund_entry_id, 'value', g.hundredths) END AS goods,
       round(extract(epoch FROM h.expires_at) * 1000) AS "endsAt", to_char(d.ripens_on, 'YYYY-MM-DD') AS "ripensOn",
       coalesce(CASE WHEN e.log_type_id = 2 THEN e.invoice_number ELSE e.comment END, '') AS tag
     FROM entry e JOIN wallet w ON w.id = e.wallet_id CROSS JOIN programme p LEFT JOIN segment_version v ON v.id = e.segment_version_id LEFT JOIN wallet a ON a.id = e.actor_wallet_id
     LEFT JOIN coupon c ON c.issued_by_entry_id = e.id LEFT JOIN bill b ON b.wallet_id = e.wallet_id AND e.id IN (b.id, b.redemption_entry_id)
     LEFT JOIN bill_return g ON g.wallet_id = e.wallet_id AND e.id IN (g.id, g.refund_entry_id)
     LEFT JOIN hold h ON h.entry_id = e.id LEFT JOIN pending_points d ON d.entry_id = e.id AND d.wallet_id = e.wallet_id
     WHERE w.wallet_code = ANY($1) ORDER BY e.wallet_id, e.seq`,
    [codes],
  );
  const text = new Set([
    "walletCode",
    "factor",
    "redeemFactor",
    "branchMsisdn",
    "day",
    "externalLogId",
    "tag",
    "actorCode",
    "ripensOn",
    "coupon",
    "bill",
    "goods",
    "parts",
  ]);
  return rows.map(
    (row) =>
      Object.fromEntries(
        Object.entries(row).map(([field, value]) => [
          field,
          value === null || text.has(field) ? value : field === "amountValue" ? BigInt(value) : Number(value),
        ]),
      ) as unknown as LoggedEntry,
  );
}
