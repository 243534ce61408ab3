import { PERMISSIONS } from "@/lib/areas/permissions";
import { readTills } from "@/lib/areas/tills/portal";
import { registerTillSchema, tillListSchema } from "@/lib/areas/tills/schemas";
import { registerTill } from "@/lib/areas/tills/tills";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** The registered tills. Each act on them answers with what there is then. */
export const GET = withPortal({
  roles: PERMISSIONS["till.read"],
  reach: "own",
  answer: tillListSchema,
  handler: (call) => readTills(adminActor(call)),
});

/** Registers the device that shows this code. */
export const POST = withPortal({
  roles: PERMISSIONS["till.register"],
  reach: "own",
  body: registerTillSchema,
  answer: tillListSchema,
  handler: async (call) => {
    const actor = adminActor(call);
    await registerTill(adminContext(), actor, call.body);
    return readTills(actor);
  },
});
