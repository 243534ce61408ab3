import { Decimal } from "decimal.js";
import type { Pool } from "pg";
import type { LogTypeId } from "@/lib/ledger/rules/types";
import {
  ALL_CHANGES,
  COUPONS,
  changesByKind,
  changesByMerchant,
  figuresOf,
  KEPT_CHANGES,
  OWED_STATES,
} from "@/lib/log/owed";
import { pointsMovedAfter, pointsMovedBetween } from "@/lib/log/report-sql";
import { decimalsOf } from "@/lib/platform/currency";
import type { Send } from "@/lib/platform/database/sender";
import { plusDays } from "@/lib/platform/time";
import type { DayEnds } from "./day-ends";
import { changesKeptTo, owedRowsAt, owedRowsOfAll } from "./owed-days";
import { type Days, dayBefore } from "./range";
import { atOneMoment, readStanding } from "./read";

/** Where the points of a row are: at hand (and whether their customers can spend them), aside, or owed by customers, as a number below zero. */
type OwedState = (typeof OWED_STATES)[number];

/** States of points at hand, which come from lots or are below zero. */
const AT_HAND: ReadonlySet<OwedState> = new Set(["spendable", "not_joined", "stopped", "debt"]);

interface OwedPart {
  state: OwedState;
  /** First day of the month in which they lapse or ripen; null: never, or in none. */
  month: string | null;
  /** They have lapsed already and wait to be written off. */
  isLapsed: boolean;
  points: number;
  /** At the rates of that moment, an exact decimal of two places. Rows add up to their whole. */
  value: string;
  wallets: number;
}

/** A merchant's share: points given there less points taken there. */
interface MerchantShare {
  /** Null: at no merchant. */
  merchantId: number | null;
  points: number;
  value: string;
}

/** Outstanding coupons of one kind. */
interface CouponsOut {
  id: number;
  merchantId: number | null;
  nameEn: string;
  nameAr: string;
  coupons: number;
  /** The most that one takes off a bill, in currency units; null: not limited. */
  worth: number | null;
}

export interface Outstanding {
  parts: OwedPart[];
  merchants: MerchantShare[];
  /** Value that changes of rates and tiers gave to unmoved points. */
  revalued: string;
  /** All parts together. */
  points: number;
  value: string;
  /** Coupons of customers that can still be used; points pay for none of them. */
  coupons: CouponsOut[];
  /**
   * The spendable points found in three ways, which must agree: lots less debt, the wallets' balances, and all
   * movements of the log (the reports' sums and, one by one, the entries after them).
   */
  proof: { lots: number; balances: number; log: number; isEqual: boolean };
}

/** The end of a chosen day, or now. */
interface Moment {
  /** An instant, or `infinity` for now. */
  until: string;
  /** The first day on which no lot has lapsed yet, and the last one whose entries are counted. */
  day: string;
  lapsedBefore: string;
}

/** The end of `day`; the moment of asking where that is `today` or later. */
export function momentOf(day: string, today: string, endOf: DayEnds): Moment {
  if (day >= today) return { until: "infinity", day: "infinity", lapsedBefore: today };
  return { until: endOf(day), day, lapsedBefore: plusDays(day, 1) };
}

/** Whether kept days are used; a check works without them. */
interface Source {
  usesKeptDays?: boolean;
}

/**
 * Points that customers held, by state and month: of the whole programme, because points of one merchant are spent at another. The
 * figures of a past day never change (rules.md §17).
 */
export function readOutstanding(
  pool: Pool,
  moment: Moment,
  { usesKeptDays = true }: Source = {},
): Promise<Outstanding> {
  return atOneMoment(pool, async (send) => {
    const { parts, balances, worth, points } = await readParts(send, moment, usesKeptDays);
    const shares = await readShares(send, moment.until, usesKeptDays);
    const values = roundedParts(shares.map((share) => share.worth));
    const value = roundedDown(worth);
    const lots = parts.filter(({ state }) => AT_HAND.has(state)).reduce((sum, part) => sum + part.points, 0);
    const log = await readLogTotal(send, moment);
    const coupons = await send({ text: COUPONS, values: [moment.until, moment.lapsedBefore] });
    return {
      parts,
      merchants: shares.map(({ merchantId, points: held }, place) => ({
        merchantId,
        points: held,
        value: values[place] ?? "0",
      })),
      revalued: value.minus(sumOf(values)).toFixed(decimalsOf()),
      points,
      value: value.toFixed(decimalsOf()),
      coupons: coupons.rows as CouponsOut[],
      proof: { lots, balances, log, isEqual: lots === balances && balances === log },
    };
  });
}

/** Changes by entries of one kind in a range of days. */
interface RollForwardRow {
  logTypeId: LogTypeId;
  /** Cancellations: the kind of what was undone. */
  cancelledLogTypeId: LogTypeId | null;
  entries: number;
  /** Signed. */
  spendable: number;
  suspended: number;
  /** Of both together, at the rate of each entry, signed. */
  value: string;
}

export interface RollForward {
  opening: { points: number; value: string };
  rows: RollForwardRow[];
  /** Value that changes of rates and tiers gave to unmoved points. */
  revalued: string;
  closing: { points: number; value: string };
  /** Opening and rows come to the closing, to the point. */
  isEqual: boolean;
}

/**
 * From the points owed before a range of days to those owed after it, row by row, in points and in money to the currency's decimals: opening, all
 * rows and the revaluation are the closing. Opening and closing are read from the wallets' state and not from the rows. `merchantId`:
 * only what happened there, from and to that merchant's share.
 */
