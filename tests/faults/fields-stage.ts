import type pg from "pg";
import { CHANNEL } from "@/lib/ledger/rules/types";
import { createLedger, type Ledger } from "@/lib/ledger/run/ledger";
import { newCouponNumber } from "@/lib/ledger/with/coupons/number";
import { ManualClock } from "@/lib/platform/clock";
import { normalizeMsisdn } from "@/lib/platform/msisdn";
import { createCoupon, createTemplate, type TestTemplate } from "@/tests/support/coupons";
import { createPromotion } from "@/tests/support/ledger";
import type { CouponFacts, PoolFacts, PromotionFacts, WalletFacts, WorldFacts } from "./facts";
import type { FieldCast } from "./generator";
import { openWallet, type WalletKind } from "./open-wallet";
import type { Random } from "./random";

/** What of a history's stage is for holds, families, points that ripen, coupons and promotions. */
export interface FieldStage {
  facts: Pick<WorldFacts, "ripeningMerchants" | "coupons" | "promotions" | "earnsOnRest">;
  cast: FieldCast;
}

type Member = { role: "card" | "pooled" | "own"; allowance?: number } & WalletKind;

const PIN = "1234";
/** Two pools: a busy one with all kinds of members, and one whose parent is suspended. */
const FAMILIES: readonly { parent: WalletKind; members: readonly Member[] }[] = [
  {
    parent: {},
    members: [
      { role: "card" },
      { role: "card" },
      { role: "pooled" },
      { role: "pooled", pin: PIN },
      { role: "pooled", allowance: 400 },
      { role: "pooled", allowance: 0 },
      { role: "pooled", redemptionEnabled: false },
      { role: "pooled", statusId: 2 },
      { role: "pooled", isOptedIn: false },
      { role: "own" },
    ],
  },
  { parent: { statusId: 3 }, members: [{ role: "pooled" }] },
];
/** The clients' merchants, and a branch of each. */
const TILLS = [
  { merchantId: 1, client: "pis_test_demo", branch: "01000000001" },
  { merchantId: 2, client: "pis_test_merchant2", branch: null },
] as const;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Older than a day, so that nothing of it counts in the day's limits. */
const HELD_MINUTES = 26 * 60;
const RIPENING_DAYS = 2;
/** Within how many seconds from now on the holds end that were made before. */
const ENDING_WITHIN_S = 15;
const PREPARED = 5;

/** Sets the stage: half of the histories reward what is left of a bill that was paid with points. What is prepared is in the log before the history begins: holds that end in the course of it, and rewards that ripen today. */
export async function setFields(
  pool: pg.Pool,
  { name, random, wallets }: { name: string; random: Random; wallets: WalletFacts[] },
): Promise<FieldStage> {
  await pool.query("UPDATE coupon_template SET state = 'stopped' WHERE state = 'live'");
  await pool.query("UPDATE promotion SET state = 'paused' WHERE state = 'published'");
  const ripens = random.chance(0.7);
  await pool.query("UPDATE merchant SET ripening_days = CASE WHEN id = 2 THEN $1::int END", [
    ripens ? RIPENING_DAYS : null,
  ]);
  const prepared = wallets.slice(11, 11 + PREPARED);
  const family = await openFamilies(pool, name);
  wallets.push(...family);
  const clock = new ManualClock(new Date());
  const ledger = createLedger({ pool, clock });
  if (ripens) await rewardLongAgo(pool, { ledger, clock }, prepared);
  await holdForSeconds(pool, { ledger, clock, random }, prepared);
  const { coupons, cast } = await openOffers(pool, random, wallets);
  const earnsOnRest = random.chance(0.5);
  await pool.query("UPDATE programme SET earned_on = $1", [earnsOnRest ? "rest" : "bill"]);
  const promotions = random.chance(0.7) ? await publish(pool, random) : { all: [], stacks: false };
  await pool.query("UPDATE programme SET promotions_stack = $1", [promotions.stacks]);
  return {
    facts: { ripeningMerchants: new Set(ripens ? [2] : []), coupons, promotions, earnsOnRest },
    cast: {
      ...cast,
      // One wallet's log does not tell which part of an invoice another wallet's points paid.
      sharesInvoices: !earnsOnRest,
      family,
      purses: new Map(family.flatMap(({ code, pooled }) => (pooled ? [[code, pooled.into] as const] : []))),
    },
  };
}

