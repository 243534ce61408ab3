import { serializeMe } from "@/lib/areas/account/portal";
import { chooseBranchRequestSchema, meSchema } from "@/lib/areas/account/schemas";
import { BRANCH_COOKIE, choiceCookie } from "@/lib/portal/cookies";
import { requireBranch } from "@/lib/portal/require";
import { withPortal } from "@/lib/portal/with-portal";

/** Chooses the branch that this device works for. */
export const PUT = withPortal({
  roles: ["cashier", "supervisor", "merchant_admin"],
  reach: "branch",
  body: chooseBranchRequestSchema,
  answer: meSchema,
  handler: async ({ actor, session, body, setCookies }) => {
    const branch = await requireBranch(actor, body.branchId);
    setCookies([choiceCookie(BRANCH_COOKIE, String(branch.id))]);
    return { ...serializeMe(session), activeBranchId: branch.id };
  },
});
