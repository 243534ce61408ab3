import { PERMISSIONS } from "@/lib/admin/permissions";
import { walletSettingsSchema } from "@/lib/contract/portal/wallet-desk";
import { readWalletSettings } from "@/lib/http/portal/wallet-desk";
import { withPortal } from "@/lib/http/portal/with-portal";

export const GET = withPortal({
  roles: PERMISSIONS["wallet.read"],
  reach: "programme",
  answer: walletSettingsSchema,
  handler: ({ actor }) => readWalletSettings(actor),
});
