import type { PortalActor } from "@/lib/areas/portal-actor";
import { type AdminCall, adminActor, adminContext } from "@/lib/portal/administration";
import { putAwayFirstHour, readFirstHour } from "./firsthour";
import type { FirstHour } from "./schemas";

/** How far the programme has come. */
export function readProgrammeFirstHour(actor: PortalActor): Promise<FirstHour> {
  return readFirstHour(adminContext(), actor);
}

/** Puts it away or takes it up again, and answers what it is then. */
export async function changeFirstHour(
  call: AdminCall & { body: { isDismissed: boolean } },
): Promise<FirstHour> {
  await putAwayFirstHour(adminContext(), adminActor(call), call.body);
  return readProgrammeFirstHour(call.actor);
}
