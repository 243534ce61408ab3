import { readDeskFilterChoices } from "@/lib/areas/deals/desk-portal";
import { deskFilterChoicesSchema } from "@/lib/areas/deals/desk-schemas";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { adminActor } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** What the list of managed deals can be filtered by. */
export const GET = withPortal({
  roles: PERMISSIONS["deal.read"],
  reach: "own",
  answer: deskFilterChoicesSchema,
  handler: (call) => readDeskFilterChoices(adminActor(call)),
});
