import { forgetDevice } from "@/lib/areas/account/known-devices";
import { DONE, deviceParamsSchema, doneSchema } from "@/lib/areas/account/schemas";
import { ROLES } from "@/lib/areas/roles";
import { PortalRefusal } from "@/lib/portal/refusal";
import { withPortal } from "@/lib/portal/with-portal";

/** Makes one of the user's own devices unknown again. */
export const DELETE = withPortal({
  roles: ROLES,
  reach: "self",
  params: deviceParamsSchema,
  answer: doneSchema,
  handler: async ({ actor, params }) => {
    if ((await forgetDevice(actor.userId, params.deviceId)) === 0) throw new PortalRefusal("not_found");
    return DONE;
  },
});
