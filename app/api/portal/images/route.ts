import { PERMISSIONS } from "@/lib/admin/permissions";
import { storeImage } from "@/lib/admin/store-image";
import { storedPictureSchema } from "@/lib/contract/portal/deal-desk";
import { PICTURE_BYTES_MAX } from "@/lib/deals/picture";
import { adminActor, adminContext } from "@/lib/http/portal/administration";
import { readBytes } from "@/lib/http/portal/read-body";
import { withPortal } from "@/lib/http/portal/with-portal";

/** Stores the picture that is the body of the request. What the request says of its type counts for nothing. */
export const POST = withPortal({
  roles: PERMISSIONS["image.store"],
  reach: "own",
  answer: storedPictureSchema,
  handler: async (call) =>
    storeImage(adminContext(), adminActor(call), await readBytes(call.request, PICTURE_BYTES_MAX)),
});
