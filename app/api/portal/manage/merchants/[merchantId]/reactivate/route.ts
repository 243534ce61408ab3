import { managedMerchantSchema, merchantParamsSchema } from "@/lib/areas/merchants/desk-schemas";
import { reactivateMerchant } from "@/lib/areas/merchants/reactivate-merchant";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** Lets a stopped merchant go on. */
export const POST = withPortal({
  roles: ["programme_operator"],
  reach: "own",
  params: merchantParamsSchema,
  answer: managedMerchantSchema,
  handler: (call) => reactivateMerchant(adminContext(), adminActor(call), call.params),
});
