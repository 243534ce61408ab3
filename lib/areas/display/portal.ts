import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { usableDeals } from "@/lib/areas/deals/browse";
import { chooseWalletPin, refuseCommonPin } from "@/lib/areas/wallets/pins";
import { programmeBrand } from "@/lib/platform/brand";
import { portalPool } from "@/lib/platform/database/pools";
import type { Language } from "@/lib/platform/language";
import { processSingleton } from "@/lib/platform/process-singleton";
import { AdminError, isAdminError } from "@/lib/portal/acts/errors";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import type { Role } from "@/lib/portal/acts/roles";
import { adminContext, thisMoment } from "@/lib/portal/administration";
import { requireBranch } from "@/lib/portal/require";
import { recordSecurityEvent } from "@/lib/portal/security-log/record-event";
import { serveContract } from "@/lib/portal/serve";
import { networkOf } from "@/lib/portal/session/sign-in-limits";
import { DONE } from "@/lib/portal/wire/done";
import { services } from "@/lib/services";
import { readWallet } from "@/lib/wallet/read";
import { display } from "./contract";
import {
  answerOnDisplay,
  clearShown,
  displayHashOf,
  endDisplay,
  findDisplay,
  findShown,
  givePin,
  leaveTill,
  offerDisplay,
  pairDisplay,
  showOnDisplay,
  whenChanged,
} from "./displays";
import type { Display, DisplayDeals, DisplayShown, TillDisplay, TillShown } from "./schemas";

export const displayPortal = serveContract(display, {
  read: ({ request, query }) => readDisplay(request.headers, { ...query, signal: request.signal }),
  deals: ({ request }) => readDisplayDeals(request.headers),
  pair: async ({ body, address, setCookies }) => {
    setCookies(await pair(body.code, address));
    return DONE;
  },
  leave: async ({ request }) => {
    await leave(request.headers);
    return DONE;
  },
  givePin: ({ request, body }) => givePinFromDisplay(request.headers, body),
  answer: async ({ request, body }) => {
    await answerOnDisplay(adminContext(), requireDisplay(request.headers), body);
    return (await viewOf(requireDisplay(request.headers))).view;
  },
  choosePin: ({ request, body, ...call }) => choosePin(request.headers, body, call),
  ofTill: (call) => readTillDisplay(call, { ...call.query, signal: call.request.signal }),
  offer: (call) => offerTillDisplay(call, call.body),
  show: (call) => showFromTill(call, call.body),
  end: async ({ context, session }) => {
    await endDisplay(context, session.sessionId);
    return { state: "none" as const };
  },
});

/** A display that has not asked for so long is away. Displays ask every few seconds. */
const PRESENT_MS = 15_000;

/** How long what is shown may stay there, in milliseconds: an outcome until it is read, a bill until nobody can be there any more. */
const SHOWN_MS: Readonly<Record<Exclude<DisplayShown["name"], "idle">, number>> = {
  bill: 90_000,
  pin: 90_000,
  done: 20_000,
  consent: 600_000,
  newPin: 180_000,
};

const timeOf = (shown: Exclude<DisplayShown, { name: "idle" }>) =>
  SHOWN_MS["answer" in shown && shown.answer !== null ? "done" : shown.name];

/** Wrong codes from one network, in this process. */
const WRONG_CODES = { points: 10, duration: 300 };
const wrongCodes = () =>
  processSingleton(
    "display-codes",
    () => new RateLimiterMemory({ keyPrefix: "display-code", ...WRONG_CODES }),
  );

interface Till {
  actor: PortalActor;
  session: { sessionId: number };
}

/** The display of the caller's till, at once or when it is another version than `after`. */
async function readTillDisplay(
  { session: { sessionId } }: Pick<Till, "session">,
  { after, signal }: { after?: number | undefined; signal: AbortSignal },
): Promise<TillDisplay> {
  if (after === undefined) return tillDisplay(sessionId);
  const known = await findDisplay(adminContext(), sessionId);
  return whenChanged(known?.id ?? null, () => tillDisplay(sessionId), {
    isNew: (view) => view.state === "none" || view.version !== after,
    signal,
  });
}

