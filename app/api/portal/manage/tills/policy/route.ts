import { PERMISSIONS } from "@/lib/areas/permissions";
import { updateProgramme } from "@/lib/areas/programme/update-programme";
import { readTills } from "@/lib/areas/tills/portal";
import { tillListSchema, tillPolicySchema } from "@/lib/areas/tills/schemas";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** Whether cashiers need a registered device; refused as a conflict when the programme is not the version that was read. */
export const PUT = withPortal({
  roles: PERMISSIONS["programme.update"],
  reach: "programme",
  body: tillPolicySchema,
  answer: tillListSchema,
  handler: async (call) => {
    const actor = adminActor(call);
    const { isNeeded, version } = call.body;
    await updateProgramme(adminContext(), actor, { tillsNeedRegistration: isNeeded, version });
    return readTills(actor);
  },
});
