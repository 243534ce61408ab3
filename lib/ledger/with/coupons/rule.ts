import { refuseUnlessPayable } from "@/lib/ledger/moves/redeem";
import type { RedeemCommand, RewardCommand } from "@/lib/ledger/rules/commands";
import { valueOfPoints } from "@/lib/ledger/rules/conversion";
import type { Posting } from "@/lib/ledger/rules/decision";
import type { LedgerState, WalletState } from "@/lib/ledger/rules/ledger-state";
import { takeFromLots } from "@/lib/ledger/rules/lots";
import { type Context, ownEntry, posting, refuse, refuseForGood } from "@/lib/ledger/rules/posting";
import { type Entry, LOG_TYPE } from "@/lib/ledger/rules/types";
import { holdsFor } from "@/lib/platform/any-of";
import type { Money } from "@/lib/platform/money";
import { type Coupon, type CouponDraft, type CouponTemplate, validityOf } from "./words";

/**
 * Pays for a coupon with points (rules.md §22). Refuses with 1420 what is not to be had for points here and now, with 1422 when all are
 * issued, and as a redemption does.
 */
export function buyCoupon(context: Context<RedeemCommand>, offer: number): Posting {
  const { state, wallet, command, today } = context;
  const template = state.coupons?.templates.get(offer);
  if (template === undefined || template.costPoints === null || !isOffered(template, command, today))
    return refuse(1420);
  if (template.stockLeft !== null && template.stockLeft < 1 && wallet.sandboxId === null) refuse(1422);
  const points = template.costPoints;
  refuseUnlessPayable(state.programme, wallet, points);
  return {
    ...posting(context, {
      logTypeId: 1,
      pointsDelta: -points,
      redeemedDelta: points,
      amountValue: valueOfPoints(points, wallet.segment.redeemFactor),
      factor: wallet.segment.redeemFactor,
      lotMoves: takeFromLots(wallet.lots, points),
      offerNumber: template.offerNumber,
    }),
    coupon: couponOf(template, wallet, today),
  };
}

/** Money value of a redemption: of a coupon, the value of its points. */
export function valueAsked(
  { coupons }: LedgerState,
  { segment }: Pick<WalletState, "segment">,
  { couponOffer, value }: RedeemCommand,
): Money {
  if (couponOffer === undefined) return value;
  return valueOfPoints(coupons?.templates.get(couponOffer)?.costPoints ?? 0, segment.redeemFactor);
}

/** Whether one more of it can be issued. The rest is read under the template's lock; test wallets take none. */
function hasStock(
  { offerNumber, stockLeft }: CouponTemplate,
  coupons: NonNullable<LedgerState["coupons"]>,
  { sandboxId }: WalletState,
): boolean {
  if (stockLeft === null || sandboxId !== null) return true;
  return (coupons.templates.get(offerNumber)?.stockLeft ?? 0) > 0;
}

/** A reward with the coupon that it issues, if it does (rules.md §22). */
export function withCoupon(
  { state, wallet, command, today }: Context<RewardCommand>,
  reward: Posting,
): Posting {
  const { branchId } = command.actor;
  const { coupons } = state;
  const template = coupons?.rewarding.find(
    (offered) =>
      hasStock(offered, coupons, wallet) &&
      offered.rewardMin !== null &&
      offered.rewardMin <= command.value &&
      isOffered(offered, command, today) &&
      holdsFor(offered.branchIds, branchId),
  );
  return template === undefined ? reward : { ...reward, coupon: couponOf(template, wallet, today) };
}

/**
 * Adds the end of the coupon that the entry had issued: of a return once all of the reward is back, of a refund all at once. One that was
 * used refuses, or stays as it is, by the programme's setting (rules.md §22). Refuses with 1402 or 1414.
 */
