import { DONE, doneSchema } from "@/lib/areas/account/schemas";
import { receivePart } from "@/lib/areas/imports/portal";
import { importPartParamsSchema } from "@/lib/areas/imports/schemas";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { withPortal } from "@/lib/portal/with-portal";

/** A part of the file, as bytes. The same part again takes the place of the first. */
export const PUT = withPortal({
  roles: PERMISSIONS["wallet.import"],
  reach: "own",
  params: importPartParamsSchema,
  answer: doneSchema,
  handler: async ({ params, ...call }) => {
    await receivePart(call, params);
    return DONE;
  },
});
