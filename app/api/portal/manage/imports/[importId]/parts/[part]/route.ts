import { PERMISSIONS } from "@/lib/admin/permissions";
import { DONE, doneSchema } from "@/lib/contract/portal/account";
import { importPartParamsSchema } from "@/lib/contract/portal/wallet-imports";
import { receivePart } from "@/lib/http/portal/wallet-imports";
import { withPortal } from "@/lib/http/portal/with-portal";

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
