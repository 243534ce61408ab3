import { createHash } from "node:crypto";
import { readWaitingOf } from "@/lib/areas/adjustments/portal";
import { takePin } from "@/lib/areas/display/displays";
import { type EntryNames, presentActed, presentEntry, readEntryNames } from "@/lib/areas/entries/portal";
import type { AskedMovement } from "@/lib/areas/till/ask-approval";
import { allowanceNow, presentRefusal, readBroughtBy, tillWallet } from "@/lib/areas/wallets/portal";
import { redeem } from "@/lib/areas/wallets/redeem";
import type { TillWallet } from "@/lib/areas/wallets/shown-schemas";
import { isSaleDate } from "@/lib/ledger/core/calendar";
import {
  type CancelCommand,
  OPERATION_OF_COMMAND,
  type PinCheck,
  type RedeemCommand,
  type RefundCommand,
  type ReturnCommand,
  type RewardCommand,
} from "@/lib/ledger/core/commands";
import { pointsNeeded, usablePoints } from "@/lib/ledger/core/conversion";
import type { PostedEntry } from "@/lib/ledger/core/decision";
import { type DomainError, type ErrorParametersByCode, isDomainError } from "@/lib/ledger/core/errors";
import { CHANNEL, LOG_TYPE } from "@/lib/ledger/core/types";
import { paidOf } from "@/lib/ledger/with/bills/rule";
import type { Coupon } from "@/lib/ledger/with/coupons/words";
import { type Breach, missingOf } from "@/lib/ledger/with/limits/words";
import { walletHistory } from "@/lib/log/history";
import { portalPool, prisma } from "@/lib/platform/database/pools";
import { inUnits, type Money, moneyOf } from "@/lib/platform/money";
import type { ActorBranch, PortalActor } from "@/lib/portal/acts/portal-actor";
import { adminContext, thisMoment } from "@/lib/portal/administration";
import { requireBranch } from "@/lib/portal/require";
import { serveContract } from "@/lib/portal/serve";
import { services } from "@/lib/services";
import { asPooled, readWallet } from "@/lib/wallet/read";
import { till } from "./contract";
import type {
  PassedLimit,
  Posted,
  Quote,
  QuoteRequest,
  Settled,
  SettleRequest,
  TillOperation,
  TillRequest,
} from "./schemas";

export const tillPortal = serveContract(till, {
  reward: ({ actor, body }) => postFromTill(actor, "reward", body),
  redeem: ({ actor, body, session }) => postFromTill(actor, "redeem", body, session),
  refund: ({ actor, body }) => postFromTill(actor, "refund", body),
  return: ({ actor, body }) => postFromTill(actor, "return", body),
  cancel: ({ actor, body }) => postFromTill(actor, "cancel", body),
  quote: ({ actor, body }) => quoteForTill(actor, body),
  settle: ({ actor, body }) => settleFromTill(actor, body),
});

/**
 * Carries out an operation of the till for the actor: the operations of interface.md §4 through channel 2, with
 * the user as the namespace of references. Durable before it is answered; the same reference again is answered as the
 * first time. `sessionId` names the till whose display a PIN was typed on. Throws AdminError `forbidden` for a foreign branch, DomainError as the operations do.
 */
async function postFromTill<Operation extends TillOperation>(
  actor: PortalActor,
  operation: Operation,
  request: TillRequest<Operation>,
  { sessionId }: { sessionId?: number } = {},
): Promise<Posted> {
  const { common, ahead } = await prepare(actor, operation, request);
  return present(actor, ahead, await POST[operation](common, request, sessionId));
}

/**
 * Pays the order of a hold with its points (rules.md §19). A hold ends once, so its number is the reference: sent again by the same person it
 * is answered as the first time. Throws as {@link postFromTill}.
 */
export async function captureAtTill(
  actor: PortalActor,
  {
    holdId,
    ...request
  }: { branchId: number; walletCode: string; holdId: number; value?: number | undefined },
): Promise<Posted> {
  const { common, ahead } = await prepare(actor, "capture", { ...request, reference: `hold-${holdId}` });
  const value = optionalMoney(request.value);
  return present(actor, ahead, await services().ledger.post({ ...common, type: "capture", holdId, value }));
}

/**
 * State of a request whose answer was lost. When it was not carried out, its reference is closed in the same moment, so that "never" stays
 * true however late the request itself arrives.
 */
async function settleFromTill(actor: PortalActor, { operation, request }: SettleRequest): Promise<Settled> {
  const prepared = await prepare(actor, operation, request, { allowsInactive: true });
  const common: Common = {
    ...prepared.common,
    refuseUnlessReplay: { code: 1416, parameters: {} },
    closesReference: true,
  };
  try {
    const posted = await (POST[operation] as Post<TillOperation>)(common, request);
    return { outcome: "posted", posted: present(actor, prepared.ahead, posted) };
  } catch (error) {
    if (isDomainError(error) && error.code === 1416) return { outcome: "never" };
    throw error;
  }
}

