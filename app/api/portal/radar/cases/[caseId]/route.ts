import { PERMISSIONS } from "@/lib/areas/permissions";
import { assignCase, closeCase } from "@/lib/areas/radar/cases";
import { readRadarPerson } from "@/lib/areas/radar/portal";
import {
  assignCaseSchema,
  caseTargetSchema,
  closeCaseSchema,
  radarPersonSchema,
} from "@/lib/areas/radar/schemas";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** Gives the case to somebody, or to nobody. Refused as a conflict when it is no longer what was read. */
export const PATCH = withPortal({
  roles: PERMISSIONS["radar_case.assign"],
  reach: "own",
  params: caseTargetSchema,
  body: assignCaseSchema,
  answer: radarPersonSchema,
  handler: async (call) => {
    const { userId } = await assignCase(adminContext(), adminActor(call), { ...call.params, ...call.body });
    return readRadarPerson(call.actor, userId);
  },
});

/** Closes the case with what came of it. */
export const PUT = withPortal({
  roles: PERMISSIONS["radar_case.close"],
  reach: "own",
  params: caseTargetSchema,
  body: closeCaseSchema,
  answer: radarPersonSchema,
  handler: async (call) => {
    const { userId } = await closeCase(adminContext(), adminActor(call), { ...call.params, ...call.body });
    return readRadarPerson(call.actor, userId);
  },
});
