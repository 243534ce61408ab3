import { portalPool, prisma } from "@/lib/platform/database/pools";
import { reportsSource } from "@/lib/platform/database/reports-source";
import { sender } from "@/lib/platform/database/sender";
import { formatLocalDate } from "@/lib/platform/time";
import { PERSON, personName } from "@/lib/portal/acts/person";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import { fieldRefusal } from "@/lib/portal/refusal";
import { requireMerchant } from "@/lib/portal/require";
import { services } from "@/lib/services";
import { changesOfMonth, type MonthFigures } from "./closed-months";
import { type DayEnds, readDayEnds } from "./day-ends";
import {
  momentOf,
  type Outstanding,
  type RollForward,
  readOutstanding,
  readRollForward,
} from "./outstanding";
import type { Counted } from "./owed-kept";
import type {
  CountedUpTo,
  OutstandingPoints,
  RollForwardFigures,
  RollForwardQuery,
  RollForwardReport,
} from "./owed-schemas";
import { type Days, firstOfMonth, isLastOfMonth, isWholeMonth, monthAfter } from "./range";
import { readCurrency } from "./read-portal";
import type { MerchantSettlement } from "./settlement";

export const dayEnds = () => readDayEnds(sender(portalPool()));
export const todayIn = (zone: string) => formatLocalDate(services().clock.now(), zone);

/**
 * The merchant to which what a reader sees of the points owed is limited: sums of the whole programme less the own ones would be those of other
 * merchants. Null: the whole programme, for operators, and for everybody where there is no other merchant.
 */
export async function limitOf({ merchantId }: PortalActor): Promise<number | null> {
  if (merchantId === null) return null;
  const others = await prisma().merchant.count({ where: { id: { not: merchantId } } });
  return others === 0 ? null : merchantId;
}

/**
 * The points that customers hold now, or held at the end of a day: in the whole programme, or given and taken at the reader's merchant.
 * Throws AdminError `validation` for a day that has not begun.
 */
export async function readOutstandingPoints(
  actor: PortalActor,
  { day }: { day?: string | undefined },
): Promise<OutstandingPoints> {
  const zone = services().programme.timeZone();
  const today = todayIn(zone);
  const chosen = day ?? today;
  if (chosen > today) throw fieldRefusal("day", "invalid");
  const { pool, lagSeconds } = await reportsSource();
  const limit = await limitOf(actor);
  const { merchants, coupons, counted, ...outstanding } = limitedTo(
    limit,
    (await readClosedPage(chosen)) ?? (await readOutstanding(pool, momentOf(chosen, today, await dayEnds()))),
  );
  return {
    ...outstanding,
    isWhole: limit === null,
    ...{ day: chosen, isNow: chosen === today, today, lagSeconds, counted: countedUpTo(counted) },
    value: Number(outstanding.value),
    revalued: Number(outstanding.revalued),
    parts: outstanding.parts.map((part) => ({ ...part, value: Number(part.value) })),
    merchants: await namedShares(merchants),
    coupons: coupons.map(({ id, nameEn, nameAr, coupons: count, worth }) => ({
      kind: { id, nameEn, nameAr },
      coupons: count,
      worth: worth === null ? null : worth * count,
    })),
    currency: await readCurrency(),
  };
}

/** Limits what is owed to one merchant: its share, and coupons of it and of the programme. */
function limitedTo(merchantId: number | null, owed: Outstanding): Outstanding {
  if (merchantId === null) return owed;
  const merchants = owed.merchants.filter((share) => share.merchantId === merchantId);
  const { points = 0, value = "0" } = merchants[0] ?? {};
  return {
    ...{ merchants, points, value, parts: [], revalued: "0", counted: owed.counted },
    coupons: owed.coupons.filter((kind) => kind.merchantId === null || kind.merchantId === merchantId),
    proof: { lots: 0, balances: 0, log: 0, isEqual: owed.proof.isEqual },
  };
}

/** A page that was closed by a release before knows no count. */
const countedUpTo = (counted: Counted | null | undefined): CountedUpTo | null =>
  counted ? { at: counted.at.toISOString(), customers: counted.customers } : null;

/** All that was owed at the end of a month, as it was closed; null for other days, and where a release before closed it. */
async function readClosedPage(day: string): Promise<Outstanding | null> {
  if (!isLastOfMonth(day)) return null;
  const month = new Date(firstOfMonth(day));
  const row = await prisma().closedMonth.findUnique({ where: { month }, select: { outstanding: true } });
  return (row?.outstanding ?? null) as Outstanding | null;
}

async function namedShares(
  shares: Awaited<ReturnType<typeof readOutstanding>>["merchants"],
): Promise<OutstandingPoints["merchants"]> {
  const names = await prisma().merchant.findMany({
    where: { id: { in: shares.flatMap(({ merchantId }) => merchantId ?? []) } },
    select: { id: true, nameEn: true, nameAr: true },
  });
  return shares.map(({ merchantId, points, value }) => ({
    merchant: names.find(({ id }) => id === merchantId) ?? null,
    points,
    value: Number(value),
  }));
}

