import { hash } from "node:crypto";
import type { Pool } from "pg";
import type { Signal } from "@/lib/areas/radar/schemas";
import { SeededRandom } from "@/lib/demo/random";
import type { Actor, Command } from "@/lib/ledger/rules/commands";
import { pointsNeeded, usablePoints } from "@/lib/ledger/rules/conversion";
import type { WalletState } from "@/lib/ledger/rules/ledger-state";
import { CHANNEL, LOG_TYPE } from "@/lib/ledger/rules/types";
import { createWallets, type NewWallet } from "@/lib/ledger/run/bulk";
import type { Clock } from "@/lib/platform/clock";
import { moneyOf } from "@/lib/platform/money";
import { parseZonedDateTime, plusDays } from "@/lib/platform/time";

// Ordinary traffic of shops with patterns hidden in it, to measure what the radar finds and what it only believes to find. Ordinary
// are: busy hours and shifts, regulars, families with several purchases a day, big bills, forgotten invoice numbers and branches that
// never type one, bills sent twice by a slip, mistakes that are undone, goods that are brought back, late customers, a long evening
// of the whole branch, mistyped PINs, customers who spend at once, and staff who shop at their own branch.

/** A person of the generated staff. */
export interface TrafficPerson {
  userId: number;
  branchId: number;
  isSupervisor: boolean;
}

/** A pattern that was hidden. */
export interface Planted {
  /** 1 to 6, as the kinds of patterns are numbered in docs/radar.md. */
  kind: number;
  signal: Signal;
  userId: number;
  branchId: number;
  /** First and last day. */
  from: string;
  until: string;
}

export interface Traffic {
  branchIds: number[];
  people: TrafficPerson[];
  planted: Planted[];
  entries: number;
  firstDay: string;
  lastDay: string;
}

export interface TrafficOptions {
  pool: Pool;
  clock: Clock;
  zone: string;
  seed: number;
  branches: number;
  days: number;
  /** Ordinary entries, about. */
  entries: number;
  /** The last of the days. */
  lastDay: string;
  /** How many patterns of each kind, the first kind first. */
  patterns: readonly number[];
}

/** Twenty, of six kinds. */
export const PATTERNS = [4, 3, 4, 4, 3, 2] as const;

const MINUTE = 60_000;
const SECOND = 1_000;
const HOURS = [9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21];
const HOUR_WEIGHTS = [3, 5, 6, 6, 5, 4, 5, 7, 9, 10, 10, 8, 5];
const CLOSES_AT = 22;
const WEEKDAYS = [0.85, 0.9, 0.9, 1.1, 1.3, 1.15, 0.8];
/** Days from which on patterns are hidden: before, the radar learns what is ordinary. */
const ORDINARY_DAYS = 29;
/** Every so many-th branch never types invoice numbers. */
const WITHOUT_INVOICES_EVERY = 9;

type Kind = "reward" | "redeem" | "refund" | "cancel";
interface Event {
  at: number;
  kind: Kind;
  actor: Actor;
  value: number;
  hasInvoice: boolean;
  key: string;
  /** What is undone or given back. */
  of?: string;
}
interface PinFailure {
  at: number;
  userId: number;
  branchId: number;
}
interface Branch {
  id: number;
  merchantId: number;
  msisdn: string;
  cashiers: number[];
  supervisor: number;
  till: number;
  typesInvoices: boolean;
}

