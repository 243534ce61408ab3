import {
  clientListRequestSchema,
  clientListSchema,
  issuedClientSchema,
} from "@/lib/areas/clients/desk-schemas";
import { issueClient, readClientPage } from "@/lib/areas/clients/portal";
import { createClientSchema } from "@/lib/areas/clients/schemas";
import { ADMIN_ROLES } from "@/lib/areas/roles";
import { adminActor } from "@/lib/portal/administration";
import { requireMerchant } from "@/lib/portal/require";
import { withPortal } from "@/lib/portal/with-portal";

export const GET = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  query: clientListRequestSchema,
  answer: clientListSchema,
  handler: (call) => readClientPage(adminActor(call), call.query),
});

/** Issues a client. The answer carries its ClientId, this once. */
export const POST = withPortal({
  roles: ADMIN_ROLES,
  reach: "merchant",
  body: createClientSchema,
  answer: issuedClientSchema,
  handler: async (call) => {
    requireMerchant(call.actor, call.body.merchantId);
    return issueClient(call, call.body);
  },
});
