import { PERMISSIONS } from "@/lib/areas/permissions";
import { noteCase } from "@/lib/areas/radar/cases";
import { readRadarPerson } from "@/lib/areas/radar/portal";
import { caseTargetSchema, noteSchema, radarPersonSchema } from "@/lib/areas/radar/schemas";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** Adds a note to the case. */
export const POST = withPortal({
  roles: PERMISSIONS["radar_case.note"],
  reach: "own",
  params: caseTargetSchema,
  body: noteSchema,
  answer: radarPersonSchema,
  handler: async (call) => {
    const { userId } = await noteCase(adminContext(), adminActor(call), { ...call.params, ...call.body });
    return readRadarPerson(call.actor, userId);
  },
});
