import { createMerchant } from "@/lib/areas/merchants/create-merchant";
import { managedMerchantSchema, merchantListSchema } from "@/lib/areas/merchants/desk-schemas";
import { readMerchants } from "@/lib/areas/merchants/portal";
import { createMerchantSchema } from "@/lib/areas/merchants/schemas";
import { ADMIN_ROLES } from "@/lib/areas/roles";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

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