/** Outcome of the operation now, by the rules that would carry it out. A refusal is an answer like another. */
async function quoteForTill(actor: PortalActor, request: QuoteRequest): Promise<Quote> {
  const branch = await requireBranch(actor, request.branchId);
  const common = { ...commonOf(actor, branch, request.operation, request), wantsStanding: true };
  try {
    const { posted, isPinRequired, paidWithPoints } = await quote(common, request);
    const { entry, wallet, standing, aside } = posted;
    const before = await readWallet(portalPool(), { id: wallet.id }, thisMoment());
    const reaches = before !== null && asPooled(before).segment.segmentId !== wallet.segment.segmentId;
    return {
      outcome: "possible",
      points: entry.pointsDelta + entry.suspendedDelta,
      value: inUnits(entry.amountValue),
      paidWithPoints,
      balanceAfter: entry.balanceAfter,
      expiresOn: entry.expiresOn === "infinity" ? null : entry.expiresOn,
      usableFrom: aside !== null && "ripensOn" in aside ? aside.ripensOn : null,
      reachesSegment: reaches ? { nameEn: wallet.segment.nameEn, nameAr: wallet.segment.nameAr } : null,
      isPinRequired,
      sameJustNowAt: await sameJustNowAt(posted),
      repeatsEntryId: standing?.entry.repeatsEntryId ?? null,
      promotions: presentActed(posted.parts),
      referralPoints: standing?.entry.referralPoints ?? 0,
    };
  } catch (error) {
    if (!isDomainError(error) || error.code >= 1900) throw error;
    if (error.code === 1703 || error.code === 1704) {
      const { breaches, points, value } = (error as DomainError<1703 | 1704>).params;
      return {
        outcome: "approval",
        refusal: presentRefusal(error),
        points: request.operation === "reward" ? points : -points,
        value,
        ...((await wantsPin(common, request)) && { isPinRequired: true }),
        limits: presentBreaches(breaches),
      };
    }
    return {
      outcome: "refused",
      refusal: presentRefusal(error),
      isForAnyAmount: await isRefusedForAnyAmount(actor, request),
      shortfall: request.operation === "redeem" ? shortfallOf(error, request.value) : null,
      limits: presentBreaches(breachesOf(error)),
    };
  }
}

function breachesOf({ code, params }: DomainError): readonly Breach[] {
  if (code === 1702) return [params as Breach];
  return code === 1307 ? [{ limit: "unprovedValueMax", ...(params as ErrorParametersByCode[1307]) }] : [];
}

function presentBreaches(breaches: readonly Breach[]): PassedLimit[] {
  return breaches.map((breach) => ({ ...breach, missing: missingOf(breach) }));
}

/** The movement of a request, as it would be asked about: its reference and what it is for. Throws as the operation does. */
export async function approvalNeeded(
  actor: PortalActor,
  { operation, request }: SettleRequest,
): Promise<AskedMovement | null> {
  const branch = await requireBranch(actor, request.branchId);
  const common = commonOf(actor, branch, operation, request);
  if (common.reference === undefined) return null;
  try {
    await quote(common, { operation, ...request } as QuoteRequest);
    return null;
  } catch (error) {
    if (!isDomainError(error) || error.details.wallet === undefined) throw error;
    if (error.code !== 1703 && error.code !== 1704) throw error;
    return {
      userId: actor.userId,
      merchantId: branch.merchantId,
      branchId: branch.id,
      walletId: error.details.wallet.id,
      operation: OPERATION_OF_COMMAND[operation],
      reference: common.reference,
      ...(error as DomainError<1703 | 1704>).params,
    };
  }
}

type Command = RewardCommand | RedeemCommand | RefundCommand | ReturnCommand | CancelCommand;
type Common = Omit<RefundCommand, "type" | "entryId" | "points" | "value">;
type Post<Operation extends TillOperation> = (
  common: Common,
  request: TillRequest<Operation>,
  sessionId?: number,
) => Promise<PostedEntry>;

const POST: { [Operation in TillOperation]: Post<Operation> } = {
  reward: (common, { value, soldAt }) =>
    services().ledger.post({
      ...common,
      type: "reward",
      value: moneyOf(value),
      ...soldThen(common, soldAt),
    }),
  redeem: async (common, request, sessionId) => {
    const { pin } = request;
    const value = moneyOf(request.value);
    const checkedPin = await pinOfDisplay(request, sessionId);
    const { couponOffer } = request;
    return redeem(services(), { ...common, value, couponOffer, pin, checkedPin });
  },
  refund: (common, { entryId, points, value }) =>
    services().ledger.post({ ...common, type: "refund", entryId, points, value: optionalMoney(value) }),
  return: (common, { entryId, points, value }) =>
    services().ledger.post({ ...common, type: "return", entryId, points, value: optionalMoney(value) }),
  cancel: (common, { entryId }) => services().ledger.post({ ...common, type: "cancel", target: { entryId } }),
};

