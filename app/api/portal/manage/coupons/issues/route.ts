import { createIssue, listIssues } from "@/lib/areas/coupons/issue-coupons";
import { createIssueSchema, deskIssueSchema, deskIssuesSchema } from "@/lib/areas/coupons/schemas";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** The last files of coupons: of the actor's merchant, or all. */
export const GET = withPortal({
  roles: PERMISSIONS["coupon.read"],
  reach: "own",
  answer: deskIssuesSchema,
  // An open page asks by itself while a file is worked on.
  prolongs: false,
  handler: async (call) => ({ issues: await listIssues(adminContext(), adminActor(call)) }),
});

/** Announces coupons, whose lines are to follow. */
export const POST = withPortal({
  roles: PERMISSIONS["coupon_issue.create"],
  reach: "own",
  body: createIssueSchema,
  answer: deskIssueSchema,
  handler: (call) => createIssue(adminContext(), adminActor(call), call.body),
});
