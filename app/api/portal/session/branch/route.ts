import { chooseBranchRequestSchema, meSchema } from "@/lib/contract/portal/account";
import { BRANCH_COOKIE, choiceCookie } from "@/lib/http/portal/cookies";
import { serializeMe } from "@/lib/http/portal/me";
import { requireBranch } from "@/lib/http/portal/require";
import { withPortal } from "@/lib/http/portal/with-portal";

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
