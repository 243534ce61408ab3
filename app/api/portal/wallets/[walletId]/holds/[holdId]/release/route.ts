import { releaseHoldAtDesk } from "@/lib/areas/holds/portal";
import { holdListSchema, holdParamsSchema } from "@/lib/areas/holds/schemas";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { withPortal } from "@/lib/portal/with-portal";

export const POST = withPortal({
  roles: PERMISSIONS["wallet.release_hold"],
  reach: "own",
  params: holdParamsSchema,
  answer: holdListSchema,
  handler: ({ params, ...call }) => releaseHoldAtDesk(call, params),
});
