import { updateMerchant } from "@/lib/admin/update-merchant";
import { managedMerchantSchema, merchantParamsSchema } from "@/lib/contract/portal/manage-branches";
import { merchantChangesSchema } from "@/lib/contract/portal/merchants";
import { adminActor, adminContext } from "@/lib/http/portal/administration";
import { withPortal } from "@/lib/http/portal/with-portal";

/** Changes a merchant; refused as a conflict when it is not the version that was read. */
export const PATCH = withPortal({
  roles: ["programme_operator"],
  reach: "own",
  params: merchantParamsSchema,
  body: merchantChangesSchema,
  answer: managedMerchantSchema,
  handler: (call) => updateMerchant(adminContext(), adminActor(call), { ...call.params, ...call.body }),
});