/**
 * The roll-forward of some days: of one merchant, or of the whole programme as far as the reader sees it, where a month that was closed is told as it was closed.
 * Throws AdminError `forbidden` for a foreign merchant, `validation` for days that are no range.
 */
export async function readRollForwardReport(
  actor: PortalActor,
  query: RollForwardQuery,
): Promise<RollForwardReport> {
  const zone = services().programme.timeZone();
  const today = todayIn(zone);
  const range = { from: query.from ?? `${today.slice(0, 8)}01`, to: query.to ?? today };
  if (range.from > range.to || range.to > today) throw fieldRefusal("to", "invalid");
  if (query.merchantId !== undefined) requireMerchant(actor, query.merchantId);
  const endOf = await dayEnds();
  const { pool, lagSeconds } = await reportsSource();
  const limit = await limitOf(actor);
  const merchantId = query.merchantId ?? limit;
  const closed = merchantId === null ? await readClosed(range) : null;
  const read = async () => {
    const forward = await readRollForward(pool, { ...range, merchantId }, { today, endOf });
    return { figures: shown(forward), counted: countedUpTo(forward.counted) };
  };
  const { figures, counted } = closed === null ? await read() : { figures: closed.figures, counted: null };
  const open = merchantId === null && closed === null && isWholeMonth(range);
  const months = await prisma().closedMonth.findMany({ select: { month: true }, orderBy: { month: "desc" } });
  const closedMonths = months.map(({ month }) => month.toISOString().slice(0, 10));
  const first = open ? await monthToClose() : null;
  return {
    ...figures,
    ...{ range: { ...range, today }, currency: await readCurrency(), lagSeconds, counted, merchantId },
    seesWhole: limit === null,
    closed: closed && { at: closed.at, by: closed.by },
    closedMonths,
    opened: open ? await readOpened(range, figures, { today, endOf }) : null,
    canReopen: closed !== null && closedMonths[0] === range.from,
    canClose: open && figures.isEqual && isSettled(endOf(range.to)) && (first ?? range.from) === range.from,
    closeFirst: first !== null && first < range.from ? first : null,
  };
}

/** Movements of a month's last moment have been committed by then: no transaction of the ledger takes as long. */
const SETTLED_AFTER_MS = 10 * 60_000;

export const isSettled = (end: string) =>
  services().clock.now().getTime() >= Date.parse(end) + SETTLED_AFTER_MS;

/** The month after the last closed one; null while none is closed, so that any may be the first. */
export async function monthToClose(): Promise<string | null> {
  const last = await prisma().closedMonth.findFirst({ orderBy: { month: "desc" }, select: { month: true } });
  return last && monthAfter(last.month.toISOString().slice(0, 10));
}

export const shown = ({ opening, rows, revalued, closing, isEqual }: RollForward): RollForwardFigures => ({
  opening: { points: opening.points, value: Number(opening.value) },
  rows: rows.map((row) => ({ ...row, value: Number(row.value) })),
  revalued: Number(revalued),
  closing: { points: closing.points, value: Number(closing.value) },
  isEqual,
});

export async function readClosed(range: Days) {
  if (!isWholeMonth(range)) return null;
  const row = await prisma().closedMonth.findUnique({
    where: { month: new Date(range.from) },
    include: { closer: { select: PERSON } },
  });
  if (row === null) return null;
  const { closedFiguresSchema } = await import("./owed-schemas");
  return {
    at: row.closedAt.toISOString(),
    by: personName(row.closer),
    figures: closedFiguresSchema.parse(row.figures),
    // A release before kept none.
    settlements: (row.figures as { settlements?: MerchantSettlement[] }).settlements ?? null,
  };
}

/** The last opening of a month, and each figure that is told differently since; null: nobody opened it. */
async function readOpened(
  range: Days,
  figures: RollForwardFigures,
  { today, endOf }: { today: string; endOf: DayEnds },
): Promise<RollForwardReport["opened"]> {
  const row = await prisma().openedMonth.findFirst({
    where: { month: new Date(range.from) },
    include: { opener: { select: PERSON }, approver: { select: PERSON } },
    orderBy: { id: "desc" },
  });
  if (row === null) return null;
  const { pool } = await reportsSource();
  const now = { figures, outstanding: await readOutstanding(pool, momentOf(range.to, today, endOf)) };
  return {
    ...{ at: row.openedAt.toISOString(), by: personName(row.opener), reason: row.reason },
    approvedBy: row.approver && personName(row.approver),
    closedAt: row.closedAt.toISOString(),
    changes: changesOfMonth(await closedFigures(row), now),
  };
}

/** The figures that a month was closed with, as they were kept. */
export async function closedFigures(row: { figures: unknown; outstanding: unknown }): Promise<MonthFigures> {
  const { closedFiguresSchema } = await import("./owed-schemas");
  return {
    figures: closedFiguresSchema.parse(row.figures),
    outstanding: (row.outstanding ?? null) as Outstanding | null,
  };
}
