import { deactivateMerchant } from "@/lib/admin/deactivate-merchant";
import { managedMerchantSchema, merchantParamsSchema } from "@/lib/contract/portal/manage-branches";
import { adminActor, adminContext } from "@/lib/http/portal/administration";
import { withPortal } from "@/lib/http/portal/with-portal";

/** Stops a merchant. */
export const POST = withPortal({
  roles: ["programme_operator"],
  reach: "own",
  params: merchantParamsSchema,
  answer: managedMerchantSchema,
  handler: (call) => deactivateMerchant(adminContext(), adminActor(call), call.params),
});
