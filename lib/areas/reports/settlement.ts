import type { Pool } from "pg";
import { changesByMerchantAndKind } from "@/lib/log/owed";
import { decimalsOf } from "@/lib/platform/currency";
import { sumOfSigned } from "@/lib/platform/money";
import type { DayEnds } from "./day-ends";
import { changesOf, momentOf, readShares, roundedDown, roundedParts, sumOf, toldOf } from "./outstanding";
import { type Days, dayBefore } from "./range";
import { atOneMoment } from "./read";
import { MEASURE_KEYS, type MeasureKey, measureOf } from "./words";

/** Changes of the points owed, as a settlement tells them: granted by bills, paid with, lapsed, and all others. */
export const SETTLED = ["granted", "paid", "lapsed", "other"] as const;
export type Settled = (typeof SETTLED)[number];

const OF_MEASURE: Readonly<Partial<Record<MeasureKey, Settled>>> = {
  ...{ issued: "granted", cancelledRewards: "granted", returned: "granted", cancelledReturns: "granted" },
  ...{ redeemed: "paid", cancelledRedemptions: "paid", refunded: "paid", cancelledRefunds: "paid" },
  ...{ expired: "lapsed", cancelledExpiries: "lapsed" },
};
const MEASURES_OF = (part: Settled) => MEASURE_KEYS.filter((key) => (OF_MEASURE[key] ?? "other") === part);

/** Points, and their worth in currency units; signed. */
export interface Sum {
  points: number;
  value: number;
}

/** One merchant's part; null: what happened at no merchant. Opening and the four changes come to the closing. */
export interface MerchantSettlement extends Record<Settled, Sum> {
  merchantId: number | null;
  opening: Sum;
  closing: Sum;
}

interface ChangeRow {
  merchantId: number | null;
  logTypeId: number;
  cancelledLogTypeId: number | null;
  points: number;
  worth: string;
}

/** The settlement of each merchant over some days, at the rate of each transaction; `merchantId`: of that one alone. */
export function readSettlement(
  pool: Pool,
  { from, to, merchantId = null }: Days & { merchantId?: number | null },
  { today, endOf }: { today: string; endOf: DayEnds },
): Promise<MerchantSettlement[]> {
  return atOneMoment(pool, async (send) => {
    const start = endOf(dayBefore(from));
    const before = await toldOf(send, { until: start, day: from, lapsedBefore: from }, {});
    const end = await toldOf(send, momentOf(to, today, endOf), {});
    const openings = await readShares(send, before);
    const { text, values } = await changesOf(send, start, end);
    const { rows } = await send({ text: changesByMerchantAndKind(text), values });
    const changes = rows as ChangeRow[];
    const ids = [...new Set([...openings, ...changes].map((row) => row.merchantId))];
    return ids
      .filter((id) => merchantId === null || id === merchantId)
      .sort((one, other) => (one ?? Number.POSITIVE_INFINITY) - (other ?? Number.POSITIVE_INFINITY))
      .map((id) => {
        const opening = openings.find((row) => row.merchantId === id);
        return settlementOf(
          id,
          { points: opening?.points ?? 0, worth: opening?.worth ?? "0" },
          changes.filter((row) => row.merchantId === id),
        );
      });
  });
}

function settlementOf(
  merchantId: number | null,
  opening: { points: number; worth: string },
  changes: readonly ChangeRow[],
): MerchantSettlement {
  const parts = SETTLED.map((part) => {
    const keys = MEASURES_OF(part);
    const own = changes.filter((row) => keys.includes(measureOf(row as Parameters<typeof measureOf>[0])));
    return {
      points: own.reduce((sum, { points }) => sum + points, 0),
      worth: sumOf(own.map(({ worth }) => worth)).toFixed(),
    };
  });
  const values = roundedParts(
    parts.map(({ worth }) => worth),
    sumOf([opening.worth]),
  );
  const closing = sumOf([opening.worth, ...parts.map(({ worth }) => worth)]);
  const sums = SETTLED.map((part, place) => [
    part,
    { points: parts[place]?.points ?? 0, value: Number(values[place] ?? 0) },
  ]);
  const money = (worth: ReturnType<typeof sumOf>) => Number(roundedDown(worth).toFixed(decimalsOf()));
  return {
    merchantId,
    opening: { points: opening.points, value: money(sumOf([opening.worth])) },
    ...(Object.fromEntries(sums) as Record<Settled, Sum>),
    closing: {
      points: parts.reduce((sum, { points }) => sum + points, opening.points),
      value: money(closing),
    },
  };
}

/**
 * Worth that a merchant still has to pay for the points that its bills granted, less the points that it took as payment; below zero the merchant
 * is paid.
 */
export const balanceOf = ({ granted, paid }: Record<"granted" | "paid", Sum>): number =>
  sumOfSigned([granted.value, paid.value]);

/** A line of the journal, in currency units. Debits and credits of all lines are equal. */
export interface JournalLine {
  account: "owed" | Settled;
  merchantId: number | null;
  of: Settled | "revalued";
  points: number;
  debit: number;
  credit: number;
}

/** Two lines for each change: the account of its kind, and that of the points owed. `revalued`: what other rates gave to unmoved points. */
export function journalOf(settlements: readonly MerchantSettlement[], revalued: number): JournalLine[] {
  const lines = settlements.flatMap((one) =>
    SETTLED.flatMap((part) => booked({ merchantId: one.merchantId, of: part, account: part, ...one[part] })),
  );
  return [
    ...lines,
    ...booked({ merchantId: null, of: "revalued", account: "other", points: 0, value: revalued }),
  ];
}

function booked({
  merchantId,
  of,
  account,
  points,
  value,
}: Sum & { merchantId: number | null; of: JournalLine["of"]; account: Settled }): JournalLine[] {
  if (value === 0) return [];
  const facts = { merchantId, of, points };
  const [isMore, amount] = [value > 0, Math.abs(value)];
  return [
    { ...facts, account, debit: isMore ? amount : 0, credit: isMore ? 0 : amount },
    { ...facts, account: "owed", debit: isMore ? 0 : amount, credit: isMore ? amount : 0 },
  ];
}
