import { PERMISSIONS } from "@/lib/areas/permissions";
import { deactivateUser } from "@/lib/areas/staff/deactivate-user";
import { adminContext } from "@/lib/portal/administration";
import { actOnEach } from "@/lib/portal/many";
import { manyAnswerSchema, manySchema } from "@/lib/portal/wire/many";
import { withPortal } from "@/lib/portal/with-portal";

/** Takes the access of some users away at once. */
export const POST = withPortal({
  roles: PERMISSIONS["user.deactivate"],
  reach: "own",
  body: manySchema,
  answer: manyAnswerSchema,
  handler: (call) =>
    actOnEach(call, (actor, { id: userId }) => deactivateUser(adminContext(), actor, { userId })),
});
