import { reactivateMerchant } from "@/lib/areas/merchants/reactivate-merchant";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { adminContext } from "@/lib/portal/administration";
import { actOnEach } from "@/lib/portal/many";
import { manyAnswerSchema, manySchema } from "@/lib/portal/wire/many";
import { withPortal } from "@/lib/portal/with-portal";

/** Lets some stopped merchants go on. */
export const POST = withPortal({
  roles: PERMISSIONS["merchant.reactivate"],
  reach: "own",
  body: manySchema,
  answer: manyAnswerSchema,
  handler: (call) =>
    actOnEach(call, (actor, { id: merchantId, version }) =>
      reactivateMerchant(adminContext(), actor, { merchantId, version }),
    ),
});
