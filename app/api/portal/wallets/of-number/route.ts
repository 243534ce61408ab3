import { walletsOfNumber } from "@/lib/areas/wallets/lookup-portal";
import { walletsOfNumberRequestSchema } from "@/lib/areas/wallets/schemas";
import { walletsOfNumberSchema } from "@/lib/areas/wallets/shown-schemas";
import { PERMISSIONS } from "@/lib/portal/acts/permissions";
import { withPortal } from "@/lib/portal/with-portal";

/** The wallets that a mobile number has already, for whoever opens one. A POST, so that no number ever stands in an address. */
export const POST = withPortal({
  roles: PERMISSIONS["wallet.enrol"],
  reach: "programme",
  body: walletsOfNumberRequestSchema,
  answer: walletsOfNumberSchema,
  handler: ({ actor, body }) => walletsOfNumber(actor, body.contactMsisdn),
});
