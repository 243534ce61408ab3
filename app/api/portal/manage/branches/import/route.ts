import { ADMIN_ROLES } from "@/lib/auth/roles";
import {
  BRANCH_FILE_LENGTH_MAX,
  branchImportAnswerSchema,
  branchImportSchema,
} from "@/lib/contract/portal/manage-branches";
import { adminActor } from "@/lib/http/portal/administration";
import { importBranchFile } from "@/lib/http/portal/branch-import";
import { requireMerchant } from "@/lib/http/portal/require";
import { withPortal } from "@/lib/http/portal/with-portal";

/** Opens the branches of a CSV file, or says what would come of it. */
export const POST = withPortal({
  roles: ADMIN_ROLES,
  reach: "merchant",
  body: branchImportSchema,
  // An Arabic letter is two bytes long.
  bodyBytesMax: 3 * BRANCH_FILE_LENGTH_MAX,
  answer: branchImportAnswerSchema,
  handler: (call) => {
    requireMerchant(call.actor, call.body.merchantId);
    return importBranchFile(adminActor(call), call.body);
  },
});
