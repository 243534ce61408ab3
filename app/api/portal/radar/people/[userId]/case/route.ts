import { PERMISSIONS } from "@/lib/areas/permissions";
import { openCase } from "@/lib/areas/radar/cases";
import { readRadarPerson } from "@/lib/areas/radar/portal";
import { personTargetSchema, radarPersonSchema } from "@/lib/areas/radar/schemas";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** Opens a case about the person. */
export const POST = withPortal({
  roles: PERMISSIONS["radar_case.open"],
  reach: "own",
  params: personTargetSchema,
  answer: radarPersonSchema,
  handler: async (call) => {
    const { userId } = await openCase(adminContext(), adminActor(call), call.params);
    return readRadarPerson(call.actor, userId);
  },
});
