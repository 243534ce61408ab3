import { readWaitingOf } from "@/lib/areas/adjustments/portal";
import { noteCoupons } from "@/lib/areas/coupons/note-coupons";
import { takePin } from "@/lib/areas/display/displays";
import {
  type EntryNames,
  presentActed,
  presentBill,
  presentEntry,
  readEntryNames,
} from "@/lib/areas/entries/portal";
import { readBroughtBy, tillWallet } from "@/lib/areas/wallets/portal";
import { redeem, settle } from "@/lib/areas/wallets/redeem";
import type { TillWallet } from "@/lib/areas/wallets/shown-schemas";
import { clockFault, isSaleDate } from "@/lib/ledger/rules/calendar";
import type { PinCheck, RewardCommand } from "@/lib/ledger/rules/commands";
import type { PostedEntry } from "@/lib/ledger/rules/decision";
import { isDomainError } from "@/lib/ledger/rules/errors";
import { knownCustomers } from "@/lib/ledger/rules/known-customers";
import type { Coupon } from "@/lib/ledger/with/coupons/words";
import { portalPool, prisma } from "@/lib/platform/database/pools";
import { moneyOf } from "@/lib/platform/money";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import { adminContext, thisMoment } from "@/lib/portal/administration";
import { requireBranch } from "@/lib/portal/require";
import { recordSecurityEvent } from "@/lib/portal/security-log/record-event";
import { serveContract } from "@/lib/portal/serve";
import { DONE } from "@/lib/portal/wire/done";
import { services } from "@/lib/services";
import { readWallet, type Wallet } from "@/lib/wallet/read";
import { billCommand } from "./bill-portal";
import { till } from "./contract";
import { type Common, commonOf, optionalMoney, quoteForTill } from "./quote-portal";
import type { Posted, Settled, SettleRequest, TillOperation, TillRequest } from "./schemas";

export const tillPortal = serveContract(till, {
  reward: ({ actor, body }) => postFromTill(actor, "reward", body),
  redeem: ({ actor, body, session }) => postFromTill(actor, "redeem", body, session),
  bill: ({ actor, body, session }) => postFromTill(actor, "bill", body, session),
  refund: ({ actor, body }) => postFromTill(actor, "refund", body),
  return: ({ actor, body }) => postFromTill(actor, "return", body),
  cancel: ({ actor, body }) => postFromTill(actor, "cancel", body),
  removeKept: async ({ actor, body: { branchId, ...details } }) => {
    const branch = await requireBranch(actor, branchId);
    const { userId } = actor;
    await recordSecurityEvent({ kind: "till.sale_removed", userId, branchId: branch.id, details });
    return DONE;
  },
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
  return present(actor, ahead, await POST[operation](common, request, { actor, sessionId }));
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
  }: {
    branchId: number;
    walletCode: string;
    holdId: number;
    value?: number | undefined;
    invoiceNumber?: string | undefined;
  },
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
    const posted = await (POST[operation] as Post<TillOperation>)(common, request, { actor });
    return { outcome: "posted", posted: present(actor, prepared.ahead, posted) };
  } catch (error) {
    if (isDomainError(error) && error.code === 1416) return { outcome: "never" };
    throw error;
  }
}

type Post<Operation extends TillOperation> = (
  common: Common,
  request: TillRequest<Operation>,
  by: { actor: PortalActor; sessionId?: number | undefined },
) => Promise<PostedEntry>;

const POST: { [Operation in TillOperation]: Post<Operation> } = {
  reward: (common, { value, ...sold }) =>
    services().ledger.post({
      ...common,
      type: "reward",
      value: moneyOf(value),
      ...soldThen(common, sold),
    }),
  redeem: async (common, request, { sessionId }) => {
    const { pin } = request;
    const value = moneyOf(request.value);
    const checkedPin = await pinOfDisplay(request, sessionId);
    const { couponOffer } = request;
    return redeem(services(), { ...common, value, couponOffer, pin, checkedPin });
  },
  bill: async (common, request, { actor, sessionId }) => {
    const { redeem: paid } = request;
    // The customer typed the PIN for the sum that the display named.
    const value = paid === undefined || paid === "max" ? request.value : paid;
    const checkedPin = await pinOfDisplay({ ...request, value }, sessionId);
    const noteCoupon = noteCoupons(actor, common);
    return settle(services(), {
      ...common,
      ...billCommand(request),
      noteCoupon,
      pin: request.pin,
      checkedPin,
    });
  },
  refund: (common, { entryId, points, value }) =>
    services().ledger.post({ ...common, type: "refund", entryId, points, value: optionalMoney(value) }),
  return: (common, { entryId, points, value }) =>
    services().ledger.post({ ...common, type: "return", entryId, points, value: optionalMoney(value) }),
  cancel: (common, { entryId }, { actor }) =>
    services().ledger.post({
      ...common,
      type: "cancel",
      target: { entryId },
      noteCoupon: noteCoupons(actor, common),
    }),
};

