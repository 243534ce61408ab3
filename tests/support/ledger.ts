import { createHash } from "node:crypto";
import pg from "pg";
import { expect } from "vitest";
import type {
  Actor,
  AdjustCommand,
  CancelCommand,
  CaptureCommand,
  ExpireCommand,
  HoldCommand,
  PinCheck,
  RedeemCommand,
  Reference,
  RefundCommand,
  ReleaseCommand,
  ReleaseHoldCommand,
  ReturnCommand,
  RewardCommand,
  SettleCommand,
  TransferCommand,
} from "@/lib/ledger/rules/commands";
import { isDomainError } from "@/lib/ledger/rules/errors";
import { CHANNEL, type ChannelId, type WalletStatusId } from "@/lib/ledger/rules/types";
import { createLedger, type Ledger } from "@/lib/ledger/run/ledger";
import type { WriterOptions } from "@/lib/ledger/run/writer";
import { verify } from "@/lib/ledger/verify/verify";
import { ANY_BILL, type PromotionRule } from "@/lib/ledger/with/promotions/words";
import { type Clock, ManualClock } from "@/lib/platform/clock";
import { poolConfig } from "@/lib/platform/database/connection";
import { moneyOf } from "@/lib/platform/money";
import { inTransaction } from "@/lib/platform/transaction";
import type { Moment } from "@/lib/wallet/read";

/** Rows that the ledger needs around it, put straight into the database. Every default suits most tests. */

let numbers = 0;
/** A number that no other row of this process has. */
function next(): number {
  numbers += 1;
  return numbers;
}

type Column = string | number | boolean | null | Date | readonly unknown[];

async function insert(
  pool: pg.Pool,
  table: string,
  row: Record<string, Column | undefined>,
): Promise<number> {
  const columns = Object.entries(row).filter(([, value]) => value !== undefined);
  const names = columns.map(([name]) => name).join(", ");
  const places = columns.map((_, index) => `$${index + 1}`).join(", ");
  const returning = "wallet_id" in row ? "wallet_id" : "id";
  const { rows } = await pool.query<Record<string, string>>(
    `INSERT INTO ${table} (${names}) VALUES (${places}) RETURNING ${returning}`,
    columns.map(([, value]) => value),
  );
  return Number(rows[0]?.[returning]);
}

export interface ProgrammeOptions {
  time_zone?: string;
  points_validity_months?: number;
  ripening_days?: number;
  refund_grace_days?: number;
  cancel_window_business_days?: number;
  cancelled_reward_policy?: "negative" | "refuse";
  pin_policy?: "when_set" | "never" | "above";
  pin_above_value?: number | null;
  points_per_entry_max?: number;
  balance_max?: number;
  reward_value_max?: number | null;
  person_reward_points_max?: number | null;
  person_reversed_value_max?: number | null;
  wallet_rewards_max?: number | null;
  unproved_value_max?: number | null;
  repeated_invoices?: "off" | "flagged" | "refused";
  referral_bonus?: number;
  referral_newcomer_bonus?: number;
  referral_least_value?: number;
  referral_per_month_max?: number | null;
}

export async function createProgramme(pool: pg.Pool, options: ProgrammeOptions = {}): Promise<void> {
  await insert(pool, "programme", { name_en: "Points", name_ar: "نقاط", ...options });
}

export async function createMerchant(
  pool: pg.Pool,
  options: {
    refund_window_days?: number;
    return_window_days?: number;
    refund_same_branch_only?: boolean;
    ripening_days?: number;
  } = {},
): Promise<number> {
  return insert(pool, "merchant", { name_en: `Merchant ${next()}`, name_ar: "تاجر", ...options });
}

export interface TestBranch {
  id: number;
  merchantId: number;
  /** E.164. */
  msisdn: string;
}

export async function createBranch(pool: pg.Pool, merchantId: number): Promise<TestBranch> {
  const number = next();
  const msisdn = `+2010${String(number).padStart(8, "0")}`;
  const id = await insert(pool, "branch", {
    merchant_id: merchantId,
    msisdn,
    name_en: `Branch ${number}`,
    name_ar: "فرع",
  });
  return { id, merchantId, msisdn };
}

/** The technical user of an API client, or the system's. */
export async function createUser(
  pool: pg.Pool,
  { kind = "technical" as "technical" | "system", name = "Till" } = {},
): Promise<number> {
  return insert(pool, "app_user", { kind, name, email: `user${next()}@example.test` });
}

export interface TestSegment {
  id: number;
  versionId: number;
}

