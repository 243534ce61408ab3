import { branchImportAnswerSchema, branchImportSchema } from "@/lib/areas/branches/desk-schemas";
import { importBranchFile } from "@/lib/areas/branches/import-portal";
import { BRANCH_FILE_LENGTH_MAX } from "@/lib/areas/branches/words";
import { ADMIN_ROLES } from "@/lib/areas/roles";
import { adminActor } from "@/lib/portal/administration";
import { requireMerchant } from "@/lib/portal/require";
import { withPortal } from "@/lib/portal/with-portal";

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
