import { PERMISSIONS } from "@/lib/areas/permissions";
import { presentMerge } from "@/lib/areas/wallets/desk-portal";
import { mergePreviewSchema } from "@/lib/areas/wallets/desk-schemas";
import { previewMerge } from "@/lib/areas/wallets/preview-merge";
import { mergePreviewRequestSchema } from "@/lib/areas/wallets/schemas";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** What a merge would do. A POST, because a code may be typed as a mobile number. */
export const POST = withPortal({
  roles: PERMISSIONS["wallet.merge"],
  reach: "programme",
  body: mergePreviewRequestSchema,
  answer: mergePreviewSchema,
  handler: async ({ body, ...call }) =>
    presentMerge(call.actor, await previewMerge(adminContext(), adminActor(call), body)),
});