export async function createSegment(
  pool: pg.Pool,
  options: {
    is_default?: boolean;
    value?: number;
    reward_factor?: string;
    redeem_factor?: string;
    redeem_threshold?: number;
    bonus_points?: number | null;
  } = {},
): Promise<TestSegment> {
  const { is_default = false, ...version } = options;
  const id = await insert(pool, "segment", { is_default });
  const versionId = await insert(pool, "segment_version", {
    segment_id: id,
    name_en: `Segment ${id}`,
    name_ar: "شريحة",
    value: 0,
    reward_factor: "1",
    redeem_factor: "1",
    ...version,
  });
  return { id, versionId };
}

export interface TestWallet {
  id: number;
  walletCode: string;
  /** E.164. */
  contactMsisdn: string;
}

export interface WalletOptions {
  statusId?: WalletStatusId;
  isOptedIn?: boolean;
  redemptionEnabled?: boolean;
  segmentId?: number;
  contactMsisdn?: string;
  walletCode?: string;
  name?: string;
  /** The wallet has a PIN; the command says whether the PIN is right, and the hash is not read. */
  hasPin?: boolean;
  /** Who brought the customer, whose first reward is still to come. */
  broughtBy?: TestWallet;
}

export async function createWallet(
  pool: pg.Pool,
  { segmentId, ...options }: WalletOptions & { segmentId: number },
): Promise<TestWallet> {
  const number = next();
  const walletCode = options.walletCode ?? `W${number}`;
  const contactMsisdn = options.contactMsisdn ?? `+2011${String(number).padStart(8, "0")}`;
  const id = await insert(pool, "wallet", {
    wallet_code: walletCode,
    contact_msisdn: contactMsisdn,
    status_id: options.statusId,
    is_opted_in: options.isOptedIn,
    redemption_enabled: options.redemptionEnabled,
    segment_id: segmentId,
    opted_in_at: new Date("2026-01-01T00:00:00Z"),
  });
  if (options.name !== undefined) await insert(pool, "wallet_profile", { wallet_id: id, name: options.name });
  if (options.broughtBy !== undefined) {
    await insert(pool, "referral", {
      wallet_id: id,
      referrer_wallet_id: options.broughtBy.id,
      opened_at: new Date("2026-01-01T00:00:00Z"),
    });
    await pool.query("UPDATE wallet SET open_referrer_id = $2 WHERE id = $1", [id, options.broughtBy.id]);
  }
  if (options.hasPin) await insert(pool, "wallet_pin", { wallet_id: id, hash: "not looked at" });
  return { id, walletCode, contactMsisdn };
}

export interface TestPromotion {
  id: number;
  number: number;
  versionId: number;
}

/** A published promotion of the programme's, live at {@link START} and for years; its rule gives 10 points unless it says otherwise. */
export async function createPromotion(
  pool: pg.Pool,
  {
    rule = {},
    budget = null,
    walletMax = null,
    walletPoints = null,
  }: {
    rule?: Partial<PromotionRule>;
    budget?: number | null;
    walletMax?: number | null;
    walletPoints?: number | null;
  } = {},
): Promise<TestPromotion> {
  const number = 900_000 + next();
  const id = await insert(pool, "promotion", {
    number,
    state: "published",
    was_published: true,
    starts_at: new Date("2020-01-01T00:00:00Z"),
    ends_at: new Date("2040-01-01T00:00:00Z"),
    has_budget: budget !== null,
    has_wallet_limit: walletMax !== null || walletPoints !== null,
    has_wallet_points: walletPoints !== null,
  });
  const whole: PromotionRule = { ...ANY_BILL, points: 10, ...rule };
  const versionId = await insert(pool, "promotion_version", {
    promotion_id: id,
    name_en: `Offer ${number}`,
    name_ar: "عرض",
    rule: JSON.stringify(whole),
    budget_points: budget,
    wallet_max: walletMax,
    wallet_points: walletPoints,
    wallet_period: walletMax === null && walletPoints === null ? null : "ever",
  });
  if (budget !== null) await pool.query("INSERT INTO promotion_total (promotion_id) VALUES ($1)", [id]);
  return { id, number, versionId };
}

/** Makes a wallet the child of another one, with an allowance in points a month or without. */
export async function joinFamily(
  pool: pg.Pool,
  child: TestWallet,
  parent: TestWallet,
  { role = "pooled", allowance = null }: { role?: "own" | "pooled" | "card"; allowance?: number | null } = {},
): Promise<void> {
  await changeFamily(
    pool,
    child,
    "UPDATE wallet SET parent_wallet_id = $2, family_role = $3, pool_wallet_id = $4, child_allowance = $5 WHERE id = $1",
    [parent.id, role, role === "own" ? null : parent.id, allowance],
  );
}

export async function leaveFamily(pool: pg.Pool, child: TestWallet): Promise<void> {
  await changeFamily(
    pool,
    child,
    "UPDATE wallet SET parent_wallet_id = NULL, family_role = NULL, pool_wallet_id = NULL, child_allowance = NULL WHERE id = $1",
    [],
  );
}

