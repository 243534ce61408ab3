import { PERMISSIONS } from "@/lib/areas/permissions";
import { findWallets } from "@/lib/areas/wallets/desk-portal";
import { walletSearchPageSchema, walletSearchRequestSchema } from "@/lib/areas/wallets/desk-schemas";
import { withPortal } from "@/lib/portal/with-portal";

/** Looks for wallets. A POST, so that no name and no mobile number ever stands in an address. */
export const POST = withPortal({
  roles: PERMISSIONS["wallet.read"],
  reach: "programme",
  body: walletSearchRequestSchema,
  answer: walletSearchPageSchema,
  handler: ({ actor, body }) => findWallets(actor, body),
});
