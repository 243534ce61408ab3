import { PERMISSIONS } from "@/lib/areas/permissions";
import { readRadarPerson } from "@/lib/areas/radar/portal";
import { personTargetSchema, radarPersonSchema } from "@/lib/areas/radar/schemas";
import { withPortal } from "@/lib/portal/with-portal";

/** A person over time, with what was found and the cases. */
export const GET = withPortal({
  roles: PERMISSIONS["radar.read"],
  reach: "own",
  params: personTargetSchema,
  answer: radarPersonSchema,
  handler: ({ actor, params }) => readRadarPerson(actor, params.userId),
});
