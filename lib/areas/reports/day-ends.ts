import { prisma } from "@/lib/platform/database/pools";
import { startOfDayAfter } from "@/lib/platform/time";
import { services } from "@/lib/services";
import { isLastOfMonth } from "./range";

/** The instant at which a day ended. */
export type DayEnds = (day: string) => string;

/**
 * Days end in the zone that was the programme's at their end, so that what is told of them stays when the zone changes, and each day begins
 * where the one before ended. The last day of a closed month ended when the month did.
 */
export async function readDayEnds(): Promise<DayEnds> {
  const acts = await prisma().auditLog.findMany({
    where: { subjectType: "programme" },
    select: { createdAt: true, before: true },
    orderBy: { id: "asc" },
  });
  const changes = acts.flatMap(({ createdAt, before }) => {
    const zone = (before as { timeZone?: unknown } | null)?.timeZone;
    return typeof zone === "string" ? [{ at: createdAt, zone }] : [];
  });
  const months = await prisma().closedMonth.findMany({ select: { month: true, endsAt: true } });
  return (day) => {
    const closed = isLastOfMonth(day)
      ? months.find(({ month }) => month.toISOString().startsWith(day.slice(0, 7)))?.endsAt
      : null;
    if (closed) return closed.toISOString();
    const then = changes.find(({ at, zone }) => startOfDayAfter(day, zone) <= at);
    return startOfDayAfter(day, then?.zone ?? services().programme.timeZone()).toISOString();
  };
}
