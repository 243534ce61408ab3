import { requireStaffPin } from "@/lib/areas/approvals/portal";
import { hasStaffPin } from "@/lib/areas/approvals/staff-pin";
import { prisma } from "@/lib/platform/database/pools";
import { accessEnded, readOperators } from "@/lib/portal/acts/access-ended";
import { RIGHTS, rightsOf } from "@/lib/portal/acts/administer";
import { AdminError } from "@/lib/portal/acts/errors";
import { isAdmin } from "@/lib/portal/acts/permissions";
import { PERSON, personName } from "@/lib/portal/acts/person";
import type { ActorBranch } from "@/lib/portal/acts/portal-actor";
import { adminContext } from "@/lib/portal/administration";
import { BRANCH_COOKIE, choiceCookie } from "@/lib/portal/cookies";
import { requireOwnSignIn, requireSingleSignOn } from "@/lib/portal/own-sign-in";
import { rememberedChoices } from "@/lib/portal/remembered-choices";
import { requireBranch } from "@/lib/portal/require";
import { safeReturnPath } from "@/lib/portal/return-path";
import { recordSecurityEvent } from "@/lib/portal/security-log/record-event";
import { serveContract } from "@/lib/portal/serve";
import { endedCookie } from "@/lib/portal/session/ended-elsewhere";
import { handOverSession } from "@/lib/portal/session/hand-over";
import { deviceOf } from "@/lib/portal/session/known-devices";
import { lockSession, readLockedSession, unlockSession } from "@/lib/portal/session/lock";
import { newPasskeyChallenge } from "@/lib/portal/session/passkey-challenge";
import { type PortalSession, signIn, signOut } from "@/lib/portal/session/sessions";
import { DONE } from "@/lib/portal/wire/done";
import { serializeMe } from "./portal";
import { session } from "./session-contract";
import { finishSignIn } from "./two-factor";
import { finishSingleSignOn, signInWithPasskey, startSingleSignOn } from "./ways-in";

export const sessionPortal = serveContract(session, {
  me: async (call) => serializeMe(call.session),
  signIn: async ({ body: { username, password, language }, request, address, setCookies }) => {
    requireOwnSignIn();
    const userAgent = request.headers.get("user-agent") ?? "";
    const device = deviceOf(request.headers);
    const result = await signIn({ username, password, address, userAgent, device });
    if (result.outcome === "limited")
      throw new AdminError("sign_in_paused", { seconds: result.retryAfterSeconds });
    if (result.outcome === "ended") throw await accessEnded(prisma(), result.ended);
    if (result.outcome === "refused") throw new AdminError("sign_in_refused");
    setCookies(result.cookies);
    // The choices of the user come with the session, after the code.
    if (result.outcome === "second_factor") return { userId: null };
    setCookies(await rememberedChoices(result.userId, language));
    return { userId: result.userId };
  },
  signOut: async ({ request, setCookies }) => {
    setCookies(await signOut(request.headers));
    return DONE;
  },
  giveSecondFactor: async ({ body, request, requestId, address, setCookies }) => {
    requireOwnSignIn();
    const result = await finishSignIn(request.headers, { code: body.code, address, requestId });
    if (result.outcome === "limited")
      throw new AdminError("sign_in_paused", { seconds: result.retryAfterSeconds });
    if (result.outcome === "expired") throw new AdminError("second_factor_expired");
    if (result.outcome === "wrong_code") throw new AdminError("second_factor_refused");
    setCookies(result.cookies);
    setCookies(await rememberedChoices(result.userId, body.language));
    return { userId: result.userId };
  },
  askForPasskey: async ({ setCookies }) => {
    const { options, cookies } = await newPasskeyChallenge();
    setCookies(cookies);
    return { options: { ...options } };
  },
  signInWithPasskey: async ({ body, request, address, setCookies }) => {
    requireOwnSignIn();
    const result = await signInWithPasskey(request.headers, { response: body.response, address });
    if (result.outcome === "limited")
      throw new AdminError("sign_in_paused", { seconds: result.retryAfterSeconds });
    if (result.outcome === "ended") throw await accessEnded(prisma(), result.ended);
    if (result.outcome === "refused") throw new AdminError("passkey_refused");
    setCookies(result.cookies);
    setCookies(await rememberedChoices(result.userId, body.language));
    return { userId: result.userId };
  },
  startSingleSignOn: async ({ body, address, setCookies }) => {
    requireSingleSignOn();
    const returnPath = safeReturnPath(body.returnPath) ?? "/";
    const started = await startSingleSignOn({ address, returnPath });
    if (started === null) throw new AdminError("sso_unavailable");
    setCookies(started.cookies);
    return { url: started.url };
  },
  finishSingleSignOn: async ({ request, query, address, setCookies }) => {
    requireSingleSignOn();
    const result = await finishSingleSignOn(request.headers, { query, address });
    if (result.outcome === "refused") return goTo("/sign-in?sso=refused");
    if (result.outcome === "ended") {
      setCookies([endedCookie(result.merchantId)]);
      return goTo("/sign-in?sso=ended");
    }
    setCookies(result.cookies);
    setCookies(await rememberedChoices(result.userId, undefined));
    return goTo(result.returnPath);
  },
  operators: async () => ({ names: (await readOperators(prisma())).map((one) => personName(one)) }),
  nextCashiers: async ({ actor, session }) => ({
    cashiers: await listNextCashiers(requireChange(session), actor.userId),
  }),
  changeCashier: async ({ actor, body, context, session, setCookies }) => {
    const branch = requireChange(session);
    const user = await findNextCashier(branch, actor.userId, body.username);
    const next = await requireStaffPin(context, { askerId: actor.userId, user, pin: body.pin });
    const { sessionId } = session;
    const cookies = await handOverSession({ sessionId, fromUserId: actor.userId, toUserId: next.id });
    if (cookies === null) throw new AdminError("unauthenticated");
    await recordSecurityEvent({
      kind: "till.cashier_changed",
      userId: next.id,
      branchId: branch.id,
      details: { before: actor.userId },
    });
    setCookies(cookies);
    setCookies(await rememberedChoices(next.id, undefined));
    return { userId: next.id };
  },
  lock: async ({ actor, context, session }) => {
    const hasPin = await hasStaffPin(context, actor.userId);
    await lockSession(session.sessionId);
    return { hasPin };
  },
  unlock: async ({ body, request }) => {
    const locked = await readLockedSession(request.headers);
    if (locked === null) throw new AdminError("unauthenticated");
    const user = { id: locked.userId };
    await requireStaffPin(adminContext(), { askerId: user.id, user, pin: body.pin });
    if (!(await unlockSession(locked))) throw new AdminError("unauthenticated");
    return { userId: user.id };
  },
  chooseBranch: async ({ actor, body, setCookies, ...call }) => {
    const branch = await requireBranch(actor, body.branchId);
    setCookies([choiceCookie(BRANCH_COOKIE, String(branch.id))]);
    return { ...serializeMe(call.session), activeBranchId: branch.id };
  },
});

