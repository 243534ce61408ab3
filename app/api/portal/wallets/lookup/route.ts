import { lookUp } from "@/lib/areas/wallets/lookup-portal";
import { lookupAnswerSchema, lookupRequestSchema } from "@/lib/areas/wallets/shown-schemas";
import { SERVING_ROLES } from "@/lib/portal/acts/roles";
import { withPortal } from "@/lib/portal/with-portal";

/** Finds a wallet by what was scanned or typed. A POST, so that no mobile number ever stands in an address. */
export const POST = withPortal({
  roles: SERVING_ROLES,
  reach: "own",
  body: lookupRequestSchema,
  answer: lookupAnswerSchema,
  handler: ({ actor, body }) => lookUp(actor, body.text),
});