/** Makes the traffic in an empty, migrated database with a programme. The same seed makes the same. */
export async function makeTraffic(options: TrafficOptions): Promise<Traffic> {
  const { pool, clock, days, lastDay } = options;
  const branches = await makeStaff(pool, options.branches);
  const story = new Story(options, branches);
  for (let index = 0; index < days; index += 1) story.tellDay(index, plusDays(lastDay, index - days + 1));
  const planted = story.plant();
  const groups = new Map<number, Wallet[]>();
  for (const wallet of story.wallets.filter(({ events }) => events.length > 0)) {
    wallet.events.sort((one, other) => one.at - other.at);
    groups.set(wallet.events.length, [...(groups.get(wallet.events.length) ?? []), wallet]);
  }
  for (const [rounds, wallets] of groups) {
    const byCode = new Map(wallets.map((wallet) => [wallet.walletCode, wallet]));
    const act = (state: WalletState, round: number) => {
      const event = byCode.get(state.walletCode)?.events[round];
      if (event === undefined) throw new Error("A wallet has too few events");
      return { command: commandOf(state, event), at: new Date(event.at) };
    };
    await createWallets(wallets, { rounds, act }, { pool, clock });
  }
  await insertPinFailures(pool, story.pinFailures);
  await pool.query("ANALYZE entry, wallet");
  return {
    branchIds: branches.map(({ id }) => id),
    people: branches.flatMap(({ id, cashiers, supervisor }) => [
      ...cashiers.map((userId) => ({ userId, branchId: id, isSupervisor: false })),
      { userId: supervisor, branchId: id, isSupervisor: true },
    ]),
    planted,
    entries: story.wallets.reduce((sum, { events }) => sum + events.length, 0),
    firstDay: plusDays(lastDay, 1 - days),
    lastDay,
  };
}

interface Wallet extends NewWallet {
  events: Event[];
  usualHour: number;
}

/** What is sent to the ledger, as far as the rules let the wallet do it; otherwise the customer just buys. */
function commandOf(wallet: WalletState, { kind, actor, value, hasInvoice, key, of }: Event): Command {
  const { walletCode } = wallet;
  const common = {
    ...{ walletCode, actor, externalLogId: key },
    reference: { key, requestHash: hash("sha256", key, "base64") },
  };
  const money = moneyOf(value);
  const target =
    of === undefined
      ? undefined
      : [...wallet.entries.values()].find(({ externalLogId }) => externalLogId === of);
  if (kind === "redeem" && pointsNeeded(money, wallet.segment.redeemFactor) <= usablePoints(wallet).points)
    return { ...common, type: "redeem", value: money, pin: { kind: "absent" } };
  if (kind === "refund" && target?.logTypeId === LOG_TYPE.redemption)
    return { ...common, type: "refund", entryId: target.id };
  if (kind === "cancel" && target !== undefined)
    return { ...common, type: "cancel", target: { entryId: target.id } };
  return { ...common, type: "reward", value: money, ...(hasInvoice && { invoiceNumber: `INV-${key}` }) };
}

/** Customers of a branch, by how they come. */
interface Customers {
  regulars: Wallet[];
  families: Wallet[];
  others: Wallet[];
  staff: Wallet[];
}

class Story {
  readonly wallets: Wallet[] = [];
  readonly pinFailures: PinFailure[] = [];
  private readonly random: SeededRandom;
  private readonly customers = new Map<number, Customers>();
  /** When each person was last at work at the till, so that nobody serves two at once. */
  private readonly freeAt = new Map<number, number>();
  private keys = 0;
  /** What each person rewarded and what was redeemed by day, for patterns that undo it. */
  private readonly done = new Map<string, { wallet: Wallet; event: Event }[]>();

  constructor(
    private readonly options: TrafficOptions,
    private readonly branches: readonly Branch[],
  ) {
    this.random = new SeededRandom(options.seed);
    for (const branch of branches) this.customers.set(branch.id, this.makeCustomers(branch));
  }

  private get perDay(): number {
    const { entries, branches, days } = this.options;
    return entries / branches / days;
  }

  private makeWallet(msisdn?: string): Wallet {
    const number = this.wallets.length + 1;
    const wallet = {
      walletCode: `RADAR${String(number).padStart(7, "0")}`,
      contactMsisdn: msisdn ?? `+2012${String(number).padStart(8, "0")}`,
      events: [],
      usualHour: HOURS[this.random.weighted(HOUR_WEIGHTS)] ?? 12,
    };
    this.wallets.push(wallet);
    return wallet;
  }

  private makeCustomers({ cashiers, supervisor }: Branch): Customers {
    const many = (count: number) =>
      Array.from({ length: Math.max(1, Math.round(count)) }, () => this.makeWallet());
    return {
      regulars: many(this.perDay * 0.12),
      families: many(this.perDay * 0.03),
      others: many(this.perDay * 6),
      staff: [...cashiers, supervisor].map((userId) => this.makeWallet(ownNumber(userId))),
    };
  }

