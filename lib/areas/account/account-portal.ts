import { readStaffPin, setOwnStaffPin } from "@/lib/areas/approvals/portal";
import { choosePasswordByLink, readUserLink } from "@/lib/areas/staff/links";
import { AdminError } from "@/lib/portal/acts/errors";
import { isAdmin } from "@/lib/portal/acts/permissions";
import { isRole } from "@/lib/portal/acts/roles";
import { adminContext } from "@/lib/portal/administration";
import { requireOwnSignIn } from "@/lib/portal/own-sign-in";
import { proofRefusal } from "@/lib/portal/proof-refusal";
import { fieldRefusal } from "@/lib/portal/refusal";
import { rememberedChoices } from "@/lib/portal/remembered-choices";
import { serveContract } from "@/lib/portal/serve";
import { deviceOf, forgetDevice, listKnownDevices } from "@/lib/portal/session/known-devices";
import { passwordProblem } from "@/lib/portal/session/password-strength";
import { savePreferences } from "@/lib/portal/session/preferences";
import {
  changePassword,
  endOtherSessions,
  endSessions,
  listSessions,
  type PortalSession,
  signIn,
  signOut,
} from "@/lib/portal/session/sessions";
import { DONE } from "@/lib/portal/wire/done";
import { account } from "./contract";
import {
  backupCodesLeft,
  confirmTwoFactor,
  disableTwoFactor,
  renewBackupCodes,
  startTwoFactor,
} from "./two-factor";
import {
  addPasskey,
  listPasskeys,
  PASSKEYS_MAX,
  removePasskey,
  renamePasskey,
  startPasskey,
} from "./ways-in";

const callerOf = (call: { session: PortalSession; address: string; requestId: string }) => ({
  username: call.session.user.username,
  address: call.address,
  requestId: call.requestId,
});