/** Outcome of the PIN that the customer typed on the till's display; undefined where the PIN belongs elsewhere. */
async function pinOfDisplay(
  { pinFromDisplay, walletCode, branchId, value }: TillRequest<"redeem">,
  sessionId: number | undefined,
): Promise<PinCheck | undefined> {
  if (pinFromDisplay !== true || sessionId === undefined) return undefined;
  return takePin(adminContext(), sessionId, { walletCode, branchId, value: moneyOf(value) });
}

/**
 * When a sale was made: by its age, where that is told, since a device's clock may be wrong. A till whose clock is a little fast sold now,
 * not later; what is further ahead or too old is refused as a `TransactionDate` is (rules.md §3), unless it is a retry.
 */
function soldThen(
  { refuseUnlessReplay }: Common,
  { soldAt, soldAgoMs }: Pick<TillRequest<"reward">, "soldAt" | "soldAgoMs">,
): Pick<RewardCommand, "invoiceDate" | "refuseUnlessReplay"> {
  if (soldAt === undefined) return {};
  const now = services().clock.now();
  const date = soldAgoMs === undefined ? new Date(soldAt) : new Date(now.getTime() - soldAgoMs);
  if (isSaleDate(date, now)) return { invoiceDate: new Date(Math.min(date.getTime(), now.getTime())) };
  const zone = services().programme.timeZone();
  const parameters = { field: "soldAt", ...clockFault(date, { now, zone }) };
  return { refuseUnlessReplay: refuseUnlessReplay ?? { code: 1002, parameters } };
}

/** Facts that the answer to a movement needs besides the movement. Read before it: nothing is read after. */
interface Ahead {
  names: EntryNames;
  /** null: there is no such wallet, and so no movement. */
  createdAt: Date | null;
  waitingAdjustments: TillWallet["waitingAdjustments"];
  broughtBy: TillWallet["broughtBy"];
  isKnown: boolean;
}

async function prepare(
  actor: PortalActor,
  operation: TillOperation | "capture",
  request: { branchId: number; walletCode: string } & Partial<TillRequest>,
  options: { allowsInactive?: boolean } = {},
): Promise<{ common: Common; ahead: Ahead }> {
  const branch = await requireBranch(actor, request.branchId, options);
  const approver = await readApprover(actor, request.reference);
  const [common, names, wallet, waitingAdjustments] = await Promise.all([
    commonOf(actor, branch, operation, request),
    readEntryNames({
      branchIds: [branch.id],
      userIds: approver === null ? [actor.userId] : [actor.userId, approver],
      merchantIds: [branch.merchantId],
    }),
    readWallet(portalPool(), { walletCode: request.walletCode }, thisMoment()),
    readWaitingOf(actor, { walletCode: request.walletCode }),
  ]);
  const none = { createdAt: null, broughtBy: null, isKnown: false };
  const ofWallet = wallet === null ? none : await readAheadOf(actor, wallet);
  return { common: { ...common, wantsStanding: true }, ahead: { names, waitingAdjustments, ...ofWallet } };
}

/** The same of the wallet: what is known of it before the movement. */
async function readAheadOf(
  actor: PortalActor,
  { id, createdAt }: Wallet,
): Promise<Pick<Ahead, "createdAt" | "broughtBy" | "isKnown">> {
  const [broughtBy, known] = await Promise.all([
    readBroughtBy(actor, id),
    knownCustomers(portalPool(), { merchantId: actor.merchantId, walletIds: [id] }),
  ]);
  return { createdAt, broughtBy, isKnown: known.has(id) };
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

function present(
  actor: PortalActor,
  { names, createdAt, waitingAdjustments, broughtBy, isKnown }: Ahead,
  { entry, standing, replayed, parts, coupon, bill }: PostedEntry,
): Posted {
  if (standing === null || createdAt === null)
    throw new Error(`Entry ${entry.id} came without what is shown`);
  const { wallet, nextSegment } = standing;
  return {
    entry: presentEntry(standing.entry, names),
    wallet: tillWallet(actor, {
      wallet,
      isKnown,
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
    bill: bill && presentBill(bill),
  };
}

function presentCoupon({ number, template }: Coupon): Posted["coupon"] {
  return { number, title: { en: template.titleEn, ar: template.titleAr } };
}
