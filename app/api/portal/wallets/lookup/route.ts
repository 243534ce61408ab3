import { ROLES } from "@/lib/areas/roles";
import { lookupAnswerSchema, lookupRequestSchema } from "@/lib/areas/till/schemas";
import { countLookup } from "@/lib/areas/wallets/lookup-limits";
import { lookUp } from "@/lib/areas/wallets/portal";
import { PortalRefusal } from "@/lib/portal/refusal";
import { withPortal } from "@/lib/portal/with-portal";

/** Finds a wallet by what was scanned or typed. A POST, so that no mobile number ever stands in an address. */
export const POST = withPortal({
  roles: ROLES,
  reach: "own",
  body: lookupRequestSchema,
  answer: lookupAnswerSchema,
  handler: async ({ actor, body }) => {
    const retryAfterSeconds = await countLookup(actor.userId);
    if (retryAfterSeconds !== null) throw PortalRefusal.limited(retryAfterSeconds);
    return lookUp(actor, body.text);
  },
});
