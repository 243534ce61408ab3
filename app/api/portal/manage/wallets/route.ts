import { enrolWallet } from "@/lib/admin/enrol-wallet";
import { PERMISSIONS } from "@/lib/admin/permissions";
import { enrolledSchema } from "@/lib/contract/portal/wallet-desk";
import { enrolWalletSchema } from "@/lib/contract/portal/wallets";
import { adminActor, adminContext } from "@/lib/http/portal/administration";
import { withPortal } from "@/lib/http/portal/with-portal";

/** Opens a wallet for a customer. */
export const POST = withPortal({
  roles: PERMISSIONS["wallet.enrol"],
  reach: "programme",
  body: enrolWalletSchema,
  answer: enrolledSchema,
  handler: ({ body, ...call }) => enrolWallet(adminContext(), adminActor(call), body),
});
