import { storedPictureSchema } from "@/lib/areas/deals/desk-schemas";
import { PICTURE_BYTES_MAX } from "@/lib/areas/deals/picture";
import { storeImage } from "@/lib/areas/deals/store-image";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { readBytes } from "@/lib/portal/read-body";
import { withPortal } from "@/lib/portal/with-portal";

/** Stores the picture that is the body of the request. What the request says of its type counts for nothing. */
export const POST = withPortal({
  roles: PERMISSIONS["image.store"],
  reach: "own",
  answer: storedPictureSchema,
  handler: async (call) =>
    storeImage(adminContext(), adminActor(call), await readBytes(call.request, PICTURE_BYTES_MAX)),
});
