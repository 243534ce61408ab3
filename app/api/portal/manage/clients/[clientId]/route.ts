import { clientParamsSchema, clientSchema } from "@/lib/areas/clients/desk-schemas";
import { presentClient, readClientDetails } from "@/lib/areas/clients/portal";
import { changeClientSchema } from "@/lib/areas/clients/schemas";
import { updateClient } from "@/lib/areas/clients/update-client";
import { ADMIN_ROLES } from "@/lib/areas/roles";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

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
