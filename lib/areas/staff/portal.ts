import { readProgramme, updateProgramme } from "@/lib/areas/programme/programme";
import { AdminError } from "@/lib/portal/acts/errors";
import { chosenFile } from "@/lib/portal/chosen-file";
import { actOnEach } from "@/lib/portal/many";
import { requireMerchant } from "@/lib/portal/require";
import { type AdminWork, serveContract } from "@/lib/portal/serve";
import { listSessions } from "@/lib/portal/session/sessions";
import { DONE } from "@/lib/portal/wire/done";
import { confirmUser } from "./confirm";
import { staff } from "./contract";
import type { IssuedLink } from "./links";
import { issueUserLink } from "./links";
import {
  createPermissionSet,
  deletePermissionSet,
  listPermissionSets,
  updatePermissionSet,
} from "./permission-sets";
import { exportUsers, readUser, type StaffView, searchUsers, staffColumns } from "./read";
import { endStaffSessions, endUserSessions, resetTwoFactor } from "./sign-in";
import { deactivateUser, inviteUser, reactivateUser, updateUser } from "./users";

type OnOne = AdminWork & { params: { userId: number } };

/** One of the staff as they are now. */
const readMember = ({ context, admin, params }: OnOne): Promise<StaffView> =>
  readUser(context, admin, params.userId);

const acting =
  (
    act: (context: OnOne["context"], actor: OnOne["admin"], input: OnOne["params"]) => Promise<unknown>,
  ): ((call: OnOne) => Promise<StaffView>) =>
  async (call) => {
    await act(call.context, call.admin, call.params);
    return readMember(call);
  };

/** A link that was just issued, with whom it is for. */
async function linkFor(call: OnOne, link: IssuedLink) {
  return { user: await readMember(call), link };
}

export const staffPortal = serveContract(staff, {
  search: async ({ context, actor, body: { merchant: merchantId, status, ...search } }) => {
    if (merchantId !== undefined) requireMerchant(actor, merchantId);
    const isActive = status === undefined ? undefined : status === "active";
    return searchUsers(context, actor, { ...search, merchantId, isActive });
  },
  read: readMember,
  invite: async (call) => {
    if (call.body.merchantId !== null) requireMerchant(call.actor, call.body.merchantId);
    const { user, link } = await inviteUser(call.context, call.admin, call.body);
    return linkFor({ ...call, params: { userId: user.id } }, link);
  },
  update: async (call) => {
    await updateUser(call.context, call.admin, { ...call.params, ...call.body });
    return readMember(call);
  },
  issueLink: async (call) => {
    const { link } = await issueUserLink(call.context, call.admin, call.params);
    return linkFor(call, link);
  },
  deactivate: acting(deactivateUser),
  reactivate: acting(reactivateUser),
  confirm: acting(confirmUser),
  resetTwoFactor: acting(resetTwoFactor),
  deactivateMany: (call) =>
    actOnEach(call, (actor, { id: userId }) => deactivateUser(call.context, actor, { userId })),
  sessions: async (call) => {
    const { id } = await readMember(call);
    return { sessions: await listSessions(id) };
  },
  endSessions: async ({ context, admin, params }) => ({
    ended: await endUserSessions(context, admin, params),
  }),
  endAllSessions: async ({ context, admin, query, session }) => ({
    ended: await endStaffSessions(context, admin, {
      merchantId: query.merchant,
      keptSessionId: session.sessionId,
    }),
  }),
  sets: async ({ context, admin, query }) => ({
    sets: await listPermissionSets(context, admin, { merchantId: query.merchant }),
  }),
  createSet: async ({ context, admin, actor, body }) => {
    requireMerchant(actor, body.merchantId);
    return createPermissionSet(context, admin, body);
  },
  updateSet: ({ context, admin, params, body }) =>
    updatePermissionSet(context, admin, { ...params, ...body }),
  deleteSet: async ({ context, admin, params }) => {
    await deletePermissionSet(context, admin, params);
    return DONE;
  },
  download: async (call) =>
    chosenFile(call, "staff", staffColumns, await exportUsers(call.context, call.admin, call.query)),
  policy: ({ context, admin }) => readProgramme(context, admin),
  setPolicy: async ({ context, admin, body, session }) => {
    // A person who demands a second factor has one: nobody locks themselves out by a switch.
    if (body.adminsNeedTwoFactor && !session.user.twoFactorEnabled) throw new AdminError("two_factor_needed");
    return updateProgramme(context, admin, body);
  },
});
