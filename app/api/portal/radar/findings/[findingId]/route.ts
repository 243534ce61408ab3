import { PERMISSIONS } from "@/lib/areas/permissions";
import { readEvidence } from "@/lib/areas/radar/portal";
import { evidenceSchema, findingTargetSchema } from "@/lib/areas/radar/schemas";
import { withPortal } from "@/lib/portal/with-portal";

/** A finding with the entries that it rests on. */
export const GET = withPortal({
  roles: PERMISSIONS["radar.read"],
  reach: "own",
  params: findingTargetSchema,
  answer: evidenceSchema,
  handler: ({ actor, params }) => readEvidence(actor, params.findingId),
});