async function tillDisplay(sessionId: number): Promise<TillDisplay> {
  const display = await findDisplay(adminContext(), sessionId);
  if (display === null) return { state: "none" };
  const { version, code, codeExpiresAt, seenAt, pinAt } = display;
  const now = services().clock.now();
  if (code !== null && codeExpiresAt !== null)
    return codeExpiresAt > now
      ? { state: "waiting", version, code, codeExpiresAt: codeExpiresAt.toISOString() }
      : { state: "none" };
  return {
    state: "paired",
    version,
    isPresent: seenAt !== null && seenAt.getTime() > now.getTime() - PRESENT_MS,
    isPinGiven: pinAt !== null,
    answer: answerOf(display.shown as DisplayShown),
  };
}

function answerOf(shown: DisplayShown): Extract<TillDisplay, { state: "paired" }>["answer"] {
  if (!("answer" in shown) || shown.answer === null) return null;
  return {
    question: shown.question,
    ...shown.answer,
    ...(shown.name === "consent" && { version: shown.version }),
  };
}

/** Has the caller's till wait for a display. Throws as `requireBranch`. */
async function offerTillDisplay(till: Till, { branchId }: { branchId: number }): Promise<TillDisplay> {
  await requireBranch(till.actor, branchId);
  const { sessionId } = till.session;
  await offerDisplay(adminContext(), { sessionId, userId: till.actor.userId, branchId });
  return tillDisplay(sessionId);
}

/** Has the display of the caller's till show this; nothing happens where it has none. Throws as `requireBranch`. */
async function showFromTill(
  till: Till,
  request: { branchId: number; shown: TillShown },
): Promise<TillDisplay> {
  await requireBranch(till.actor, request.branchId);
  await showOnDisplay(adminContext(), till.session.sessionId, request);
  return tillDisplay(till.session.sessionId);
}

/** Pairs the caller's device. Returns its `Set-Cookie` lines. Throws AdminError `display_code`, `rate_limited`. */
async function pair(code: string, address: string): Promise<readonly string[]> {
  const limiter = wrongCodes();
  const network = networkOf(address);
  try {
    await limiter.consume(network);
  } catch (result) {
    if (!(result instanceof RateLimiterRes)) throw result;
    await recordSecurityEvent({
      kind: "limit.reached",
      ipAddress: address,
      details: { limit: "display_code" },
    });
    throw new AdminError("rate_limited", { seconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)) });
  }
  const cookies = await pairDisplay(adminContext(), code);
  if (cookies === null) throw new AdminError("display_code");
  await limiter.reward(network);
  return cookies;
}

/** The screen of the caller's display, at once or when it is another version than `after`. Throws AdminError `display_ended`. */
async function readDisplay(
  headers: Headers,
  { after, signal }: { after?: number | undefined; signal: AbortSignal },
): Promise<Display> {
  const tokenHash = requireDisplay(headers);
  const read = () => viewOf(tokenHash);
  const first = await read();
  if (first.view.version !== after) return first.view;
  const { view } = await whenChanged(first.id, read, {
    isNew: ({ view }) => view.version !== after,
    signal,
  });
  return view;
}

/** No more are read from two metres. */
const IDLE_DEALS_MAX = 6;

/** The deals that a display shows while nobody is served. Throws AdminError `display_ended`. */
async function readDisplayDeals(headers: Headers): Promise<DisplayDeals> {
  const found = await findShown(adminContext(), requireDisplay(headers));
  if (found === null) throw new AdminError("display_ended");
  const { branchId, branch } = found;
  const deals = await usableDeals(services().deals, { ratePlan: null, branchId });
  const own = deals.filter(({ merchant }) => merchant.id === branch.merchantId);
  return { deals: own.slice(0, IDLE_DEALS_MAX).map(({ id, title, image }) => ({ id, title, image })) };
}