/** As administrators do: child and parent are locked first, in the order of their ids. */
async function changeFamily(
  pool: pg.Pool,
  { id }: TestWallet,
  change: string,
  values: readonly unknown[],
): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await tx.query(
      `SELECT 1 FROM wallet WHERE id IN ($1, $2) OR id = (SELECT parent_wallet_id FROM wallet WHERE id = $1)
        ORDER BY id FOR NO KEY UPDATE`,
      [id, values[0] ?? null],
    );
    await tx.query(change, [id, ...values]);
  });
}

/** One programme with a merchant, two branches, a till and a segment at factors 1: what most tests start from. */
export interface World {
  pool: pg.Pool;
  merchantId: number;
  branch: TestBranch;
  otherBranch: TestBranch;
  segment: TestSegment;
  /** The technical user that the commands act as. */
  userId: number;
  systemUserId: number;
  wallet(options?: WalletOptions): Promise<TestWallet>;
  /** A wallet with points, rewarded through `ledger`. */
  walletWith(ledger: Ledger, points: number, options?: WalletOptions): Promise<TestWallet>;
  actor(options?: Partial<Actor>): Actor;
  commands: Commands;
}

export async function createWorld(pool: pg.Pool, programme: ProgrammeOptions = {}): Promise<World> {
  await createProgramme(pool, programme);
  const merchantId = await createMerchant(pool);
  const branch = await createBranch(pool, merchantId);
  const otherBranch = await createBranch(pool, merchantId);
  const segment = await createSegment(pool, { is_default: true });
  const userId = await createUser(pool);
  const systemUserId = await createUser(pool, { kind: "system", name: "System" });
  const actor = (options: Partial<Actor> = {}): Actor => ({
    userId,
    channelId: CHANNEL.posApi as ChannelId,
    merchantId,
    branchId: branch.id,
    branchMsisdn: branch.msisdn,
    ...options,
  });
  const commands = commandsOf(actor());
  const wallet = (options: WalletOptions = {}) => createWallet(pool, { segmentId: segment.id, ...options });
  return {
    pool,
    merchantId,
    branch,
    otherBranch,
    segment,
    userId,
    systemUserId,
    wallet,
    walletWith: async (ledger, points, options = {}) => {
      const made = await wallet(options);
      if (points > 0) await ledger.post(commands.reward(made, points));
      return made;
    },
    actor,
    commands,
  };
}

type Extra<C> = Partial<Omit<C, "type">>;

/** Makers of commands by one actor, their money in currency units. The last argument adds or replaces anything. */
export interface Commands {
  reward(wallet: TestWallet, value: number, extra?: Extra<RewardCommand>): RewardCommand;
  redeem(wallet: TestWallet, value: number, extra?: Extra<RedeemCommand>): RedeemCommand;
  /** `redeem` in currency units. */
  settle(
    wallet: TestWallet,
    bill: number,
    extra?: Extra<Omit<SettleCommand, "redeem">> & { redeem?: number | "max" },
  ): SettleCommand;
  refund(
    wallet: TestWallet,
    entryId: number,
    extra?: Extra<Omit<RefundCommand, "value">> & { value?: number },
  ): RefundCommand;
  takeBack(
    wallet: TestWallet,
    entryId: number,
    extra?: Extra<Omit<ReturnCommand, "value">> & { value?: number },
  ): ReturnCommand;
  cancel(wallet: TestWallet, target: number | string, extra?: Extra<CancelCommand>): CancelCommand;
  adjust(wallet: TestWallet, points: number, extra?: Extra<AdjustCommand>): AdjustCommand;
  release(wallet: TestWallet, points: number, extra?: Extra<ReleaseCommand>): ReleaseCommand;
  hold(wallet: TestWallet, points: number, extra?: Extra<HoldCommand>): HoldCommand;
  capture(wallet: TestWallet, holdId: number, extra?: Extra<CaptureCommand>): CaptureCommand;
  releaseHold(wallet: TestWallet, holdId: number, extra?: Extra<ReleaseHoldCommand>): ReleaseHoldCommand;
  transfer(
    wallet: TestWallet,
    to: TestWallet,
    points?: number,
    extra?: Extra<TransferCommand>,
  ): TransferCommand;
  expire(wallet: TestWallet, extra?: Extra<ExpireCommand>): ExpireCommand;
}

export const NO_PIN: PinCheck = { kind: "absent" };

