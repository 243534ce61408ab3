import {
  DONE,
  doneSchema,
  enrolmentSchema,
  passwordRequestSchema,
  proofRequestSchema,
  twoFactorStateSchema,
} from "@/lib/areas/account/schemas";
import { backupCodesLeft, disableTwoFactor, startTwoFactor } from "@/lib/areas/account/two-factor";
import { ADMIN_ROLES, ROLES } from "@/lib/areas/roles";
import { proofRefusal } from "@/lib/portal/proof-refusal";
import { PortalRefusal } from "@/lib/portal/refusal";
import { withPortal } from "@/lib/portal/with-portal";

/** How the user's own second factor stands. */
export const GET = withPortal({
  roles: ROLES,
  reach: "self",
  answer: twoFactorStateSchema,
  handler: async ({ actor }) => {
    const left = await backupCodesLeft(actor.userId);
    return { isEnabled: left !== null, backupCodesLeft: left };
  },
});

/** Begins to set one up. */
export const POST = withPortal({
  roles: ADMIN_ROLES,
  reach: "self",
  body: passwordRequestSchema,
  answer: enrolmentSchema,
  handler: async ({ session, body, request, requestId, address }) => {
    const { username } = session.user;
    const result = await startTwoFactor(request.headers, { username, address, requestId, ...body });
    if (result.outcome === "limited") throw PortalRefusal.paused(result.retryAfterSeconds);
    if (result.outcome === "enabled_already") throw new PortalRefusal("conflict");
    if (result.outcome !== "started") throw proofRefusal(result.outcome);
    return result;
  },
});

/** Switches it off; for whoever has one, whatever their role is by now. */
export const DELETE = withPortal({
  roles: ROLES,
  reach: "self",
  body: proofRequestSchema,
  answer: doneSchema,
  handler: async ({ session, body, request, requestId, address, setCookies }) => {
    const { username } = session.user;
    const result = await disableTwoFactor(request.headers, { username, address, requestId, proof: body });
    if (result.outcome === "limited") throw PortalRefusal.paused(result.retryAfterSeconds);
    if (result.outcome !== "disabled") throw proofRefusal(result.outcome);
    setCookies(result.cookies);
    return DONE;
  },
});
