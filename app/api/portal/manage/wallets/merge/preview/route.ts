import { PERMISSIONS } from "@/lib/admin/permissions";
import { previewMerge } from "@/lib/admin/preview-merge";
import { mergePreviewSchema } from "@/lib/contract/portal/wallet-desk";
import { mergePreviewRequestSchema } from "@/lib/contract/portal/wallets";
import { adminActor, adminContext } from "@/lib/http/portal/administration";
import { presentMerge } from "@/lib/http/portal/wallet-desk";
import { withPortal } from "@/lib/http/portal/with-portal";

/** What a merge would do. A POST, because a code may be typed as a mobile number. */
export const POST = withPortal({
  roles: PERMISSIONS["wallet.merge"],
  reach: "programme",
  body: mergePreviewRequestSchema,
  answer: mergePreviewSchema,
  handler: async ({ body, ...call }) =>
    presentMerge(await previewMerge(adminContext(), adminActor(call), body)),
});