/** Outcome of the PIN that the customer typed on the till's display; undefined where the PIN belongs elsewhere. */
async function pinOfDisplay(
  { pinFromDisplay, walletCode, branchId, value }: TillRequest<"redeem">,
  sessionId: number | undefined,
): Promise<PinCheck | undefined> {
  if (pinFromDisplay !== true || sessionId === undefined) return undefined;
  return takePin(adminContext(), sessionId, { walletCode, branchId, value: moneyOf(value) });
}

function optionalMoney(units: number | undefined): Money | undefined {
  return units === undefined ? undefined : moneyOf(units);
}

/**
 * When a sale was made. A till whose clock is a little fast sold now, not later; what is further ahead or too old is refused as a
 * `TransactionDate` is (rules.md §3), unless it is a retry.
 */
function soldThen(
  { refuseUnlessReplay }: Common,
  soldAt: string | undefined,
): Pick<RewardCommand, "invoiceDate" | "refuseUnlessReplay"> {
  if (soldAt === undefined) return {};
  const now = services().clock.now();
  const date = new Date(soldAt);
  if (isSaleDate(date, now)) return { invoiceDate: date < now ? date : now };
  return { refuseUnlessReplay: refuseUnlessReplay ?? { code: 1002, parameters: { field: "soldAt" } } };
}

/** Facts that the answer to a movement needs besides the movement. Read before it: nothing is read after. */
interface Ahead {
  names: EntryNames;
  /** null: there is no such wallet, and so no movement. */
  createdAt: Date | null;
  waitingAdjustments: TillWallet["waitingAdjustments"];
  broughtBy: TillWallet["broughtBy"];
}

async function prepare(
  actor: PortalActor,
  operation: TillOperation | "capture",
  request: { branchId: number; walletCode: string } & Partial<TillRequest>,
  options: { allowsInactive?: boolean } = {},
): Promise<{ common: Common; ahead: Ahead }> {
  const branch = await requireBranch(actor, request.branchId, options);
  const approver = await readApprover(actor, request.reference);
  const [names, wallet, waitingAdjustments] = await Promise.all([
    readEntryNames({
      branchIds: [branch.id],
      userIds: approver === null ? [actor.userId] : [actor.userId, approver],
      merchantIds: [branch.merchantId],
    }),
    readWallet(portalPool(), { walletCode: request.walletCode }, thisMoment()),
    readWaitingOf(actor, { walletCode: request.walletCode }),
  ]);
  const broughtBy = wallet === null ? null : await readBroughtBy(actor, wallet.id);
  return {
    common: { ...commonOf(actor, branch, operation, request), wantsStanding: true },
    ahead: { names, createdAt: wallet?.createdAt ?? null, waitingAdjustments, broughtBy },
  };
}

/** Person who approved the breach of a limit; null: nobody. */
async function readApprover({ userId }: PortalActor, key: string | undefined): Promise<number | null> {
  if (key === undefined) return null;
  const approval = await prisma().tillApproval.findFirst({
    where: { userId, key, state: "approved" },
    select: { decidedBy: true },
  });
  return approval?.decidedBy ?? null;
}

function commonOf(
  actor: PortalActor,
  branch: ActorBranch,
  operation: TillOperation | "capture",
  request: { walletCode: string } & Partial<TillRequest>,
): Common {
  const { walletCode, reference, invoiceNumber, comment } = request;
  return {
    walletCode,
    invoiceNumber: invoiceNumber || undefined,
    comment: comment || undefined,
    ...(reference !== undefined && {
      externalLogId: reference,
      reference: { key: reference, requestHash: contentHash(operation, request) },
    }),
    actor: {
      userId: actor.userId,
      channelId: CHANNEL.cashierPortal,
      merchantId: branch.merchantId,
      branchId: branch.id,
      branchMsisdn: branch.msisdn,
      limitedBy: { clientId: null, isCounted: true },
    },
  };
}

/** The content by which a retry is recognised: everything but the reference and the PIN and where it is typed, in one order. */
function contentHash(operation: TillOperation | "capture", request: object): string {
  const content = Object.entries(request)
    .filter(([name, value]) => !["reference", "pin", "pinFromDisplay"].includes(name) && value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([operation, content]))
    .digest("base64");
}

