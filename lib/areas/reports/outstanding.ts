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
  NO_MARK,
  OWED_STATES,
  pointsMovedTo,
} from "@/lib/log/owed";
import { pointsMovedAfter, pointsMovedBetween } from "@/lib/log/report-sql";
import { decimalsOf } from "@/lib/platform/currency";
import type { Send } from "@/lib/platform/database/sender";
import { plusDays } from "@/lib/platform/time";
import type { DayEnds } from "./day-ends";
import { INFINITY } from "./owed-days";
import {
  type Counted,
  changesKeptTo,
  OWED_ROWS_COUNTED,
  owedRowsAt,
  owedRowsOfAll,
  readCounted,
} from "./owed-kept";
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
  /** The figures are those of the last count, and later changes are being counted; null: they are of the moment that was asked for. */
  counted: Counted | null;
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
  if (day >= today) return { until: INFINITY, day: INFINITY, lapsedBefore: today };
  return { until: endOf(day), day, lapsedBefore: plusDays(day, 1) };
}

interface Source {
  /** Whether kept days are used; a check works without them. */
  usesKeptDays?: boolean;
  /** Customers that are counted while the reader waits. */
  atOnce?: number;
}

/** A moment, and from where it is told. */
export interface Told extends Moment {
  usesKeptDays: boolean;
  counted: Counted | null;
}

export async function toldOf(
  send: Send,
  moment: Moment,
  { usesKeptDays = true, atOnce }: Source,
): Promise<Told> {
  const isNow = moment.until === INFINITY && usesKeptDays;
  return { ...moment, usesKeptDays, counted: isNow ? await readCounted(send, atOnce) : null };
}

/**
 * Points that customers held, by state and month: of the whole programme, because points of one merchant are spent at another. The
 * figures of a past day never change (rules.md §17).
 */
export function readOutstanding(pool: Pool, moment: Moment, source: Source = {}): Promise<Outstanding> {
  return atOneMoment(pool, async (send) => {
    const told = await toldOf(send, moment, source);
    const { parts, balances, worth, points } = await readParts(send, told);
    const shares = await readShares(send, told);
    const values = roundedParts(shares.map((share) => share.worth));
    const value = roundedDown(worth);
    const lots = parts.filter(({ state }) => AT_HAND.has(state)).reduce((sum, part) => sum + part.points, 0);
    const log = await readLogTotal(send, told);
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
      counted: told.counted,
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
  /** As of {@link Outstanding}. */
  counted: Counted | null;
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
  { today, endOf, ...source }: { today: string; endOf: DayEnds } & Source,
): Promise<RollForward> {
  return atOneMoment(pool, async (send) => {
    const start = endOf(dayBefore(from));
    const before = await toldOf(send, { until: start, day: from, lapsedBefore: from }, source);
    const end = await toldOf(send, momentOf(to, today, endOf), source);
    const stateAt = (told: Told) =>
      merchantId === null ? readParts(send, told) : readShare(send, told, merchantId);
    const opening = await stateAt(before);
    const closing = await stateAt(end);
    const { text, values: range } = await changesOf(send, start, end);
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
      counted: end.counted,
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
export async function changesOf(send: Send, from: string, { until, usesKeptDays, counted }: Told) {
  const keptTo = usesKeptDays ? await changesKeptTo(send, from, until) : null;
  return {
    text: keptTo === null ? ALL_CHANGES : KEPT_CHANGES,
    values: [from, until, keptTo ?? 0, counted?.entryId ?? NO_MARK],
  };
}

/** Each merchant's changes of points by the entries up to a moment. */
export async function readShares(send: Send, told: Told): Promise<Share[]> {
  const { text, values } = await changesOf(send, "-infinity", told);
  const { rows } = await send({ text: changesByMerchant(text), values });
  return rows;
}

/** One merchant's share. */
async function readShare(send: Send, told: Told, merchantId: number) {
  const share = (await readShares(send, told)).find((row) => row.merchantId === merchantId);
  return { points: share?.points ?? 0, worth: sumOf(share === undefined ? [] : [share.worth]) };
}

async function readParts(send: Send, { until, lapsedBefore, usesKeptDays, counted }: Told) {
  const kept = () => (counted === null ? owedRowsAt(send, until) : OWED_ROWS_COUNTED);
  const { text, values } = await (usesKeptDays ? kept() : owedRowsOfAll(until));
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

async function readLogTotal(send: Send, { until, day, counted }: Told): Promise<number> {
  const { entryId } = await readStanding(send);
  const summed = "(SELECT coalesce(sum(points_delta), 0) FROM report_day WHERE day <= $2::date)::bigint";
  const { rows } = await send(
    counted === null
      ? {
          text: `SELECT ${summed} + ${pointsMovedAfter("$1", "$3")}::bigint + ${pointsMovedBetween("$1", "$2", "$3")}::bigint AS log`,
          values: [entryId, day, until],
        }
      : {
          text: `SELECT ${summed} + ${pointsMovedTo("$3::bigint")}::bigint AS log`,
          values: [counted.entryId, day, entryId],
        },
  );
  return (rows as { log: number }[])[0]?.log ?? 0;
}

/** Enough digits for sums of amounts with 20 decimals. */
const Exact = Decimal.clone({ precision: 60 });

export const sumOf = (amounts: readonly string[]) =>
  amounts.reduce((sum, amount) => sum.plus(amount), new Exact(0));

/** Rounded down, thirds that were added up to a whole before that. */
export const roundedDown = (worth: Decimal) =>
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
