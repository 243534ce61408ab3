import { readTemplates } from "@/lib/areas/coupons/portal";
import {
  deskTemplatesSchema,
  templateStateSchema,
  templateTargetSchema,
  updateTemplateSchema,
} from "@/lib/areas/coupons/schemas";
import { changeTemplateState, updateTemplate } from "@/lib/areas/coupons/templates";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** Changes a template. Refused as a conflict when it is no longer what was read. */
export const PUT = withPortal({
  roles: PERMISSIONS["coupon_template.update"],
  reach: "own",
  params: templateTargetSchema,
  body: updateTemplateSchema,
  answer: deskTemplatesSchema,
  handler: async (call) => {
    await updateTemplate(adminContext(), adminActor(call), { ...call.params, ...call.body });
    return readTemplates(call.actor);
  },
});

/** Puts it into use, or out of it. */
export const PATCH = withPortal({
  roles: PERMISSIONS["coupon_template.change_state"],
  reach: "own",
  params: templateTargetSchema,
  body: templateStateSchema,
  answer: deskTemplatesSchema,
  handler: async (call) => {
    await changeTemplateState(adminContext(), adminActor(call), { ...call.params, ...call.body });
    return readTemplates(call.actor);
  },
});