export const accountPortal = serveContract(account, {
  changePassword: async (call) => {
    const { session, body, request, setCookies } = call;
    const problem = await passwordProblem(body.newPassword, session.user);
    if (problem !== null) throw fieldRefusal("newPassword", problem);
    const result = await changePassword(request.headers, { ...callerOf(call), ...body });
    if (result.outcome === "limited")
      throw new AdminError("sign_in_paused", { seconds: result.retryAfterSeconds });
    if (result.outcome === "wrong_password") throw fieldRefusal("currentPassword", "wrong_password");
    setCookies(result.cookies);
    return DONE;
  },
  savePreferences: async ({ actor, body }) => {
    await savePreferences(actor.userId, body);
    return DONE;
  },
  sessions: async ({ actor, session }) => ({
    sessions: (await listSessions(actor.userId)).map(({ id, createdAt, lastUsedAt, address, userAgent }) => ({
      id,
      isCurrent: id === session.sessionId,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      address,
      userAgent,
    })),
  }),
  endOtherSessions: async ({ actor, session }) => ({
    ended: await endOtherSessions(actor.userId, session.sessionId),
  }),
  endSession: async ({ actor, params }) => {
    const ended = await endSessions(actor.userId, [params.sessionId]);
    if (ended === 0) throw new AdminError("not_found");
    return { ended };
  },
  devices: async ({ actor, request }) => ({
    devices: (await listKnownDevices(actor.userId, deviceOf(request.headers))).map(
      ({ createdAt, lastUsedAt, ...device }) => ({
        ...device,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
      }),
    ),
  }),
  forgetDevice: async ({ actor, params }) => {
    if ((await forgetDevice(actor.userId, params.deviceId)) === 0) throw new AdminError("not_found");
    return DONE;
  },
  passkeys: async ({ actor }) => ({
    passkeys: (await listPasskeys(actor.userId)).map(({ createdAt, lastUsedAt, ...passkey }) => ({
      ...passkey,
      createdAt: createdAt?.toISOString() ?? null,
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
  }),
  startPasskey: async (call) => {
    const result = await startPasskey(call.request.headers, { ...callerOf(call), proof: call.body });
    if (result.outcome === "limited")
      throw new AdminError("sign_in_paused", { seconds: result.retryAfterSeconds });
    if (result.outcome === "too_many") throw new AdminError("too_many_passkeys", { max: PASSKEYS_MAX });
    if (result.outcome !== "started") throw proofRefusal(result.outcome);
    call.setCookies(result.cookies);
    return { options: { ...result.options } };
  },
  addPasskey: async (call) => {
    const added = await addPasskey(call.request.headers, { ...callerOf(call), ...call.body });
    if (added === null) throw new AdminError("passkey_refused");
    return DONE;
  },
  renamePasskey: async ({ actor, params, body }) => {
    if (!(await renamePasskey(actor.userId, params.passkeyId, body.name))) throw new AdminError("not_found");
    return DONE;
  },
  removePasskey: async (call) => {
    const { request, params, body } = call;
    const result = await removePasskey(request.headers, { ...callerOf(call), ...params, proof: body });
    if (result.outcome === "limited")
      throw new AdminError("sign_in_paused", { seconds: result.retryAfterSeconds });
    if (result.outcome === "not_found") throw new AdminError("not_found");
    if (result.outcome !== "removed") throw proofRefusal(result.outcome);
    return DONE;
  },
  twoFactor: async ({ actor }) => {
    const left = await backupCodesLeft(actor.userId);
    return { isEnabled: left !== null, backupCodesLeft: left };
  },
  startTwoFactor: async (call) => {
    if (!isAdmin(call.actor)) throw new AdminError("forbidden");
    const result = await startTwoFactor(call.request.headers, { ...callerOf(call), ...call.body });
    if (result.outcome === "limited")
      throw new AdminError("sign_in_paused", { seconds: result.retryAfterSeconds });
    if (result.outcome === "enabled_already") throw new AdminError("conflict");
    if (result.outcome !== "started") throw proofRefusal(result.outcome);
    return result;
  },
  confirmTwoFactor: async (call) => {
    if (!isAdmin(call.actor)) throw new AdminError("forbidden");
    const code = call.body.code.replace(/\s/g, "");
    const result = await confirmTwoFactor(call.request.headers, { ...callerOf(call), code });
    if (result.outcome === "limited")
      throw new AdminError("sign_in_paused", { seconds: result.retryAfterSeconds });
    if (result.outcome !== "enabled") throw fieldRefusal("code", "wrong_code");
    call.setCookies(result.cookies);
    return DONE;
  },
  disableTwoFactor: async (call) => {
    const result = await disableTwoFactor(call.request.headers, { ...callerOf(call), proof: call.body });
    if (result.outcome === "limited")
      throw new AdminError("sign_in_paused", { seconds: result.retryAfterSeconds });
    if (result.outcome !== "disabled") throw proofRefusal(result.outcome);
    call.setCookies(result.cookies);
    return DONE;
  },
  renewBackupCodes: async (call) => {
    const result = await renewBackupCodes(call.request.headers, { ...callerOf(call), proof: call.body });
    if (result.outcome === "limited")
      throw new AdminError("sign_in_paused", { seconds: result.retryAfterSeconds });
    if (result.outcome !== "renewed") throw proofRefusal(result.outcome);
    return result;
  },
  link: async ({ body }) => {
    const { role, ...holder } = await readUserLink(adminContext(), body.token);
    if (!isRole(role)) throw new AdminError("link_expired");
    return { ...holder, role };
  },
  choosePassword: async ({ body, request, requestId, address, setCookies }) => {
    requireOwnSignIn();
    const holder = await readUserLink(adminContext(), body.token);
    const problem = await passwordProblem(body.password, holder);
    if (problem !== null) throw fieldRefusal("password", problem);
    const { username } = holder;
    const { token, password, language } = body;
    await choosePasswordByLink(adminContext(), { token, password, ipAddress: address, requestId });
    setCookies(await signOut(request.headers));
    const userAgent = request.headers.get("user-agent") ?? "";
    const device = deviceOf(request.headers);
    const result = await signIn({ username, password, address, userAgent, device });
    if (!("cookies" in result)) return { next: "sign_in" as const };
    setCookies(result.cookies);
    if (result.outcome === "signed_in") setCookies(await rememberedChoices(result.userId, language));
    return { next: result.outcome };
  },
  pin: ({ actor }) => readStaffPin(actor),
  setPin: async ({ actor, session, address, body }) => {
    await setOwnStaffPin({ actor, address, username: session.user.username }, body);
    return DONE;
  },
});
