import { deactivateMerchant } from "@/lib/areas/merchants/deactivate-merchant";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { adminContext } from "@/lib/portal/administration";
import { actOnEach } from "@/lib/portal/many";
import { manyAnswerSchema, manySchema } from "@/lib/portal/wire/many";
import { withPortal } from "@/lib/portal/with-portal";

/** Stops some merchants. */
export const POST = withPortal({
  roles: PERMISSIONS["merchant.deactivate"],
  reach: "own",
  body: manySchema,
  answer: manyAnswerSchema,
  handler: (call) =>
    actOnEach(call, (actor, { id: merchantId, version }) =>
      deactivateMerchant(adminContext(), actor, { merchantId, version }),
    ),
});
