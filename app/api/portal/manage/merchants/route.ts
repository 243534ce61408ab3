import { createMerchant } from "@/lib/admin/create-merchant";
import { ADMIN_ROLES } from "@/lib/auth/roles";
import { managedMerchantSchema, merchantListSchema } from "@/lib/contract/portal/manage-branches";
import { createMerchantSchema } from "@/lib/contract/portal/merchants";
import { adminActor, adminContext } from "@/lib/http/portal/administration";
import { readMerchants } from "@/lib/http/portal/manage-branches";
import { withPortal } from "@/lib/http/portal/with-portal";

/** The merchants that the user administers. */
export const GET = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  answer: merchantListSchema,
  handler: ({ actor }) => readMerchants(actor),
});

/** Adds a merchant. */
export const POST = withPortal({
  roles: ["programme_operator"],
  reach: "programme",
  body: createMerchantSchema,
  answer: managedMerchantSchema,
  handler: (call) => createMerchant(adminContext(), adminActor(call), call.body),
});
