import { updateProgramme } from "@/lib/areas/programme/programme";
import { AdminError } from "@/lib/portal/acts/errors";
import { type AdminWork, serveContract } from "@/lib/portal/serve";
import { readTillRequest, requestTill } from "@/lib/portal/session/own-till";
import { tills } from "./contract";
import type { TillList } from "./schemas";
import { listTills, registerTill, revokeTill } from "./tills";

/** The registered tills that the actor may know of, and whether cashiers need one. */
async function readTills({ context, admin }: AdminWork): Promise<TillList> {
  const [tills, { tillsNeedRegistration, version }] = await Promise.all([
    listTills(context, admin),
    context.database.programme.findUniqueOrThrow({
      where: { id: 1 },
      select: { tillsNeedRegistration: true, version: true },
    }),
  ]);
  return {
    isNeeded: tillsNeedRegistration,
    version,
    tills,
  };
}

export const tillsPortal = serveContract(tills, {
  list: readTills,
  register: async (call) => {
    await registerTill(call.context, call.admin, call.body);
    return readTills(call);
  },
  revoke: async (call) => {
    await revokeTill(call.context, call.admin, call.params.tillId);
    return readTills(call);
  },
  setPolicy: async (call) => {
    const { isNeeded, version } = call.body;
    await updateProgramme(call.context, call.admin, { tillsNeedRegistration: isNeeded, version });
    return readTills(call);
  },
  own: async ({ context, session, request }) => {
    const waiting = session.needsTill ? await readTillRequest(context, request.headers) : null;
    return {
      isNeeded: session.needsTill,
      code: waiting?.code ?? null,
      codeExpiresAt: waiting?.codeExpiresAt.toISOString() ?? null,
    };
  },
  request: async ({ context, session, actor, request, address, setCookies }) => {
    if (!session.needsTill) return { isNeeded: false, code: null, codeExpiresAt: null };
    // A person without a branch has nowhere to work, on whatever device.
    if (actor.activeBranchId === null) throw new AdminError("forbidden");
    const { code, codeExpiresAt, cookies } = await requestTill(context, {
      userId: actor.userId,
      branchId: actor.activeBranchId,
      address,
      userAgent: request.headers.get("user-agent") ?? "",
    });
    setCookies(cookies);
    return { isNeeded: true, code, codeExpiresAt: codeExpiresAt.toISOString() };
  },
});
