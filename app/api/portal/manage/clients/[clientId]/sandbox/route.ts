import { clientParamsSchema } from "@/lib/areas/clients/desk-schemas";
import { ADMIN_ROLES } from "@/lib/areas/roles";
import { presentSandbox } from "@/lib/areas/sandbox/portal";
import { sandboxSchema } from "@/lib/areas/sandbox/schemas";
import { adminActor } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** The test wallets of a test client. */
export const GET = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  params: clientParamsSchema,
  answer: sandboxSchema,
  handler: (call) => presentSandbox(adminActor(call), call.params.clientId),
});
