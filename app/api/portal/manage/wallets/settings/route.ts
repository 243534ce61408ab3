import { PERMISSIONS } from "@/lib/areas/permissions";
import { readWalletSettings } from "@/lib/areas/wallets/desk-portal";
import { walletSettingsSchema } from "@/lib/areas/wallets/desk-schemas";
import { withPortal } from "@/lib/portal/with-portal";

export const GET = withPortal({
  roles: PERMISSIONS["wallet.read"],
  reach: "programme",
  answer: walletSettingsSchema,
  handler: ({ actor }) => readWalletSettings(actor),
});