  private actor(branch: Branch, userId: number): Actor {
    const channelId = userId === branch.till ? CHANNEL.posApi : CHANNEL.cashierPortal;
    return {
      userId,
      channelId,
      merchantId: branch.merchantId,
      branchId: branch.id,
      branchMsisdn: branch.msisdn,
    };
  }

  private add(
    {
      branch,
      wallet,
      userId,
      at,
      kind = "reward",
    }: { branch: Branch; wallet: Wallet; userId: number; at: number; kind?: Kind },
    more: Partial<Pick<Event, "value" | "hasInvoice" | "of">> = {},
  ): Event {
    this.keys += 1;
    const isBig = this.random.chance(0.03);
    const event = {
      at: Math.round(at),
      kind,
      actor: this.actor(branch, userId),
      value: kind === "redeem" ? this.random.integer(5, 40) : this.random.integer(20, 300) * (isBig ? 20 : 1),
      hasInvoice: branch.typesInvoices && !this.random.chance(0.02),
      key: `T${this.keys}`,
      ...more,
    };
    wallet.events.push(event);
    const key = `${branch.id} ${this.dayOf(event.at)}`;
    this.done.set(key, [...(this.done.get(key) ?? []), { wallet, event }]);
    return event;
  }

  private dayStarts = new Map<string, number>();
  private startOf(day: string): number {
    const known = this.dayStarts.get(day) ?? parseZonedDateTime(day, this.options.zone).getTime();
    this.dayStarts.set(day, known);
    return known;
  }
  private dayOf(at: number): number {
    return Math.floor(at / (24 * 60 * MINUTE));
  }

  /** When the person is free to serve; mostly paying and packing takes its time. */
  private whenFree(userId: number, at: number): number {
    const before = this.freeAt.get(userId) ?? 0;
    const takes = this.random.chance(0.01) ? this.random.integer(4, 10) : this.random.integer(20, 80);
    const free = Math.max(at, before + takes * SECOND);
    this.freeAt.set(userId, free);
    return free;
  }

  tellDay(index: number, day: string): void {
    const start = this.startOf(day);
    const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
    for (const branch of this.branches) {
      const customers = this.customers.get(branch.id);
      if (customers === undefined) continue;
      const arrivals = this.arrivals(customers, this.perDay * 0.9 * (WEEKDAYS[(weekday + 6) % 7] ?? 1));
      // A long evening of the whole branch, such as before a feast.
      const isLong = this.random.chance(0.02);
      if (isLong)
        for (let more = 0; more < this.perDay / 10; more += 1)
          arrivals.push({
            wallet: this.random.pick(customers.others),
            minute: this.random.integer(CLOSES_AT * 60, CLOSES_AT * 60 + 110),
          });
      if (this.random.chance(0.05))
        arrivals.push({
          wallet: this.random.pick(customers.others),
          minute: CLOSES_AT * 60 + this.random.integer(1, 8),
        });
      arrivals.sort((one, other) => one.minute - other.minute);
      for (const { wallet, minute } of arrivals)
        this.visit(
          branch,
          wallet,
          this.onShift(branch, index, minute),
          start + minute * MINUTE + this.random.integer(0, 59_999),
        );
    }
  }

  private arrivals(customers: Customers, count: number): { wallet: Wallet; minute: number }[] {
    const arrivals: { wallet: Wallet; minute: number }[] = [];
    const minuteOf = (hour: number) => hour * 60 + this.random.integer(0, 59);
    for (const wallet of customers.regulars)
      if (this.random.chance(0.85)) arrivals.push({ wallet, minute: minuteOf(wallet.usualHour) });
    for (const wallet of customers.families)
      if (this.random.chance(0.7))
        for (let more = this.random.integer(1, 4); more > 0; more -= 1)
          arrivals.push({ wallet, minute: minuteOf(HOURS[this.random.weighted(HOUR_WEIGHTS)] ?? 12) });
    for (const wallet of customers.staff)
      if (this.random.chance(0.15))
        arrivals.push({ wallet, minute: minuteOf(HOURS[this.random.weighted(HOUR_WEIGHTS)] ?? 12) });
    while (arrivals.length < count)
      arrivals.push({
        wallet: this.random.pick(customers.others),
        minute: minuteOf(HOURS[this.random.weighted(HOUR_WEIGHTS)] ?? 12),
      });
    return arrivals;
  }

