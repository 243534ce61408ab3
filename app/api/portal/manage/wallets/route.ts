import { PERMISSIONS } from "@/lib/areas/permissions";
import { enrolledSchema } from "@/lib/areas/wallets/desk-schemas";
import { enrolWallet } from "@/lib/areas/wallets/enrol-wallet";
import { viewContext } from "@/lib/areas/wallets/portal";
import { enrolWalletSchema } from "@/lib/areas/wallets/schemas";
import { noteFound } from "@/lib/areas/wallets/wallet-views";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** Opens a wallet for a customer. */
export const POST = withPortal({
  roles: PERMISSIONS["wallet.enrol"],
  reach: "programme",
  body: enrolWalletSchema,
  answer: enrolledSchema,
  handler: async ({ body, ...call }) => {
    const wallet = await enrolWallet(adminContext(), adminActor(call), body);
    await noteFound(viewContext(), call.actor, wallet.id);
    return wallet;
  },
});