export function withCouponVoided(context: Context, undoing: Posting): Posting {
  const { state } = context;
  const { relatedEntryId, logTypeId } = undoing.draft;
  if (state.coupons === null || relatedEntryId === null) return undoing;
  const refuseUndoing = (couponUsed = false) => refuseWhole(context, relatedEntryId, couponUsed);
  // A refund whose coupon is void cannot be undone: the coupon would be missing.
  for (const { voidedByEntryId } of state.coupons.issued.values())
    if (voidedByEntryId === relatedEntryId) refuseUndoing();
  // Nor can one of the returns that made a bill whole, once its coupon has ended.
  for (const { entryId } of undoing.reversals)
    if (state.coupons.issued.get(entryId)?.voidedByEntryId != null && !isGivenBack(undoing, entryId))
      refuseUndoing();
  const coupon = state.coupons.issued.get(relatedEntryId);
  if (coupon === undefined || coupon.state === "void") return undoing;
  const isWhole = logTypeId === LOG_TYPE.cancellation || isGivenBack(undoing, relatedEntryId);
  if (!isWhole) return logTypeId === LOG_TYPE.refund ? refuseUndoing() : undoing;
  if (coupon.state === "used")
    return state.programme.usedCouponPolicy === "refuse" ? refuseUndoing(true) : undoing;
  return { ...undoing, voidsCouponOf: relatedEntryId };
}

function refuseWhole(
  { command, wallet, record = wallet }: Context,
  entryId: number,
  couponUsed: boolean,
): never {
  if (command.type !== "cancel") return refuse(1402, {});
  return refuseForGood(command, { ...ownEntry(record, entryId, command.actor), couponUsed });
}

function isGivenBack({ reversals }: Posting, entryId: number): boolean {
  return reversals.some(
    ({ entryId: given, givenBack, taken, openRefunds }) =>
      given === entryId && givenBack === taken && openRefunds > 0,
  );
}

/** Keeps what a posting did to coupons, so that the next command of the batch is decided on it. */
export function applyCoupons(
  { coupons }: LedgerState,
  wallet: WalletState,
  posting: Posting,
  entry: Entry,
): void {
  if (coupons === null) return;
  const { coupon, voidsCouponOf } = posting;
  if (coupon !== undefined) {
    const { number, template, validFrom, validUntil } = coupon;
    const walletId = entry.actorWalletId ?? wallet.id;
    coupons.issued.set(entry.id, {
      ...{ number, walletId, validFrom, validUntil, template },
      ...{ state: "issued", issuedByEntryId: entry.id, voidedByEntryId: null },
    });
    takeFromStock(coupons.templates, template.offerNumber, coupon.isTest ? 0 : 1);
  }
  const ended = voidsCouponOf === undefined ? undefined : coupons.issued.get(voidsCouponOf);
  if (ended !== undefined && voidsCouponOf !== undefined) {
    coupons.issued.set(voidsCouponOf, { ...ended, state: "void", voidedByEntryId: entry.id });
    takeFromStock(coupons.templates, ended.template.offerNumber, wallet.sandboxId === null ? -1 : 0);
  }
}

/** The coupon that an entry issued or ended, as it was then; null: there is none. */
export function couponAfter({ coupons }: LedgerState, entry: Entry): Coupon | null {
  if (coupons === null) return null;
  const issued = coupons.issued.get(entry.id);
  if (issued !== undefined) return { ...issued, state: "issued", voidedByEntryId: null };
  const ended = entry.relatedEntryId === null ? undefined : coupons.issued.get(entry.relatedEntryId);
  return ended?.voidedByEntryId === entry.id ? { ...ended, state: "void" } : null;
}

function takeFromStock(templates: Map<number, CouponTemplate>, offer: number, count: number): void {
  const template = templates.get(offer);
  if (template === undefined || template.stockLeft === null) return;
  templates.set(offer, { ...template, stockLeft: template.stockLeft - count });
}

/** Whether coupons of it are issued to customers of the actor's merchant on this day. */
function isOffered(
  { state, merchantId, validUntil }: CouponTemplate,
  { actor }: Pick<RedeemCommand, "actor">,
  today: string,
): boolean {
  return (
    state === "live" &&
    (merchantId === null || merchantId === actor.merchantId) &&
    (validUntil === null || validUntil >= today)
  );
}

function couponOf(template: CouponTemplate, { sandboxId }: WalletState, today: string): CouponDraft {
  return { number: "", template, ...validityOf(template, today), isTest: sandboxId !== null };
}