async function viewOf(tokenHash: Uint8Array<ArrayBuffer>): Promise<{ id: number; view: Display }> {
  const context = adminContext();
  const found = await findShown(context, tokenHash);
  if (found === null) throw new AdminError("display_ended");
  const { id, version, shownAt, pinAt, branch } = found;
  const shown = found.shown as DisplayShown;
  const leftMs =
    shown.name === "idle" ? null : shownAt.getTime() + timeOf(shown) - services().clock.now().getTime();
  const isOver = leftMs !== null && leftMs <= 0;
  if (isOver) await clearShown(context, { id, version });
  return {
    id,
    view: {
      version,
      merchant: branch.merchant,
      shown: isOver ? { name: "idle" } : shown,
      isPinGiven: !isOver && pinAt !== null,
      leftMs: isOver ? null : leftMs,
      brand: brandMark(),
    },
  };
}

function brandMark(): string {
  const brand = programmeBrand();
  return brand === null ? "" : [brand.nameEn, brand.nameAr, brand.logo?.hash ?? ""].join("\n");
}

/** Hands the customer's PIN to the redemption that waits at the till. Throws AdminError `display_ended`. */
async function givePinFromDisplay(
  headers: Headers,
  typed: { version: number; pin: string },
): Promise<Display> {
  const tokenHash = requireDisplay(headers);
  await givePin({ ...adminContext(), pins: services().pins }, tokenHash, typed);
  return (await viewOf(tokenHash)).view;
}

/**
 * Gives the wallet that the till names its first PIN, in the name of the person at the till. Throws AdminError `display_ended`; AdminError
 * invalid (too easy to guess). Where the wallet takes none by now the answer is that none was chosen.
 */
async function choosePin(
  headers: Headers,
  {
    version,
    pin,
    language,
    isFirst,
  }: { version: number; pin: string; language: Language; isFirst?: boolean | undefined },
  call: { address: string; requestId: string },
): Promise<Display> {
  const tokenHash = requireDisplay(headers);
  const found = await findShown(adminContext(), tokenHash);
  if (found === null) throw new AdminError("display_ended");
  const { shown, pinWalletCode: walletCode, branchId, branch, user } = found;
  const isAsked = found.version === version && (shown as DisplayShown).name === "newPin";
  if (isAsked && walletCode !== null && isFirst) await refuseEasyPin({ walletCode, pin });
  else if (isAsked && walletCode !== null) {
    const { id: userId, merchantId } = user;
    const from = { ipAddress: call.address, requestId: call.requestId };
    const actor = { userId, role: user.role as Role, merchantId, ...from };
    const agrees = await chooseWalletPin(adminContext(), actor, { walletCode, pin }).then(
      async (details) => {
        const of = { userId, merchantId: branch.merchantId, branchId, walletCode };
        await recordSecurityEvent({ kind: "pin.chosen", ...of, ...from, details });
        return true;
      },
      (error: unknown) => {
        if (!isAdminError(error) || error.code === "invalid") throw error;
        return false;
      },
    );
    await answerOnDisplay(adminContext(), tokenHash, { version, agrees, language });
  }
  return (await viewOf(tokenHash)).view;
}

/** A PIN that this customer's wallet would not take is refused before it is typed a second time. Throws AdminError invalid. */
async function refuseEasyPin({ walletCode, pin }: { walletCode: string; pin: string }): Promise<void> {
  const wallet = await readWallet(portalPool(), { walletCode }, thisMoment());
  if (wallet === null) return;
  const { contactMsisdn, profile } = wallet;
  refuseCommonPin(pin, { contactMsisdn, walletCode, birthDate: profile.birthDate });
}

/** Ends the pairing from the display's side. */
async function leave(headers: Headers): Promise<void> {
  const tokenHash = displayHashOf(headers);
  if (tokenHash !== null) await leaveTill(adminContext(), tokenHash);
}

function requireDisplay(headers: Headers): Uint8Array<ArrayBuffer> {
  const tokenHash = displayHashOf(headers);
  if (tokenHash === null) throw new AdminError("display_ended");
  return tokenHash;
}
