import { readWaiting } from "@/lib/areas/adjustments/portal";
import { waitingSchema } from "@/lib/areas/adjustments/schemas";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { withPortal } from "@/lib/portal/with-portal";

/** How much waits for the actor's decision. */
export const GET = withPortal({
  roles: PERMISSIONS["approval.decide"],
  reach: "own",
  answer: waitingSchema,
  // Every open page asks by itself, once a minute.
  prolongs: false,
  handler: ({ actor }) => readWaiting(actor),
});
