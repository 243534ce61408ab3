import { updateProgramme } from "@/lib/areas/programme/programme";
import { AdminError } from "@/lib/portal/acts/errors";
import { languageOfRequest } from "@/lib/portal/cookies";
import { fieldRefusal } from "@/lib/portal/refusal";
import { type AdminWork, serveContract } from "@/lib/portal/serve";
import { readOwnTill, readTillRequest, requestTill, type TillRequest } from "@/lib/portal/session/own-till";
import type { PortalSession } from "@/lib/portal/session/sessions";
import { endBranchCode, joinTill, openBranchCode } from "./branch-code";
import { tills } from "./contract";
import { readTillNeeds } from "./needs";
import type { OwnTill, TillList } from "./schemas";
import { listTills, registerTill, revokeTill, updateTill } from "./tills";

/** The registered tills that the actor may know of, and where cashiers need one. */
async function readTills({ context, admin }: AdminWork): Promise<TillList> {
  const [tills, needs] = await Promise.all([listTills(context, admin), readTillNeeds(context, admin)]);
  return { ...needs, tills };
}

/** The name of a till that nobody has named yet; its number follows. */
const COUNTER = { en: "Counter", ar: "كاونتر" } as const;

interface OwnDevice {
  session: PortalSession;
  till: Awaited<ReturnType<typeof readOwnTill>>;
  waiting: TillRequest | null;
  isNeeded?: boolean;
}

function ownTill({ session, till, waiting, isNeeded = session.needsTill }: OwnDevice): OwnTill {
  const branches = session.assignedBranches
    .filter(({ isActive }) => isActive)
    .map(({ id, nameEn, nameAr }) => ({ id, nameEn, nameAr }));
  // Another merchant's is nothing to a cashier.
  const isKnown = till !== null && till.branch.merchantId === session.actor.merchantId;
  return {
    isNeeded,
    till: isKnown ? till : null,
    code: waiting?.code ?? null,
    codeExpiresAt: waiting?.codeExpiresAt.toISOString() ?? null,
    branchId: waiting?.branchId ?? null,
    branches,
  };
}

export const tillsPortal = serveContract(tills, {
  list: readTills,
  register: async (call) => {
    await registerTill(call.context, call.admin, call.body);
    return readTills(call);
  },
  rename: async (call) => {
    await updateTill(call.context, call.admin, { ...call.params, ...call.body });
    return readTills(call);
  },
  revoke: async (call) => {
    await revokeTill(call.context, call.admin, call.params.tillId);
    return readTills(call);
  },
  openCode: ({ context, admin, params }) => openBranchCode(context, admin, params.branchId),
  endCode: async (call) => {
    await endBranchCode(call.context, call.admin, call.params.branchId);
    return readTills(call);
  },
  setPolicy: async (call) => {
    const { isNeeded, version } = call.body;
    await updateProgramme(call.context, call.admin, { tillsNeedRegistration: isNeeded, version });
    return readTills(call);
  },
  own: async ({ context, session, request }) => {
    const till = await readOwnTill(context, request.headers);
    const waiting = till === null ? await readTillRequest(context, request.headers) : null;
    return ownTill({ session, till, waiting });
  },
  request: async ({ context, session, actor, query, request, address, setCookies }) => {
    const till = await readOwnTill(context, request.headers);
    const branchId = query.branchId ?? actor.activeBranchId;
    // A registered device keeps its registration, unless it is to be another branch's.
    const isKept = till !== null && session.assignedBranches.some(({ id }) => id === till.branch.id);
    if (isKept && (query.branchId ?? till.branch.id) === till.branch.id)
      return ownTill({ session, till, waiting: null });
    // A person without a branch has nowhere to work, on whatever device.
    const isOwn = session.assignedBranches.some(({ id, isActive }) => isActive && id === branchId);
    if (branchId === null || !isOwn) throw new AdminError("forbidden");
    const { cookies, ...waiting } = await requestTill(context, {
      ...{ userId: actor.userId, branchId, address },
      userAgent: request.headers.get("user-agent") ?? "",
    });
    setCookies(cookies);
    return ownTill({ session, till: null, waiting });
  },
  join: async ({ context, session, admin, body, request, address, setCookies }) => {
    const cookie = await joinTill(context, admin, {
      ...{ code: body.code, address, userAgent: request.headers.get("user-agent") ?? "" },
      branchIds: session.assignedBranches.map(({ id }) => id),
      counter: COUNTER[languageOfRequest(request.headers)],
    });
    if (cookie === null) throw fieldRefusal("code", "branch_code");
    setCookies([cookie]);
    const headers = new Headers({ cookie: cookie.split(";", 1)[0] ?? "" });
    const till = await readOwnTill(context, headers);
    return ownTill({ session, till, waiting: null, isNeeded: false });
  },
});
