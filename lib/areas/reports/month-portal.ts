import { settledUpTo } from "@/lib/log/tail";
import { portalPool, prisma } from "@/lib/platform/database/pools";
import { AdminError } from "@/lib/portal/acts/errors";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import { fieldRefusal } from "@/lib/portal/refusal";
import type { AdminWork } from "@/lib/portal/serve";
import { services } from "@/lib/services";
import { changesOfMonth, createClosedMonth, reopenClosedMonth } from "./closed-months";
import { momentOf, readOutstanding, readRollForward } from "./outstanding";
import {
  closedFigures,
  dayEnds,
  isSettled,
  monthToClose,
  readClosed,
  readRollForwardReport,
  shown,
  todayIn,
} from "./owed-portal";
import type { MonthChange, RollForwardReport } from "./owed-schemas";
import { lastOfMonth } from "./range";
import { readCurrency } from "./read-portal";
import { readSettlement } from "./settlement";

type Call = AdminWork & { actor: PortalActor };

/**
 * Keeps the figures of a month of the programme as they are now; entries that come later are told in their own month.
 * Throws AdminError `validation` for a month that is not over, or whose last movements are under way still, and for one that is not the
 * next; AdminError conflict when it is closed already.
 */
export async function closeMonth({ actor, admin, context }: Call, month: string): Promise<RollForwardReport> {
  const zone = services().programme.timeZone();
  const today = todayIn(zone);
  const range = { from: month, to: lastOfMonth(month) };
  const endOf = await dayEnds();
  const endsAt = endOf(range.to);
  if (range.to >= today || !isSettled(endsAt)) throw fieldRefusal("month", "invalid");
  const closedAlready = await readClosed(range);
  if (closedAlready === null && ((await monthToClose()) ?? month) !== month)
    throw fieldRefusal("month", "invalid");
  // A transaction of the ledger that began in the month and is held up still would add to it later.
  if ((await settledUpTo(portalPool(), 0)) === null) throw fieldRefusal("month", "invalid");
  // Read from the database itself: a copy could be behind.
  const figures = shown(await readRollForward(portalPool(), range, { today, endOf }));
  const outstanding = await readOutstanding(portalPool(), momentOf(range.to, today, endOf));
  const settlements = await readSettlement(portalPool(), range, { today, endOf });
  await createClosedMonth(context, admin, { month, figures, endsAt, outstanding, settlements });
  return readRollForwardReport(actor, range);
}

/** Each figure that would be told differently if the last closed month were opened again. Throws AdminError conflict for another month. */
export async function readMonthChanges(month: string): Promise<{ currency: string; changes: MonthChange[] }> {
  const row = await prisma().closedMonth.findFirst({ orderBy: { month: "desc" } });
  if (row?.month.toISOString().slice(0, 10) !== month)
    throw new AdminError("conflict", { subject: "closed_month", version: 1 });
  const today = todayIn(services().programme.timeZone());
  const range = { from: month, to: lastOfMonth(month) };
  const endOf = await dayEnds();
  // Read from the database itself, as the month was when it was closed.
  const now = {
    figures: shown(await readRollForward(portalPool(), range, { today, endOf })),
    outstanding: await readOutstanding(portalPool(), momentOf(range.to, today, endOf)),
  };
  return { currency: await readCurrency(), changes: changesOfMonth(await closedFigures(row), now) };
}

/** Opens the last closed month again. Throws as {@link reopenClosedMonth}. */
export async function reopenMonth(
  { actor, admin, context }: Call,
  { month, reason }: { month: string; reason: string },
): Promise<RollForwardReport> {
  const { changes } = await readMonthChanges(month);
  await reopenClosedMonth(context, admin, { month, reason, changes });
  return readRollForwardReport(actor, { from: month, to: lastOfMonth(month) });
}