async function openFamilies(pool: pg.Pool, name: string): Promise<WalletFacts[]> {
  const opened: WalletFacts[] = [];
  for (const [index, { parent, members }] of FAMILIES.entries()) {
    const head = await openWallet(pool, `${name}P${index}`, parent);
    opened.push(head);
    for (const [place, { role, allowance, ...kind }] of members.entries()) {
      const member = await openWallet(pool, `${name}P${index}M${place}`, kind);
      await pool.query(
        `UPDATE wallet m SET parent_wallet_id = p.id, family_role = $3::text, child_allowance = $4,
                pool_wallet_id = CASE WHEN $3::text <> 'own' THEN p.id END
           FROM wallet p WHERE m.wallet_code = $1 AND p.wallet_code = $2`,
        [member.code, head.code, role, allowance ?? null],
      );
      const pooled: PoolFacts = { into: head.code, isCard: role === "card", allowance: allowance ?? null };
      opened.push(role === "own" ? member : { ...member, pooled });
    }
  }
  return opened;
}

/** Where coupons of one of the templates are taken only. */
const COUPON_BRANCH = "01000000001";
const UNNAMED_COUPONS = 4;
/** Coupons that take off bills: of so many customers, and such that are nobody's. */
const OFF_COUPONS = { owned: 12, unnamed: 10 } as const;

/** New templates for the history; those of the one before are stopped. */
async function openOffers(
  pool: pg.Pool,
  random: Random,
  wallets: readonly WalletFacts[],
): Promise<{ coupons: NonNullable<WorldFacts["coupons"]>; cast: Pick<FieldCast, "offers" | "coupons"> }> {
  const allowsUsed = random.chance(0.4);
  await pool.query("UPDATE programme SET used_coupon_policy = $1", [allowsUsed ? "allow" : "refuse"]);
  const templates = new Map<number, CouponFacts>();
  const open = async (facts: Partial<CouponFacts>): Promise<TestTemplate> => {
    const whole: Omit<CouponFacts, "offerNumber"> = {
      ...{ merchantId: null, branches: [], cost: null, stock: null, rewardMin: null, off: null },
      ...facts,
    };
    const { rows } = await pool.query<{ id: number }>("SELECT id FROM branch WHERE msisdn = ANY ($1)", [
      whole.branches.map(normalizeMsisdn),
    ]);
    const template = await createTemplate(pool, {
      ...{ merchant_id: whole.merchantId, cost_points: whole.cost, branch_ids: rows.map(({ id }) => id) },
      ...discountOf(whole),
      ...(whole.stock === null ? {} : { stock_max: whole.stock }),
      ...(whole.rewardMin === null ? {} : { reward_hundredths_min: Number(whole.rewardMin) }),
    });
    templates.set(template.offerNumber, { ...whole, offerNumber: template.offerNumber });
    return template;
  };
  const scarce = await open({ cost: 20, stock: random.between(2, 8) });
  const local = await open({ merchantId: 1, cost: 5, branches: [COUPON_BRANCH] });
  if (random.chance(0.6)) await open({ merchantId: 1, rewardMin: 150_00n });
  const given = await open({ merchantId: 1 });
  const coupons: { number: string; walletCode: string | null }[] = [];
  for (let index = 0; index < UNNAMED_COUPONS; index += 1)
    coupons.push({ number: await createCoupon(pool, given, null), walletCode: null });
  for (const wallet of wallets.slice(0, 2))
    coupons.push({ number: await giveLapsed(pool, given, wallet), walletCode: wallet.code });
  coupons.push({ number: newCouponNumber(), walletCode: null });
  const off = [
    await open({ off: { amount: 15_00n } }),
    await open({ merchantId: 1, off: { percent: random.pick([15, 33]), most: 40_00n } }),
  ];
  const day = { valid_until: new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10) };
  for (const template of off) {
    for (const { code } of wallets.slice(0, OFF_COUPONS.owned))
      coupons.push({ number: await give(pool, template, code, day), walletCode: code });
    for (let index = 0; index < OFF_COUPONS.unnamed; index += 1)
      coupons.push({ number: await createCoupon(pool, template, null), walletCode: null });
  }
  const offers = [scarce, local, scarce, local, given].map(({ offerNumber }) => offerNumber);
  return { coupons: { templates, allowsUsed }, cast: { offers, coupons } };
}

const PROMOTION: Omit<PromotionFacts, "number"> = {
  ...{ gives: 0, merchantIds: [], least: null, isForFirst: false, stacks: false },
  ...{ budget: null, walletMax: null },
};