export function commandsOf(actor: Actor): Commands {
  const base = ({ walletCode, contactMsisdn }: TestWallet) => ({ walletCode, contactMsisdn, actor });
  return {
    reward: (wallet, value, extra) => ({ ...base(wallet), type: "reward", value: moneyOf(value), ...extra }),
    redeem: (wallet, value, extra) => ({
      ...base(wallet),
      type: "redeem",
      value: moneyOf(value),
      pin: NO_PIN,
      ...extra,
    }),
    settle: (wallet, bill, { redeem, ...extra } = {}) => ({
      ...base(wallet),
      type: "settle",
      bill: moneyOf(bill),
      coupons: [],
      redeem: redeem === undefined ? null : redeem === "max" ? redeem : moneyOf(redeem),
      pin: NO_PIN,
      ...extra,
    }),
    refund: (wallet, entryId, { value, ...extra } = {}) => ({
      ...base(wallet),
      type: "refund",
      entryId,
      value: value === undefined ? undefined : moneyOf(value),
      ...extra,
    }),
    takeBack: (wallet, entryId, { value, ...extra } = {}) => ({
      ...base(wallet),
      type: "return",
      entryId,
      value: value === undefined ? undefined : moneyOf(value),
      ...extra,
    }),
    cancel: (wallet, target, extra) => ({
      ...base(wallet),
      type: "cancel",
      target: typeof target === "number" ? { entryId: target } : { originalKey: target },
      ...extra,
    }),
    // A negative number of points is taken away.
    adjust: (wallet, points, extra) => ({
      ...base(wallet),
      type: "adjust",
      direction: points < 0 ? "down" : "up",
      points: Math.abs(points),
      pocket: "spendable",
      ...extra,
    }),
    release: (wallet, points, extra) => ({ ...base(wallet), type: "release", points, ...extra }),
    hold: (wallet, points, extra) => ({
      ...base(wallet),
      type: "hold",
      points,
      minutes: 30,
      pin: { kind: "absent" },
      ...extra,
    }),
    capture: (wallet, holdId, extra) => ({ ...base(wallet), type: "capture", holdId, ...extra }),
    releaseHold: (wallet, holdId, extra) => ({ ...base(wallet), type: "release_hold", holdId, ...extra }),
    transfer: (wallet, to, points, extra) => ({
      ...base(wallet),
      type: "transfer",
      toWalletCode: to.walletCode,
      points,
      ...extra,
    }),
    expire: (wallet, extra) => ({ ...base(wallet), type: "expire", ...extra }),
  };
}

/** A reference whose content is `content`: the same content has the same hash. */
export function reference(key: string, content: unknown = key): Reference {
  return {
    key,
    requestHash: createHash("sha256")
      .update(JSON.stringify(content) ?? "")
      .digest("base64"),
  };
}

/** The instant at which tests start unless they say otherwise: noon in Cairo, in the middle of a month. */
export const START = new Date("2026-03-10T10:00:00Z");

/** {@link START} as readers of wallets are told it. */
export const AT: Moment = { now: START, timeZone: "Africa/Cairo" };

/** A ledger with connections of its own, as another process would have. */
export interface TestProcess {
  ledger: Ledger;
  pool: pg.Pool;
  clock: ManualClock;
  stop(): Promise<void>;
}

export function startProcess(
  url: string,
  {
    connections = 4,
    clock = new ManualClock(START),
    ...writer
  }: Partial<Omit<WriterOptions, "pool" | "clock">> & { connections?: number; clock?: Clock } = {},
): TestProcess {
  const pool = new pg.Pool({ ...poolConfig("ledger", connections), connectionString: url });
  // Tests break connections on purpose.
  pool.on("error", () => undefined);
  const ledger = createLedger({ pool, clock, ...writer });
  return {
    ledger,
    pool,
    clock: clock as ManualClock,
    stop: async () => {
      await ledger.drain();
      await pool.end();
    },
  };
}

/** What became of an attempt: its entry's id and whether it was a replay, or the code it was refused with. */
export type Attempt = { id: number; replayed: boolean } | { code: number };

/** Waits for an attempt and says what became of it; errors that are no refusals are thrown. */
export async function attempt(work: Promise<{ entry: { id: number }; replayed: boolean }>): Promise<Attempt> {
  try {
    const { entry, replayed } = await work;
    return { id: entry.id, replayed };
  } catch (error) {
    if (isDomainError(error)) return { code: error.code };
    throw error;
  }
}

/** How many attempts ended in each way: "posted", "replayed" or a code. */
export function tally(attempts: readonly Attempt[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const made of attempts) {
    const outcome = "code" in made ? String(made.code) : made.replayed ? "replayed" : "posted";
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

/** Every wallet of the database adds up. */
export async function expectSound(pool: pg.Pool): Promise<void> {
  const { findings } = await verify(pool);
  expect(findings).toEqual([]);
}

/** Waits until `condition` holds, for at most `withinMs`. */
export async function until(condition: () => Promise<boolean> | boolean, withinMs = 10_000): Promise<void> {
  const end = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error("What was waited for did not come about");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
