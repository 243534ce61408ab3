import { PERMISSIONS } from "@/lib/areas/permissions";
import { setOwnNumbers } from "@/lib/areas/radar/numbers";
import { readRadarPerson } from "@/lib/areas/radar/portal";
import { ownNumberSchema, personTargetSchema, radarPersonSchema } from "@/lib/areas/radar/schemas";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** Adds one of the person's own mobile numbers, or takes one away. */
export const PATCH = withPortal({
  roles: PERMISSIONS["user.set_numbers"],
  reach: "own",
  params: personTargetSchema,
  body: ownNumberSchema,
  answer: radarPersonSchema,
  handler: async (call) => {
    const { userId } = await setOwnNumbers(adminContext(), adminActor(call), {
      ...call.params,
      change: call.body,
    });
    return readRadarPerson(call.actor, userId);
  },
});
