import type { Send } from "@/lib/platform/database/sender";
import { startOfDayAfter } from "@/lib/platform/time";
import { isLastOfMonth } from "./range";

/** The instant at which a day ended. */
export type DayEnds = (day: string) => string;

/**
 * Days end in the zone that was the programme's at their end, so that what is told of them stays when the zone changes, and each day begins
 * where the one before ended. The last day of a closed month ended when the month did.
 */
export async function readDayEnds(send: Send): Promise<DayEnds> {
  const { rows: zones } = await send({ text: "SELECT time_zone FROM programme WHERE id = 1" });
  const zone = (zones as { time_zone: string }[])[0]?.time_zone;
  if (zone === undefined) throw new Error("The programme is not set up: the table programme is empty");
  const { rows: changes } = await send({
    text: `SELECT created_at AS at, before ->> 'timeZone' AS zone FROM audit_log
            WHERE subject_type = 'programme' AND before ->> 'timeZone' IS NOT NULL ORDER BY id`,
  });
  const { rows: months } = await send({
    text: `SELECT to_char(month, 'YYYY-MM') AS month, ends_at AS "endsAt" FROM closed_month WHERE ends_at IS NOT NULL`,
  });
  return (day) => {
    const closed = isLastOfMonth(day)
      ? (months as { month: string; endsAt: Date }[]).find(({ month }) => month === day.slice(0, 7))
      : undefined;
    if (closed !== undefined) return closed.endsAt.toISOString();
    const then = (changes as { at: Date; zone: string }[]).find(
      ({ at, zone }) => startOfDayAfter(day, zone) <= at,
    );
    return startOfDayAfter(day, then?.zone ?? zone).toISOString();
  };
}
