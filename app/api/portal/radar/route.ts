import { PERMISSIONS } from "@/lib/areas/permissions";
import { readRadar } from "@/lib/areas/radar/portal";
import { radarFiltersSchema, radarListSchema } from "@/lib/areas/radar/schemas";
import { withPortal } from "@/lib/portal/with-portal";

/** What is odd in the log, by person. */
export const GET = withPortal({
  roles: PERMISSIONS["radar.read"],
  reach: "branch",
  query: radarFiltersSchema,
  answer: radarListSchema,
  handler: ({ actor, query }) => readRadar(actor, query),
});
