import { clientParamsSchema } from "@/lib/areas/clients/desk-schemas";
import { ADMIN_ROLES } from "@/lib/areas/roles";
import { resetClientSandbox } from "@/lib/areas/sandbox/portal";
import { sandboxSchema } from "@/lib/areas/sandbox/schemas";
import { withPortal } from "@/lib/portal/with-portal";

/** Brings the test wallets of a test client back to where they began. */
export const POST = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  params: clientParamsSchema,
  answer: sandboxSchema,
  handler: (call) => resetClientSandbox(call, call.params.clientId),
});