/** Promotions with budgets that are gone soon, with a limit for each customer, and with neither. */
async function publish(pool: pg.Pool, random: Random): Promise<NonNullable<WorldFacts["promotions"]>> {
  const all: PromotionFacts[] = [];
  for (const facts of [
    { gives: "the bill again", budget: random.pick([300, 2_000, 100_000]), stacks: true },
    { gives: 25, walletMax: random.pick([1, 2]), least: 20_00n, stacks: true },
    { gives: 40, budget: random.pick([80, 400]), merchantIds: [1], stacks: random.chance(0.5) },
    { gives: 7, walletMax: 3, budget: random.pick([21, 70]), stacks: true },
    { gives: 10, isForFirst: true, stacks: true },
  ] as const) {
    const whole = { ...PROMOTION, ...facts };
    const isTwice = whole.gives === "the bill again";
    const { number } = await createPromotion(pool, {
      rule: {
        ...{ kind: isTwice ? "multiplier" : "bonus", multiplier: isTwice ? "2" : null },
        ...{ points: whole.gives === "the bill again" ? null : whole.gives, merchantIds: whole.merchantIds },
        ...{ minHundredths: whole.least === null ? null : Number(whole.least) },
        ...{ firstPurchase: whole.isForFirst, stacks: whole.stacks },
      },
      ...{ budget: whole.budget, walletMax: whole.walletMax },
    });
    all.push({ ...whole, number });
  }
  return { all, stacks: random.chance(0.6) };
}

function discountOf({ off }: Pick<CouponFacts, "off">) {
  if (off === null) return {};
  return "amount" in off
    ? { discount_type: 2, discount: Number(off.amount) / 100 }
    : { discount_type: 1, discount: off.percent, worth: Number(off.most) / 100 };
}

/** A coupon of a customer's that was valid until the day before yesterday. */
function giveLapsed(pool: pg.Pool, template: TestTemplate, { code }: WalletFacts): Promise<string> {
  const day = new Date(Date.now() - 2 * DAY_MS).toISOString().slice(0, 10);
  return give(pool, template, code, { valid_until: day });
}

async function give(
  pool: pg.Pool,
  template: TestTemplate,
  code: string,
  days: { valid_until: string },
): Promise<string> {
  const { rows } = await pool.query<{ id: string }>("SELECT id FROM wallet WHERE wallet_code = $1", [code]);
  return createCoupon(pool, template, Number(rows[0]?.id), days);
}

interface Desk {
  ledger: Ledger;
  clock: ManualClock;
}

async function rewardLongAgo(
  pool: pg.Pool,
  { ledger, clock }: Desk,
  wallets: readonly WalletFacts[],
): Promise<void> {
  const actor = await actorOf(pool, 2);
  clock.set(new Date(Date.now() - RIPENING_DAYS * DAY_MS));
  for (const { code } of wallets)
    await ledger.post({ type: "reward", walletCode: code, value: 150_00n, actor });
}

async function holdForSeconds(
  pool: pg.Pool,
  { ledger, clock, random }: Desk & { random: Random },
  wallets: readonly WalletFacts[],
): Promise<void> {
  const actor = await actorOf(pool, 1);
  for (const { code, statusId, pin } of wallets) {
    if (statusId !== 1 || pin !== undefined) continue;
    const endsAt = Date.now() + random.between(1, ENDING_WITHIN_S) * 1_000;
    clock.set(new Date(endsAt - HELD_MINUTES * MINUTE_MS));
    const to = { walletCode: code, actor };
    await ledger.post({ type: "reward", value: 300_00n, ...to });
    for (const points of [120, 70])
      await ledger.post({ type: "hold", points, minutes: HELD_MINUTES, pin: { kind: "absent" }, ...to });
  }
}

async function actorOf(pool: pg.Pool, merchantId: number) {
  const till = TILLS.find((one) => one.merchantId === merchantId);
  const { rows } = await pool.query<{ userId: number; branchId: number; msisdn: string }>(
    `SELECT u.id AS "userId", b.id AS "branchId", b.msisdn FROM app_user u
       JOIN LATERAL (SELECT id, msisdn FROM branch WHERE merchant_id = $2 AND is_active AND ($3::text IS NULL OR msisdn = $3) ORDER BY id LIMIT 1) b ON true
      WHERE u.email = $1 || '@technical.invalid'`,
    [till?.client, merchantId, till?.branch == null ? null : normalizeMsisdn(till.branch)],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`Merchant ${merchantId} has no till`);
  const { userId, branchId, msisdn } = row;
  return { userId, channelId: CHANNEL.posApi, merchantId, branchId, branchMsisdn: msisdn };
}
