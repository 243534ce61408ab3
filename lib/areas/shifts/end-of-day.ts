import { formatLocalDate, startOfDayAfter } from "@/lib/platform/time";
import { systemActor } from "@/lib/portal/acts/actor";
import type { WalletAdminContext } from "@/lib/portal/acts/context";
import { closeLeftShift } from "./shifts";

/**
 * Closes what was left open when its day of the programme's calendar ended, as of that midnight. Returns how many. Processes that do it
 * at the same time close each shift once.
 */
export async function closeLeftShifts(context: WalletAdminContext, systemUserId: number): Promise<number> {
  const { database, clock, programme } = context;
  const zone = programme.timeZone();
  const open = await database.shift.findMany({
    where: { closedAt: null },
    select: { id: true, openedAt: true },
  });
  let closed = 0;
  for (const { id, openedAt } of open) {
    const at = startOfDayAfter(formatLocalDate(openedAt, zone), zone);
    if (at > clock.now()) continue;
    if (await closeLeftShift(context, systemActor(systemUserId), { shiftId: id, at })) closed += 1;
  }
  return closed;
}
