import { PERMISSIONS } from "@/lib/areas/permissions";
import { lookAtToday } from "@/lib/areas/radar/portal";
import { radarRunSchema } from "@/lib/areas/radar/schemas";
import { withPortal } from "@/lib/portal/with-portal";

/** Looks at today, as far as it has gone. Days that are over are looked at by themselves. */
export const POST = withPortal({
  roles: PERMISSIONS["radar.run"],
  reach: "own",
  answer: radarRunSchema,
  handler: ({ actor }) => lookAtToday(actor),
});
