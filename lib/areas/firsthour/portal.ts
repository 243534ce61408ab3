import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import { adminContext } from "@/lib/portal/administration";
import { serveContract } from "@/lib/portal/serve";
import { firstHour } from "./contract";
import { putAwayFirstHour, readFirstHour } from "./firsthour";
import type { FirstHour } from "./schemas";

/** How far the programme has come. */
export function readProgrammeFirstHour(actor: PortalActor): Promise<FirstHour> {
  return readFirstHour(adminContext(), actor);
}

export const firstHourPortal = serveContract(firstHour, {
  firstHour: ({ actor }) => readProgrammeFirstHour(actor),
  putAwayFirstHour: async ({ actor, admin, context, body }) => {
    await putAwayFirstHour(context, admin, body);
    return readProgrammeFirstHour(actor);
  },
});
