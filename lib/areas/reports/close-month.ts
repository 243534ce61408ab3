import type { AdminActor } from "@/lib/portal/acts/actor";
import { administer } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import type { RollForwardFigures } from "./schemas";

/**
 * Keeps the figures of a month of the programme as they are now; entries that come later are told in their own month.
 * @throws AdminError forbidden, conflict when the month is closed already
 */
export function createClosedMonth(
  context: AdminContext,
  actor: AdminActor,
  { month, figures }: { month: string; figures: RollForwardFigures },
): Promise<void> {
  return administer(context, actor, "closed_month.create", async ({ tx, now, record }) => {
    const row = { month: new Date(month), closedAt: now, closedBy: actor.userId, figures };
    const { count } = await tx.closedMonth.createMany({ data: [row], skipDuplicates: true });
    if (count === 0) throw new AdminError("conflict", { subject: "closed_month", version: 1 });
    const { points, value } = figures.closing;
    const after = { month, points, value };
    await record({ subject: "closed_month", subjectId: month, merchantId: null, before: null, after });
  });
}