export function readRollForward(
  pool: Pool,
  { from, to, merchantId = null }: Days & { merchantId?: number | null },
  { today, endOf, usesKeptDays = true }: { today: string; endOf: DayEnds } & Source,
): Promise<RollForward> {
  return atOneMoment(pool, async (send) => {
    const start = endOf(dayBefore(from));
    const before = { until: start, day: from, lapsedBefore: from };
    const moment = momentOf(to, today, endOf);
    const stateAt = (at: Moment) =>
      merchantId === null
        ? readParts(send, at, usesKeptDays)
        : readShare(send, at, { merchantId, usesKeptDays });
    const opening = await stateAt(before);
    const closing = await stateAt(moment);
    const { text, values: range } = await changesOf(send, [start, moment.until], usesKeptDays);
    const { rows } = await send({ text: changesByKind(text), values: [...range, merchantId] });
    const changes = rows as (Omit<RollForwardRow, "value"> & { worth: string })[];
    const openingValue = roundedDown(opening.worth);
    const values = roundedParts(
      changes.map(({ worth }) => worth),
      opening.worth,
    );
    const closingValue = roundedDown(closing.worth);
    const moved = changes.reduce((sum, { spendable, suspended }) => sum + spendable + suspended, 0);
    return {
      opening: { points: opening.points, value: openingValue.toFixed(decimalsOf()) },
      rows: changes.map(({ worth: _, ...row }, place) => ({ ...row, value: values[place] ?? "0" })),
      revalued: closingValue.minus(openingValue).minus(sumOf(values)).toFixed(decimalsOf()),
      closing: { points: closing.points, value: closingValue.toFixed(decimalsOf()) },
      isEqual: opening.points + moved === closing.points,
    };
  });
}

interface Share {
  merchantId: number | null;
  points: number;
  worth: string;
}

/** Changes by the entries of a stretch of time: of kept days, and one by one where none is kept. */
async function changesOf(send: Send, [from, until]: [string, string], usesKeptDays: boolean) {
  const keptTo = usesKeptDays ? await changesKeptTo(send, from, until) : null;
  return { text: keptTo === null ? ALL_CHANGES : KEPT_CHANGES, values: [from, until, keptTo ?? 0] };
}

/** Each merchant's changes of points by the entries up to a moment. */
async function readShares(send: Send, until: string, usesKeptDays: boolean): Promise<Share[]> {
  const { text, values } = await changesOf(send, ["-infinity", until], usesKeptDays);
  const { rows } = await send({ text: changesByMerchant(text), values });
  return rows;
}

/** One merchant's share. */
async function readShare(
  send: Send,
  { until }: Moment,
  { merchantId, usesKeptDays }: { merchantId: number; usesKeptDays: boolean },
) {
  const share = (await readShares(send, until, usesKeptDays)).find((row) => row.merchantId === merchantId);
  return { points: share?.points ?? 0, worth: sumOf(share === undefined ? [] : [share.worth]) };
}

async function readParts(send: Send, { until, lapsedBefore }: Moment, usesKeptDays: boolean) {
  const { text, values } = await (usesKeptDays ? owedRowsAt(send, until) : owedRowsOfAll(until));
  const { length } = values;
  const { rows } = await send({
    text: figuresOf(text, [`$${length + 1}`, `$${length + 2}`]),
    values: [...values, until, lapsedBefore],
  });
  const found = rows as (Omit<OwedPart, "value" | "state"> & { state: number; worth: string })[];
  const states = found.filter(({ state }) => state > 0);
  const valued = roundedParts(states.map(({ worth }) => worth));
  return {
    parts: states.map(
      ({ worth: _, state, ...part }, place): OwedPart => ({
        state: OWED_STATES[state - 1] ?? "spendable",
        ...part,
        value: valued[place] ?? "0",
      }),
    ),
    /** The wallets' balances: the same points, found in another way. */
    balances: found.find(({ state }) => state === 0)?.points ?? 0,
    points: states.reduce((sum, { points }) => sum + points, 0),
    worth: sumOf(states.map(({ worth }) => worth)),
  };
}

async function readLogTotal(send: Send, { until, day }: Moment): Promise<number> {
  const { entryId } = await readStanding(send);
  const { rows } = await send({
    text: `
SELECT (SELECT coalesce(sum(points_delta), 0) FROM report_day WHERE day <= $2::date)::bigint + ${pointsMovedAfter("$1", "$3")}::bigint
     + ${pointsMovedBetween("$1", "$2", "$3")}::bigint AS log`,
    values: [entryId, day, until],
  });
  return (rows as { log: number }[])[0]?.log ?? 0;
}

/** Enough digits for sums of amounts with 20 decimals. */
const Exact = Decimal.clone({ precision: 60 });

const sumOf = (amounts: readonly string[]) => amounts.reduce((sum, amount) => sum.plus(amount), new Exact(0));

/** Rounded down, thirds that were added up to a whole before that. */
const roundedDown = (worth: Decimal) =>
  worth.toDecimalPlaces(10).toDecimalPlaces(decimalsOf(), Decimal.ROUND_DOWN);

/**
 * Exact amounts in the currency's decimals that add up: each is what makes it and all before it the whole, rounded down. `before`: the exact amount
 * that stands in front of them.
 */
export function roundedParts(amounts: readonly string[], before: Decimal = new Exact(0)): string[] {
  let exact = before;
  return amounts.map((amount) => {
    const rounded = roundedDown(exact);
    exact = exact.plus(amount);
    return roundedDown(exact).minus(rounded).toFixed(decimalsOf());
  });
}
