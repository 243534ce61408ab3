import { reactivateBranch } from "@/lib/areas/branches/reactivate-branch";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { adminContext } from "@/lib/portal/administration";
import { actOnEach } from "@/lib/portal/many";
import { manyAnswerSchema, manySchema } from "@/lib/portal/wire/many";
import { withPortal } from "@/lib/portal/with-portal";

/** Opens some closed branches again. */
export const POST = withPortal({
  roles: PERMISSIONS["branch.reactivate"],
  reach: "own",
  body: manySchema,
  answer: manyAnswerSchema,
  handler: (call) =>
    actOnEach(call, (actor, { id: branchId, version }) =>
      reactivateBranch(adminContext(), actor, { branchId, version }),
    ),
});
