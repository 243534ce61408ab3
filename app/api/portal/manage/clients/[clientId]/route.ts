import { updateClient } from "@/lib/admin/update-client";
import { ADMIN_ROLES } from "@/lib/auth/roles";
import { clientParamsSchema, clientSchema } from "@/lib/contract/portal/client-desk";
import { changeClientSchema } from "@/lib/contract/portal/clients";
import { adminActor, adminContext } from "@/lib/http/portal/administration";
import { presentClient, readClientDetails } from "@/lib/http/portal/clients";
import { withPortal } from "@/lib/http/portal/with-portal";

export const GET = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  params: clientParamsSchema,
  answer: clientSchema,
  handler: (call) => readClientDetails(adminActor(call), call.params.clientId),
});

export const PATCH = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  params: clientParamsSchema,
  body: changeClientSchema,
  answer: clientSchema,
  handler: async (call) =>
    presentClient(await updateClient(adminContext(), adminActor(call), { ...call.params, ...call.body })),
});
