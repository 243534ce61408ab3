import { createHash } from "node:crypto";
import { presentActed } from "@/lib/areas/entries/portal";
import { allowanceNow, presentRefusal } from "@/lib/areas/wallets/portal";
import { ownPinRefusal, ownPinUntil } from "@/lib/areas/wallets/redeem";
import { COMMANDS } from "@/lib/ledger/rules/command-facts";
import type {
  CancelCommand,
  RedeemCommand,
  RefundCommand,
  ReturnCommand,
  RewardCommand,
  SettleCommand,
} from "@/lib/ledger/rules/commands";
import { pointsNeeded, usablePoints } from "@/lib/ledger/rules/conversion";
import type { PostedEntry } from "@/lib/ledger/rules/decision";
import {
  type DomainError,
  type ErrorParametersByCode,
  isDomainError,
  isPinMissing,
} from "@/lib/ledger/rules/errors";
import { CHANNEL, LOG_TYPE } from "@/lib/ledger/rules/types";
import { paidOf } from "@/lib/ledger/with/bills/rule";
import { type Breach, missingOf } from "@/lib/ledger/with/limits/words";
import { walletHistory } from "@/lib/log/history";
import { portalPool, prisma } from "@/lib/platform/database/pools";
import { inUnits, type Money, moneyOf } from "@/lib/platform/money";
import { readShares } from "@/lib/portal/acts/new-rights";
import type { ActorBranch, PortalActor } from "@/lib/portal/acts/portal-actor";
import { thisMoment } from "@/lib/portal/administration";
import { requireBranch } from "@/lib/portal/require";
import { fillIn, PORTAL_ERRORS } from "@/lib/portal/wire/errors";
import { services } from "@/lib/services";
import { asPooled, readWallet } from "@/lib/wallet/read";
import type { AskedMovement } from "./ask-approval";
import { billCommand, presentQuotedBill } from "./bill-portal";
import type { PassedLimit, Quote, QuoteRequest, SettleRequest, TillOperation, TillRequest } from "./schemas";

/** Outcome of the operation now, by the rules that would carry it out. A refusal is an answer like another. */
export async function quoteForTill(actor: PortalActor, request: QuoteRequest): Promise<Quote> {
  const branch = await requireBranch(actor, request.branchId);
  const common = { ...(await commonOf(actor, branch, request.operation, request)), wantsStanding: true };
  try {
    const { posted, isPinRequired, paidWithPoints } = await quote(common, request);
    // Said before the customer is asked for a PIN that would be refused.
    const until =
      paysWithPoints(request) && !posted.replayed ? await ownPinUntil(common, services().clock, true) : null;
    if (until !== null)
      return {
        outcome: "refused",
        refusal: {
          code: "1307",
          message: fillIn(PORTAL_ERRORS.own_pin, (await ownPinRefusal(until)).params),
        },
        ...{ isForAnyAmount: true, shortfall: null, limits: [] },
      };
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
      refunded: posted.goods?.refund?.pointsDelta ?? 0,
      bill: posted.bill && presentQuotedBill(posted.bill),
    };
  } catch (error) {
    if (!isDomainError(error) || error.code >= 1900) throw error;
    if (error.code === 1703 || error.code === 1704) {
      const { breaches, points, value } = (error as DomainError<1703 | 1704>).params;
      return {
        outcome: "approval",
        refusal: presentRefusal(error),
        points: request.operation === "reward" || request.operation === "bill" ? points : -points,
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
  const common = await commonOf(actor, branch, operation, request);
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
      operation: COMMANDS[operation === "bill" ? "settle" : operation].references,
      reference: common.reference,
      ...(error as DomainError<1703 | 1704>).params,
    };
  }
}

type Command = RewardCommand | RedeemCommand | SettleCommand | RefundCommand | ReturnCommand | CancelCommand;

async function quote(
  common: Common,
  request: QuoteRequest,
): Promise<{ posted: PostedEntry; isPinRequired: boolean; paidWithPoints: number }> {
  const command = commandOf(common, request);
  const quoted = await services().ledger.quoteWithPin(command);
  return { ...quoted, paidWithPoints: inUnits(paidOf(command, quoted.posted)) };
}

const paysWithPoints = (request: QuoteRequest) =>
  request.operation === "redeem" || (request.operation === "bill" && request.redeem !== undefined);

/** Whether the customer's PIN would be asked for before anything else is refused. */
async function wantsPin(common: Common, request: QuoteRequest): Promise<boolean> {
  if (!paysWithPoints(request)) return false;
  return services()
    .ledger.quote(commandOf(common, request))
    .then(() => false, isPinMissing);
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
    case "bill":
      return {
        ...{ ...common, type: "settle", ...billCommand(request) },
        ...{ pin: { kind: "absent" }, leavesOut: true },
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

/** Parts of a command that all operations of the till have. */
export type Common = Omit<RefundCommand, "type" | "entryId" | "points" | "value">;

/** The common parts of the actor's request at a branch, with the user as the namespace of references. */
export async function commonOf(
  actor: PortalActor,
  branch: ActorBranch,
  operation: TillOperation | "capture",
  request: { walletCode: string } & Partial<TillRequest>,
): Promise<Common> {
  const { walletCode, reference, invoiceNumber, comment } = request;
  const shares = await readShares(prisma(), actor.userId, services().clock.now());
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
      limitedBy: { clientId: null, isCounted: true, shares, tillId: actor.tillId },
    },
  };
}

/** Fields that a retry may send otherwise: its own reference, a PIN, which is not kept, and the age of a sale. */
const NO_CONTENT: readonly string[] = ["reference", "pin", "pinFromDisplay", "soldAgoMs"];

/** The content by which a retry is recognised, in one order. */
function contentHash(operation: TillOperation | "capture", request: object): string {
  const content = Object.entries(request)
    .filter(([name, value]) => !NO_CONTENT.includes(name) && value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([operation, content]))
    .digest("base64");
}

export function optionalMoney(units: number | undefined): Money | undefined {
  return units === undefined ? undefined : moneyOf(units);
}
