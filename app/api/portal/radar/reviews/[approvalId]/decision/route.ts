import { PERMISSIONS } from "@/lib/areas/permissions";
import { readReviews } from "@/lib/areas/radar/portal";
import { decideReview } from "@/lib/areas/radar/reviews";
import { reviewDecisionSchema, reviewListSchema, reviewTargetSchema } from "@/lib/areas/radar/schemas";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** Lets a movement go that is held for review, or refuses it, and says why. */
export const POST = withPortal({
  roles: PERMISSIONS["approval.review"],
  reach: "own",
  params: reviewTargetSchema,
  body: reviewDecisionSchema,
  answer: reviewListSchema,
  handler: async (call) => {
    await decideReview(adminContext(), adminActor(call), { ...call.params, ...call.body });
    return readReviews(call.actor);
  },
});