/** The branch whose till changes hands. Throws AdminError `forbidden` where that is not offered. */
function requireChange(session: PortalSession): ActorBranch {
  const branch = session.branches.find(({ id }) => id === session.actor.activeBranchId);
  if (!serializeMe(session).changesCashier || branch === undefined) throw new AdminError("forbidden");
  return branch;
}

const goTo = (location: string) => new Response(null, { status: 303, headers: { location } });

/**
 * The cashiers of the branch who can take over a till by their PIN. Nobody with more rights than a cashier can, by role or set: a PIN is weaker
 * than a password. Those who sign in with a second factor, and the present user, cannot either.
 */
const whereOf = ({ id: branchId, merchantId }: ActorBranch, presentUserId: number) => ({
  ...{ kind: "portal" as const, role: "cashier", isActive: true, merchantId, twoFactorEnabled: false },
  id: { not: presentUserId },
  userBranches: { some: { branchId } },
  staffPin: { isNot: null },
});

/** Those whom the present user of a till may name, by name. */
async function listNextCashiers(branch: ActorBranch, presentUserId: number) {
  const users = await prisma().user.findMany({
    where: whereOf(branch, presentUserId),
    select: { ...PERSON, ...RIGHTS, username: true },
    orderBy: { name: "asc" },
  });
  return users.flatMap((user) =>
    user.username === null || administers(user) ? [] : [{ username: user.username, name: personName(user) }],
  );
}

/** The one of that user name; null for nobody who can take the till over. */
async function findNextCashier(branch: ActorBranch, presentUserId: number, username: string) {
  const user = await prisma().user.findFirst({
    where: { ...whereOf(branch, presentUserId), username: username.toLowerCase() },
    select: { ...RIGHTS, id: true },
  });
  return user === null || administers(user) ? null : { id: user.id };
}

function administers(user: Parameters<typeof rightsOf>[0]): boolean {
  const rights = rightsOf(user);
  return rights !== null && isAdmin(rights);
}