  /** Shifts change at three; each week somebody else has the late one, and a third of the sales go through the till's own software. */
  private onShift({ cashiers, till }: Branch, index: number, minute: number): number {
    if (this.random.chance(0.3)) return till;
    const week = Math.floor(index / 7);
    const early = cashiers[week % cashiers.length] ?? till;
    const late = cashiers[(week + 1) % cashiers.length] ?? till;
    const day = cashiers[(week + 2) % cashiers.length] ?? till;
    if (this.random.chance(0.35)) return day;
    return minute < 15 * 60 ? early : late;
  }

  private visit(branch: Branch, wallet: Wallet, servedBy: number, arrival: number): void {
    const { random } = this;
    // Nobody serves themselves.
    const colleagues = branch.cashiers.filter((userId) => wallet.contactMsisdn !== ownNumber(userId));
    const userId = wallet.contactMsisdn === ownNumber(servedBy) ? random.pick(colleagues) : servedBy;
    const at = userId === branch.till ? arrival : this.whenFree(userId, arrival);
    const kind = random.chance(0.15) ? "redeem" : "reward";
    const made = this.add({ branch, wallet, userId, at, kind });
    if (kind === "redeem") {
      if (userId !== branch.till && random.chance(0.04))
        for (let failures = random.integer(1, 2); failures > 0; failures -= 1)
          this.pinFailures.push({ at: at - failures * 8 * SECOND, userId, branchId: branch.id });
      if (random.chance(0.06)) this.giveBack(branch, wallet, made);
      return;
    }
    const luck = random.next();
    if (luck < 0.004)
      this.add({ branch, wallet, userId, at: at + random.integer(2, 8) * MINUTE, kind: "redeem" });
    else if (luck < 0.007) {
      const again = this.add(
        { branch, wallet, userId, at: at + random.integer(18, 52) * SECOND },
        { value: made.value },
      );
      if (random.chance(0.5)) this.undo(branch, wallet, userId, again);
    } else if (luck < 0.019) this.undo(branch, wallet, userId, made);
  }

  private undo(branch: Branch, wallet: Wallet, userId: number, made: Event): void {
    const by = this.random.chance(0.5)
      ? branch.supervisor
      : userId === branch.till
        ? branch.supervisor
        : userId;
    const at = made.at + this.random.integer(60, 900) * SECOND;
    this.add({ branch, wallet, userId: by, at, kind: "cancel" }, { of: made.key });
  }

  /** Some days later goods are brought back. */
  private giveBack(branch: Branch, wallet: Wallet, made: Event): void {
    const at = made.at + this.random.integer(1, 5) * 24 * 60 * MINUTE + this.random.integer(-60, 60) * MINUTE;
    const last = this.startOf(plusDays(this.options.lastDay, 1)) - MINUTE;
    const userId = this.random.chance(0.5) ? branch.supervisor : this.random.pick(branch.cashiers);
    if (at < last) this.add({ branch, wallet, userId, at, kind: "refund" }, { of: made.key });
  }

  // Patterns ---------------------------------------------------------------------------------------------------------

  /** Hides the patterns, each with a person of its own, in the days after the ordinary ones. */
  plant(): Planted[] {
    const { patterns, days, lastDay } = this.options;
    const free = this.branches.flatMap((branch) => branch.cashiers.map((userId) => ({ branch, userId })));
    const planted: Planted[] = [];
    for (const [index, count] of patterns.entries())
      for (let number = 0; number < count; number += 1) {
        const [chosen] = free.splice(this.random.integer(0, free.length - 1), 1);
        if (chosen === undefined) throw new Error("There are fewer people than patterns");
        const length = this.random.integer(6, 12);
        const first = this.random.integer(ORDINARY_DAYS, days - length);
        const from = plusDays(lastDay, first - days + 1);
        const until = plusDays(from, length - 1);
        const signal = this.plantOne(index + 1, number, chosen, from, length);
        planted.push({
          kind: index + 1,
          signal,
          userId: chosen.userId,
          branchId: chosen.branch.id,
          from,
          until,
        });
      }
    return planted;
  }

