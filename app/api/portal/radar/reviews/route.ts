import { PERMISSIONS } from "@/lib/areas/permissions";
import { readReviews } from "@/lib/areas/radar/portal";
import { reviewListSchema } from "@/lib/areas/radar/schemas";
import { withPortal } from "@/lib/portal/with-portal";

/** Movements that are held for review, and those of the last day that were. */
export const GET = withPortal({
  roles: PERMISSIONS["radar.read"],
  reach: "own",
  answer: reviewListSchema,
  handler: ({ actor }) => readReviews(actor),
});
