import { readHome } from "@/lib/areas/home/portal";
import { homeSchema } from "@/lib/areas/home/schemas";
import { DESK_ROLES } from "@/lib/areas/roles";
import { withPortal } from "@/lib/portal/with-portal";

/** What needs the actor now, how their day goes, and what was done last. */
export const GET = withPortal({
  roles: DESK_ROLES,
  reach: "own",
  // Every open page asks by itself, once a minute.
  prolongs: false,
  answer: homeSchema,
  handler: ({ actor }) => readHome(actor),
});