  private plantOne(
    kind: number,
    number: number,
    { branch, userId }: { branch: Branch; userId: number },
    from: string,
    length: number,
  ): Signal {
    const { random } = this;
    const accomplice = this.makeWallet();
    const customers = this.customers.get(branch.id);
    const each = (work: (start: number, index: number) => void) => {
      for (let index = 0; index < length; index += 1) work(this.startOf(plusDays(from, index)), index);
    };
    const inHours = (start: number) =>
      start + random.integer(9 * 60 + 5, CLOSES_AT * 60 - 15) * MINUTE + random.integer(0, 59_999);
    const times = (least: number, most: number, work: () => void) => {
      for (let more = random.integer(least, most); more > 0; more -= 1) work();
    };
    if (kind === 1) {
      // What customers without a card buy goes to a friend's wallet.
      each((start) =>
        times(4, 7, () => void this.add({ branch, wallet: accomplice, userId, at: inHours(start) })),
      );
      return "wallet_share";
    }
    if (kind === 2) {
      if (number % 3 === 2) {
        const others = branch.cashiers.filter((other) => other !== userId);
        const colleague = customers?.staff[branch.cashiers.indexOf(others[0] ?? userId)] ?? accomplice;
        each((start) =>
          times(1, 3, () => void this.add({ branch, wallet: colleague, userId, at: inHours(start) })),
        );
        return "colleague_number";
      }
      const own = customers?.staff[branch.cashiers.indexOf(userId)] ?? accomplice;
      each((start) => times(0, 2, () => void this.add({ branch, wallet: own, userId, at: inHours(start) })));
      return "own_number";
    }
    if (kind === 3) {
      each((start) => {
        const sold = (this.done.get(`${branch.id} ${this.dayOf(start + 12 * 60 * MINUTE)}`) ?? []).filter(
          ({ event, wallet }) =>
            event.kind === "reward" &&
            !wallet.events.some(({ of }) => of === event.key) &&
            event.at < start + CLOSES_AT * 60 * MINUTE,
        );
        times(3, 5, () => {
          const [undone] = sold.splice(random.integer(0, Math.max(0, sold.length - 1)), 1);
          if (undone === undefined) return;
          const at = undone.event.at + random.integer(60, 600) * SECOND;
          this.add({ branch, wallet: undone.wallet, userId, at, kind: "cancel" }, { of: undone.event.key });
        });
      });
      return "reversals";
    }
    if (kind === 4) {
      const way = number % 4;
      if (way === 0) {
        const wallets = Array.from({ length: 5 }, () => this.makeWallet());
        each((start) =>
          times(
            4,
            7,
            () =>
              void this.add(
                { branch, wallet: random.pick(wallets), userId, at: inHours(start) },
                { hasInvoice: false },
              ),
          ),
        );
        return branch.typesInvoices ? "without_invoice" : "wallet_share";
      }
      const wallets = Array.from({ length: 8 }, () => this.makeWallet());
      if (way === 1) {
        each((start, index) => {
          if (index % 2 === 1) return;
          const night = start + 2 * 60 * MINUTE + random.integer(0, 20) * MINUTE;
          for (let one = 0; one < 4; one += 1)
            this.add({
              branch,
              wallet: random.pick(wallets),
              userId,
              at: night + one * random.integer(2, 6) * MINUTE,
            });
        });
        return "out_of_hours";
      }
      if (way === 2) {
        each((start, index) => {
          if (index % 2 === 1) return;
          const at = inHours(start);
          for (let one = 0; one < 12; one += 1)
            this.add({
              branch,
              wallet: random.pick(wallets),
              userId,
              at: at + one * random.integer(5, 8) * SECOND,
            });
        });
        return "quick_succession";
      }
      each((start) =>
        times(1, 3, () => {
          const wallet = random.pick(wallets);
          const at = inHours(start);
          this.add({ branch, wallet, userId, at });
          this.add(
            { branch, wallet, userId, at: at + random.integer(1, 7) * MINUTE, kind: "redeem" },
            { value: 5 },
          );
        }),
      );
      return "quick_redemption";
    }
    if (kind === 5) {
      each((start, index) => {
        if (index % 2 === 1) return;
        const at = inHours(start);
        times(
          8,
          20,
          () =>
            void this.pinFailures.push({
              at: at + random.integer(0, 40) * MINUTE,
              userId,
              branchId: branch.id,
            }),
        );
      });
      return "pin_failures";
    }
    each((start) =>
      times(1, 4, () => {
        const wallet = random.pick(customers?.others ?? [accomplice]);
        const first = this.add({ branch, wallet, userId, at: inHours(start) });
        this.add(
          { branch, wallet, userId, at: first.at + random.integer(15, 50) * SECOND },
          { value: first.value },
        );
      }),
    );
    return "look_alikes";
  }
}

