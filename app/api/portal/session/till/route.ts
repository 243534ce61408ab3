import { readTillRequest, requestTill } from "@/lib/areas/tills/own-till";
import { ownTillSchema } from "@/lib/areas/tills/schemas";
import { adminContext } from "@/lib/portal/administration";
import { PortalRefusal } from "@/lib/portal/refusal";
import { withPortal } from "@/lib/portal/with-portal";

/** Whether this device still has to be registered for its cashier, and the code that it shows meanwhile. */
export const GET = withPortal({
  roles: ["cashier"],
  reach: "self",
  answer: ownTillSchema,
  prolongs: false,
  handler: async ({ session, request }) => {
    const waiting = session.needsTill ? await readTillRequest(adminContext(), request.headers) : null;
    return {
      isNeeded: session.needsTill,
      code: waiting?.code ?? null,
      codeExpiresAt: waiting?.codeExpiresAt.toISOString() ?? null,
    };
  },
});

/** Has this device wait to be registered, with a new code. */
export const POST = withPortal({
  roles: ["cashier"],
  reach: "self",
  answer: ownTillSchema,
  handler: async ({ session, actor, request, address, setCookies }) => {
    if (!session.needsTill) return { isNeeded: false, code: null, codeExpiresAt: null };
    // Somebody without a branch has nowhere to work, on whatever device.
    if (actor.activeBranchId === null) throw new PortalRefusal("forbidden");
    const { code, codeExpiresAt, cookies } = await requestTill(adminContext(), {
      userId: actor.userId,
      branchId: actor.activeBranchId,
      address,
      userAgent: request.headers.get("user-agent") ?? "",
    });
    setCookies(cookies);
    return { isNeeded: true, code, codeExpiresAt: codeExpiresAt.toISOString() };
  },
});
