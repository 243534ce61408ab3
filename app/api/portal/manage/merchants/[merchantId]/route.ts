import { managedMerchantSchema, merchantParamsSchema } from "@/lib/areas/merchants/desk-schemas";
import { merchantChangesSchema } from "@/lib/areas/merchants/schemas";
import { updateMerchant } from "@/lib/areas/merchants/update-merchant";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** Changes a merchant; refused as a conflict when it is not the version that was read. */
export const PATCH = withPortal({
  roles: ["programme_operator"],
  reach: "own",
  params: merchantParamsSchema,
  body: merchantChangesSchema,
  answer: managedMerchantSchema,
  handler: (call) => updateMerchant(adminContext(), adminActor(call), { ...call.params, ...call.body }),
});
