import { deactivateBranch } from "@/lib/areas/branches/deactivate-branch";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { adminContext } from "@/lib/portal/administration";
import { actOnEach } from "@/lib/portal/many";
import { manyAnswerSchema, manySchema } from "@/lib/portal/wire/many";
import { withPortal } from "@/lib/portal/with-portal";

/** Closes some branches. */
export const POST = withPortal({
  roles: PERMISSIONS["branch.deactivate"],
  reach: "own",
  body: manySchema,
  answer: manyAnswerSchema,
  handler: (call) =>
    actOnEach(call, (actor, { id: branchId, version }) =>
      deactivateBranch(adminContext(), actor, { branchId, version }),
    ),
});
