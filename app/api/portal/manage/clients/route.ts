import { createClient } from "@/lib/admin/create-client";
import { ADMIN_ROLES } from "@/lib/auth/roles";
import {
  clientListRequestSchema,
  clientListSchema,
  issuedClientSchema,
} from "@/lib/contract/portal/client-desk";
import { createClientSchema } from "@/lib/contract/portal/clients";
import { adminActor, adminContext } from "@/lib/http/portal/administration";
import { presentIssued, readClientPage } from "@/lib/http/portal/clients";
import { requireMerchant } from "@/lib/http/portal/require";
import { withPortal } from "@/lib/http/portal/with-portal";

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
    return presentIssued(await createClient(adminContext(), adminActor(call), call.body));
  },
});
