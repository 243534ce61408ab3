import { readTemplates } from "@/lib/areas/coupons/portal";
import { createTemplateSchema, deskTemplatesSchema } from "@/lib/areas/coupons/schemas";
import { createTemplate } from "@/lib/areas/coupons/templates";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { requireMerchant } from "@/lib/portal/require";
import { withPortal } from "@/lib/portal/with-portal";

/** What coupons are made by, with what has become of them. */
export const GET = withPortal({
  roles: PERMISSIONS["coupon.read"],
  reach: "own",
  answer: deskTemplatesSchema,
  handler: ({ actor }) => readTemplates(actor),
});

export const POST = withPortal({
  roles: PERMISSIONS["coupon_template.create"],
  reach: "own",
  body: createTemplateSchema,
  answer: deskTemplatesSchema,
  handler: async (call) => {
    if (call.body.merchantId !== null) requireMerchant(call.actor, call.body.merchantId);
    await createTemplate(adminContext(), adminActor(call), call.body);
    return readTemplates(call.actor);
  },
});
