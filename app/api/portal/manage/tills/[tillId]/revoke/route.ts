import { PERMISSIONS } from "@/lib/areas/permissions";
import { readTills } from "@/lib/areas/tills/portal";
import { tillListSchema, tillParamsSchema } from "@/lib/areas/tills/schemas";
import { revokeTill } from "@/lib/areas/tills/tills";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

export const POST = withPortal({
  roles: PERMISSIONS["till.revoke"],
  reach: "own",
  params: tillParamsSchema,
  answer: tillListSchema,
  handler: async (call) => {
    const actor = adminActor(call);
    await revokeTill(adminContext(), actor, call.params.tillId);
    return readTills(actor);
  },
});
