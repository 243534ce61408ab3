import { PERMISSIONS } from "@/lib/admin/permissions";
import { walletSearchPageSchema, walletSearchRequestSchema } from "@/lib/contract/portal/wallet-desk";
import { findWallets } from "@/lib/http/portal/wallet-desk";
import { withPortal } from "@/lib/http/portal/with-portal";

/** Looks for wallets. A POST, so that no name and no mobile number ever stands in an address. */
export const POST = withPortal({
  roles: PERMISSIONS["wallet.read"],
  reach: "programme",
  body: walletSearchRequestSchema,
  answer: walletSearchPageSchema,
  handler: ({ actor, body }) => findWallets(actor, body),
});
