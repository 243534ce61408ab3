import { deactivateMerchant } from "@/lib/areas/merchants/deactivate-merchant";
import { managedMerchantSchema, merchantParamsSchema } from "@/lib/areas/merchants/desk-schemas";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** Stops a merchant. */
export const POST = withPortal({
  roles: ["programme_operator"],
  reach: "own",
  params: merchantParamsSchema,
  answer: managedMerchantSchema,
  handler: (call) => deactivateMerchant(adminContext(), adminActor(call), call.params),
});