/** The number that is kept as the own one of a person of the staff. */
function ownNumber(userId: number): string {
  return `+2011${String(userId).padStart(8, "0")}`;
}

const BRANCHES_EACH = 5;
const CASHIERS_EACH = 3;

async function makeStaff(pool: Pool, count: number): Promise<Branch[]> {
  const one = async (text: string, values: unknown[]) =>
    (await pool.query<{ id: number }>(text, values)).rows[0]?.id ?? 0;
  const branches: Branch[] = [];
  let merchantId = 0;
  let till = 0;
  for (let number = 1; number <= count; number += 1) {
    if ((number - 1) % BRANCHES_EACH === 0) {
      merchantId = await one("INSERT INTO merchant (name_en, name_ar) VALUES ($1, $1) RETURNING id", [
        `Shops ${number}`,
      ]);
      till = await one(
        "INSERT INTO app_user (kind, name, email, merchant_id) VALUES ('technical', 'Tills', $1, $2) RETURNING id",
        [`tills-${number}@technical.invalid`, merchantId],
      );
    }
    const msisdn = `+2010${String(70_000_000 + number)}`;
    const id = await one(
      "INSERT INTO branch (merchant_id, msisdn, name_en, name_ar) VALUES ($1, $2, $3, $3) RETURNING id",
      [merchantId, msisdn, `Branch ${number}`],
    );
    const person = async (role: string, name: string) => {
      const userId = await one(
        `INSERT INTO app_user (kind, name, email, username, role, merchant_id) VALUES ('portal', $1, $2, $1, $3, $4) RETURNING id`,
        [name, `${name}@radar.invalid`, role, merchantId],
      );
      await pool.query(
        "INSERT INTO staff_number (user_id, msisdn, created_by, created_at) VALUES ($1, $2, $1, now())",
        [userId, ownNumber(userId)],
      );
      return userId;
    };
    const cashiers: number[] = [];
    for (let place = 1; place <= CASHIERS_EACH; place += 1)
      cashiers.push(await person("cashier", `radar.${number}.${place}`));
    branches.push({
      ...{ id, merchantId, msisdn, cashiers, till },
      supervisor: await person("supervisor", `radar.${number}.supervisor`),
      typesInvoices: number % WITHOUT_INVOICES_EVERY !== 0,
    });
  }
  return branches;
}

async function insertPinFailures(pool: Pool, failures: readonly PinFailure[]): Promise<void> {
  const PART = 500;
  const rows = failures.map(({ at, userId, branchId }) => ({
    at: new Date(at).toISOString(),
    userId,
    branchId,
  }));
  for (let first = 0; first < rows.length; first += PART)
    await pool.query(
      `INSERT INTO security_event (created_at, kind, is_grave, user_id, branch_id)
       SELECT r.at, 'pin.failed', false, r."userId", r."branchId"
         FROM jsonb_to_recordset($1::jsonb) AS r (at timestamptz, "userId" int, "branchId" int)`,
      [JSON.stringify(rows.slice(first, first + PART))],
    );
}