function present(
  actor: PortalActor,
  { names, createdAt, waitingAdjustments, broughtBy }: Ahead,
  { entry, standing, replayed, parts, coupon }: PostedEntry,
): Posted {
  if (standing === null || createdAt === null)
    throw new Error(`Entry ${entry.id} came without what is shown`);
  const { wallet, nextSegment } = standing;
  return {
    entry: presentEntry(standing.entry, names),
    wallet: tillWallet(actor, {
      wallet,
      createdAt,
      nextSegment,
      waitingAdjustments,
      broughtBy: broughtBy && {
        ...broughtBy,
        isOpen: broughtBy.isOpen && standing.entry.referralPoints === 0,
      },
      programme: names.programme,
    }),
    replayed,
    promotions: presentActed(parts),
    coupon: coupon?.issuedByEntryId === entry.id ? presentCoupon(coupon) : null,
  };
}

function presentCoupon({ number, template }: Coupon): Posted["coupon"] {
  return { number, title: { en: template.titleEn, ar: template.titleAr } };
}

async function quote(
  common: Common,
  request: QuoteRequest,
): Promise<{ posted: PostedEntry; isPinRequired: boolean; paidWithPoints: number }> {
  const { ledger } = services();
  const command = commandOf(common, request);
  const quoted = (posted: PostedEntry, isPinRequired: boolean) => ({
    posted,
    isPinRequired,
    paidWithPoints: inUnits(paidOf(command, posted.entry)),
  });
  try {
    return quoted(await ledger.quote(command), false);
  } catch (error) {
    if (!isDomainError(error) || (error.code !== 1310 && error.code !== 1307)) throw error;
    return quoted(await ledger.quote(command, { assumesPin: true }), true);
  }
}

/** Whether the customer's PIN would be asked for before anything else is refused. */
async function wantsPin(common: Common, request: QuoteRequest): Promise<boolean> {
  if (request.operation !== "redeem") return false;
  return services()
    .ledger.quote(commandOf(common, request))
    .then(
      () => false,
      (error: unknown) => isDomainError(error) && (error.code === 1310 || error.code === 1307),
    );
}

function commandOf(common: Common, request: QuoteRequest): Command {
  switch (request.operation) {
    case "reward":
      return { ...common, type: "reward", value: moneyOf(request.value) };
    case "redeem":
      return {
        ...common,
        type: "redeem",
        value: moneyOf(request.value),
        couponOffer: request.couponOffer,
        pin: { kind: "absent" },
      };
    case "refund":
    case "return":
      return {
        ...common,
        type: request.operation,
        entryId: request.entryId,
        points: request.points,
        value: optionalMoney(request.value),
      };
    case "cancel":
      return { ...common, type: "cancel", target: { entryId: request.entryId } };
  }
}

const JUST_NOW_MS = 60_000;

/** When the same was done at this branch within the last minute and not undone since (rules.md §5). */
async function sameJustNowAt({ entry }: PostedEntry): Promise<string | null> {
  if (entry.logTypeId !== LOG_TYPE.reward && entry.logTypeId !== LOG_TYPE.redemption) return null;
  const { entries } = await walletHistory(portalPool(), {
    walletId: entry.walletId,
    filter: {
      logTypeIds: [entry.logTypeId],
      branchId: entry.branchId ?? undefined,
      from: new Date(services().clock.now().getTime() - JUST_NOW_MS),
    },
  });
  const same = entries.find(
    ({ entry: other, cancelledByEntryId }) =>
      other.amountValue === entry.amountValue && cancelledByEntryId === null,
  );
  return same?.entry.createdAt.toISOString() ?? null;
}

/** Whether the wallet as it stands takes no reward, or pays nothing at all. */
async function isRefusedForAnyAmount(
  actor: PortalActor,
  { operation, walletCode }: QuoteRequest,
): Promise<boolean> {
  if (operation !== "reward" && operation !== "redeem") return false;
  const [wallet, programme] = await Promise.all([
    readWallet(portalPool(), { walletCode }, thisMoment(actor)),
    prisma().programme.findFirstOrThrow(),
  ]);
  return wallet !== null && allowanceNow(programme, asPooled(wallet)).refusals[operation] !== null;
}

/** How many points a redemption lacks, for the refusals that are about that. */
function shortfallOf(
  { code, details: { wallet } }: DomainError,
  value: number,
): Extract<Quote, { outcome: "refused" }>["shortfall"] {
  if ((code !== 1301 && code !== 1302) || wallet === undefined) return null;
  const required = Math.max(
    pointsNeeded(moneyOf(value), wallet.segment.redeemFactor),
    code === 1302 ? wallet.segment.redeemThreshold : 0,
  );
  const available = code === 1302 ? wallet.balance : usablePoints(wallet).points;
  return { required, available, missing: required - available };
}
