import { removePasskey, renamePasskey } from "@/lib/areas/account/passkeys";
import {
  DONE,
  doneSchema,
  passkeyNameRequestSchema,
  passkeyParamsSchema,
  proofRequestSchema,
} from "@/lib/areas/account/schemas";
import { ROLES } from "@/lib/areas/roles";
import { proofRefusal } from "@/lib/portal/proof-refusal";
import { PortalRefusal } from "@/lib/portal/refusal";
import { withPortal } from "@/lib/portal/with-portal";

/** Names one of the user's own passkeys. */
export const PATCH = withPortal({
  roles: ROLES,
  reach: "self",
  params: passkeyParamsSchema,
  body: passkeyNameRequestSchema,
  answer: doneSchema,
  handler: async ({ actor, params, body }) => {
    if (!(await renamePasskey(actor.userId, params.passkeyId, body.name)))
      throw new PortalRefusal("not_found");
    return DONE;
  },
});

/** Removes it, with the password and a code of whoever has a second factor. */
export const DELETE = withPortal({
  roles: ROLES,
  reach: "self",
  params: passkeyParamsSchema,
  body: proofRequestSchema,
  answer: doneSchema,
  handler: async ({ session, params, body, request, requestId, address }) => {
    const { username } = session.user;
    const caller = { username, address, requestId };
    const result = await removePasskey(request.headers, { ...caller, ...params, proof: body });
    if (result.outcome === "limited") throw PortalRefusal.paused(result.retryAfterSeconds);
    if (result.outcome === "not_found") throw new PortalRefusal("not_found");
    if (result.outcome !== "removed") throw proofRefusal(result.outcome);
    return DONE;
  },
});
