import { reactivateMerchant } from "@/lib/admin/reactivate-merchant";
import { managedMerchantSchema, merchantParamsSchema } from "@/lib/contract/portal/manage-branches";
import { adminActor, adminContext } from "@/lib/http/portal/administration";
import { withPortal } from "@/lib/http/portal/with-portal";

/** Lets a stopped merchant go on. */
export const POST = withPortal({
  roles: ["programme_operator"],
  reach: "own",
  params: merchantParamsSchema,
  answer: managedMerchantSchema,
  handler: (call) => reactivateMerchant(adminContext(), adminActor(call), call.params),
});
