import { isViolationOf } from "@/lib/platform/database/errors";
import type { Prisma } from "@/lib/platform/database/generated/client";
import { sumOfSigned } from "@/lib/platform/money";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { administer } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { administerAgreed, agree } from "@/lib/portal/acts/second-person";
import type { Outstanding } from "./outstanding";
import type { MonthChange, RollForwardFigures } from "./owed-schemas";
import type { MerchantSettlement } from "./settlement";
import { MEASURE_KEYS, measureOf, STATE_KEYS } from "./words";

/**
 * Keeps the figures of a month of the programme as they are now; entries that come later are told in their own month.
 * @throws AdminError forbidden, month_unequal when the figures do not agree, conflict when the month is closed already, is not the one after the last closed one, or opens with other
 * figures than that one was closed with
 */
export function createClosedMonth(
  context: AdminContext,
  actor: AdminActor,
  {
    month,
    figures,
    endsAt,
    outstanding,
    settlements,
  }: {
    month: string;
    figures: RollForwardFigures;
    endsAt: string;
    outstanding: Outstanding;
    settlements: readonly MerchantSettlement[];
  },
): Promise<void> {
  return administer(context, actor, "closed_month.create", async ({ tx, now, record }) => {
    if (!figures.isEqual || !outstanding.proof.isEqual) throw new AdminError("month_unequal");
    const kept = {
      figures: { ...figures, settlements } as unknown as Prisma.InputJsonObject,
      endsAt,
      outstanding: outstanding as unknown as Prisma.InputJsonObject,
    };
    const row = { month: new Date(month), closedAt: now, closedBy: actor.userId, ...kept };
    const taken = () => new AdminError("conflict", { subject: "closed_month", version: 1 });
    const { count } = await tx.closedMonth
      .createMany({ data: [row], skipDuplicates: true })
      .catch((error: unknown) => {
        const refusals = ["closed_month_in_order", "closed_month_opens_as_closed"];
        throw refusals.some((name) => isViolationOf(error, name)) ? taken() : error;
      });
    if (count === 0) throw taken();
    const { points, value } = figures.closing;
    const after = { month, points, value };
    await record({ subject: "closed_month", subjectId: month, merchantId: null, before: null, after });
  });
}

/** Figures of a month, kept or read now; a release before kept no `outstanding`. */
export interface MonthFigures {
  figures: RollForwardFigures;
  outstanding: Outstanding | null;
}

const FIGURES = ["opening", ...MEASURE_KEYS, "revalued", "closing", ...STATE_KEYS] as const;

type Sum = MonthChange["closed"];
const NOTHING: Sum = { points: 0, value: 0 };

/** Each figure of a month that differs, in the order of the page. */
export function changesOfMonth(closed: MonthFigures, now: MonthFigures): MonthChange[] {
  const hasStates = now.outstanding !== null && closed.outstanding !== null;
  const [one, other] = [sumsOf(closed, hasStates), sumsOf(now, hasStates)];
  return FIGURES.flatMap((key) => {
    const change = { closed: one.get(key) ?? NOTHING, now: other.get(key) ?? NOTHING };
    const isSame = change.closed.points === change.now.points && change.closed.value === change.now.value;
    return isSame ? [] : [{ of: key, ...change }];
  });
}

function sumsOf({ figures, outstanding }: MonthFigures, hasStates: boolean): Map<MonthChange["of"], Sum> {
  const sums = new Map<MonthChange["of"], Sum>([["opening", figures.opening]]);
  for (const row of figures.rows)
    sums.set(measureOf(row), { points: row.spendable + row.suspended, value: row.value });
  sums.set("revalued", { points: 0, value: figures.revalued });
  sums.set("closing", figures.closing);
  if (hasStates)
    for (const { state, points, value } of outstanding?.parts ?? []) {
      const known = sums.get(`state_${state}`) ?? NOTHING;
      sums.set(`state_${state}`, {
        points: known.points + points,
        value: sumOfSigned([known.value, Number(value)]),
      });
    }
  return sums;
}

/**
 * Opens the last closed month again, with a second person: it is told from the log until it is closed anew. The figures that it was closed with are kept.
 * `changes` is for the second person, whose approval is good for these figures only.
 * @throws AdminError second_person, forbidden, conflict when the month is not the last closed one
 */
export function reopenClosedMonth(
  context: AdminContext,
  actor: AdminActor,
  { month, reason, changes }: { month: string; reason: string; changes: readonly MonthChange[] },
): Promise<void> {
  return administerAgreed(context, actor, "closed_month.reopen", async (act) => {
    const { tx, now, record } = act;
    await tx.$executeRawUnsafe("SELECT pg_advisory_xact_lock(hashtext('closed_month'))");
    const last = await tx.closedMonth.findFirst({ orderBy: { month: "desc" } });
    if (last?.month.toISOString().slice(0, 10) !== month)
      throw new AdminError("conflict", { subject: "closed_month", version: 1 });
    const approvedBy = await agree(act, {
      kind: "rules",
      merchantId: null,
      points: Number.POSITIVE_INFINITY,
      content: ["reopen", month, last.closedAt.toISOString(), changes],
      summary: { act: "month", month, monthChanges: JSON.stringify(changes) },
      reason,
    });
    const { closedAt, closedBy, figures, outstanding } = last;
    const kept = { closedAt, closedBy, figures: figures ?? {}, ...(outstanding !== null && { outstanding }) };
    await tx.openedMonth.create({
      data: { month: last.month, openedAt: now, openedBy: actor.userId, approvedBy, reason, ...kept },
    });
    await tx.closedMonth.delete({ where: { month: last.month } });
    const changed = changes.map(({ of }) => of).join(", ");
    await record({
      ...{ subject: "closed_month", subjectId: month, merchantId: null },
      before: { closedAt: closedAt.toISOString() },
      after: { reason, approvedBy, ...(changed !== "" && { changed }) },
    });
  });
}
