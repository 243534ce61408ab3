import { addIssueLines } from "@/lib/areas/coupons/issue-coupons";
import { couponIssueRunner } from "@/lib/areas/coupons/portal";
import { deskIssueSchema, issueLinesSchema, issueTargetSchema } from "@/lib/areas/coupons/schemas";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** A part of a file; with the last the work begins. */
export const POST = withPortal({
  roles: PERMISSIONS["coupon_issue.create"],
  reach: "own",
  params: issueTargetSchema,
  body: issueLinesSchema,
  answer: deskIssueSchema,
  handler: async (call) => {
    const issue = await addIssueLines(adminContext(), adminActor(call), { ...call.params, ...call.body });
    if (issue.state === "running") void couponIssueRunner().run();
    return issue;
  },
});
