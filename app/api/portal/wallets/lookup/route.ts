import { countLookup } from "@/lib/auth/lookup-limits";
import { ROLES } from "@/lib/auth/roles";
import { lookupAnswerSchema, lookupRequestSchema } from "@/lib/contract/portal/till";
import { PortalRefusal } from "@/lib/http/portal/refusal";
import { lookUp } from "@/lib/http/portal/wallets";
import { withPortal } from "@/lib/http/portal/with-portal";

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
