import { COUPON_REFERENCES } from "@/lib/ledger/rules/command-facts";
import type { Reference, Refusal } from "@/lib/ledger/rules/commands";
import { DomainError, type ErrorParameters } from "@/lib/ledger/rules/errors";
import type { Sandbox } from "@/lib/ledger/rules/reach";
import { isReferenceClosed } from "@/lib/ledger/rules/references";
import type { ChannelId } from "@/lib/ledger/rules/types";
import { standingRefusal } from "@/lib/ledger/run/allowance";
import { findCoupon, type KeptCoupon, readUse } from "@/lib/ledger/with/coupons/lookup";
import { type CouponActKind as Kind, STATE_AFTER_ACT } from "@/lib/ledger/with/coupons/references";
import {
  couponProblem,
  isBelowLeastBill,
  isCouponOf,
  isReopenedTooLate,
  reopeningProblem,
} from "@/lib/ledger/with/coupons/use";
import { type CouponProblem, worthOf } from "@/lib/ledger/with/coupons/words";
import { countCoupon, lockCouponDays } from "@/lib/ledger/with/limits/coupons";
import type { Shares } from "@/lib/ledger/with/limits/words";
import type { Money } from "@/lib/platform/money";
import { formatLocalDate } from "@/lib/platform/time";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { type Act, actForClient, administer, noteWeighed } from "@/lib/portal/acts/administer";
import type { WalletAdminContext } from "@/lib/portal/acts/context";
import { readShares } from "@/lib/portal/acts/new-rights";
import type { AdminAction } from "@/lib/portal/acts/permissions";
import { lockWallets, readWallet, type Wallet } from "@/lib/wallet/read";

export interface CouponInput {
  /** "api": the actor is an API client (`clientActor`), whose scope was checked. */
  via: "api" | "till";
  /** The API client. */
  clientId?: number | undefined;
  channelId: ChannelId;
  walletCode: string;
  /** E.164. When given it must be the wallet's own. */
  contactMsisdn?: string | undefined;
  /** As it is kept: 16 characters. */
  number: string;
  /** The branch that acts, and its merchant. */
  branch: { id: number; merchantId: number } | null;
  reference?: Reference | undefined;
  /** The bill that it is used on; absent: its user looks at the least bill. */
  bill?: Money | undefined;
  invoiceNumber?: string | undefined;
  comment?: string | undefined;
  sandbox?: Sandbox | undefined;
  /** A quote: decided as it would be, and nothing of it stays. */
  isDry?: boolean;
  /** Known before: refused with it unless it is a retry. */
  refusalUnlessReplay?: Refusal | null;
}

export interface CouponDone {
  coupon: KeptCoupon;
  /** As it stands. */
  wallet: Wallet;
  isReplay: boolean;
}

/**
 * Uses a coupon: once, whatever is tried at the same time, and under a reference once however often it is sent (rules.md §22). One without
 * a wallet becomes that of whoever shows it. Its worth counts in the day of the person who uses it (rules.md §15).
 * @throws DomainError 1201 to 1206; 1420 no coupon of this wallet; 1421 with the reason; 1501; 1702, and `refusalUnlessReplay`; AdminError forbidden
 */
export function redeemCoupon(
  context: WalletAdminContext,
  actor: AdminActor,
  input: CouponInput,
): Promise<CouponDone> {
  return carryOut(context, actor, { ...input, operation: 1, action: "coupon.redeem" }, async (act, found) => {
    const { coupon, wallet, today } = found;
    refuseUnusable(coupon, input, { wallet, today });
    refuseSmallBill(coupon, input, wallet);
    await countUse(act, found, input);
    await act.tx.$executeRawUnsafe(
      "UPDATE coupon SET state = 'used', used_at = $2, used_by_user_id = $3, used_branch_id = $4, wallet_id = $5 WHERE id = $1",
      ...[coupon.id, act.now, actor.userId, input.branch?.id ?? null, wallet.id],
    );
    return "used";
  });
}

/**
 * Takes the use of a coupon back, or with `ends` declares one void that was not used (rules.md §22). A use is taken back by the merchant
 * that took it, until the end of the days on which its till can cancel, twice at most, and counts in the day of whoever does it.
 * @throws DomainError 1201 to 1206, 1412, 1420, 1421, 1501, 1702, and `refusalUnlessReplay`; AdminError forbidden
 */
export function cancelCoupon(
  context: WalletAdminContext,
  actor: AdminActor,
  { ends, ...input }: CouponInput & { ends: boolean },
): Promise<CouponDone> {
  const action = ends ? "coupon.void" : "coupon.reopen";
  return carryOut(context, actor, { ...input, operation: 2, action }, async (act, found) => {
    const { coupon, wallet, today } = found;
    if (ends) {
      refuseUnendable(coupon, input, wallet);
      await endCoupon(act, coupon.id);
      return "voided";
    }
    await refuseUnreopenable(act, coupon, { input, wallet, today });
    await countUse(act, found, input);
    await act.tx.$executeRawUnsafe(
      "UPDATE coupon SET state = 'issued', used_at = NULL, used_by_user_id = NULL, used_branch_id = NULL WHERE id = $1",
      coupon.id,
    );
    return "reopened";
  });
}

/** Counts a coupon's worth in the day of whoever uses it or takes its use back. Test clients count nowhere. */
async function countUse(
  act: Act,
  { coupon: { template }, today, shares }: Found,
  { via, clientId, sandbox }: CouponInput,
): Promise<void> {
  noteWeighed(act);
  if (sandbox !== undefined) return;
  const breach = await countCoupon(act.tx, {
    ...{ userId: act.actor.userId, shares },
    clientId: via === "api" ? (clientId ?? null) : null,
    worth: worthOf(template),
    day: today,
  });
  if (breach !== null) throw new DomainError(1702, breach);
}

/** Declares a locked coupon void. */
export async function endCoupon({ tx, now, actor }: Act, couponId: number): Promise<void> {
  await tx.$executeRawUnsafe(
    "UPDATE coupon SET state = 'void', voided_at = $2, voided_by_user_id = $3 WHERE id = $1",
    ...[couponId, now, actor.userId],
  );
}

interface Found {
  coupon: KeptCoupon;
  wallet: Wallet;
  /** The day of the programme's zone. */
  today: string;
  shares: Shares | undefined;
}

type Doing = CouponInput & { operation: 1 | 2; action: AdminAction };

/** The reference first, then the wallet, then the coupon, by everybody in this order; what `work` did is written with it. */
function carryOut(
  context: WalletAdminContext,
  actor: AdminActor,
  doing: Doing,
  work: (act: Act, found: Found) => Promise<Kind>,
): Promise<CouponDone> {
  const run = doing.via === "api" ? actForClient : administer;
  const timeZone = context.programme.timeZone();
  return run(context, actor, doing.action, async (act) => {
    const at = { now: act.now, timeZone, sandbox: doing.sandbox };
    const seen = await findDone(act, doing);
    if (seen !== null) {
      const wallet = await readWallet(act.tx, { id: seen.walletId }, at);
      if (wallet === null) throw new Error(`Wallet ${seen.walletId} of a coupon is gone`);
      const coupon = await couponThen(act, seen);
      return { coupon, wallet, isReplay: true };
    }
    if (doing.refusalUnlessReplay) {
      const { code, parameters } = doing.refusalUnlessReplay;
      throw new DomainError(code as 1002, parameters as ErrorParameters<1002>);
    }
    const [wallet] = await lockWallets(act.tx, [doing.walletCode], at);
    if (wallet === null || (doing.contactMsisdn ?? wallet.contactMsisdn) !== wallet.contactMsisdn)
      throw new DomainError(1201);
    const space = doing.operation === 1 ? COUPON_REFERENCES.use : COUPON_REFERENCES.cancellation;
    if (await isReferenceClosed(act.tx, { userId: actor.userId, space, key: doing.reference?.key }))
      throw refusal(1416, {}, wallet);
    refuseStanding(wallet, doing.operation === 1 ? "reward" : "cancel");
    const shares = doing.via === "api" ? undefined : await readShares(act.tx, actor.userId, act.now);
    await lockCouponDays(act.tx, { userId: actor.userId, shares });
    const coupon = await findCoupon(act.tx, doing.number, { locks: true });
    if (coupon === null || !isCouponOf(coupon, wallet, doing)) throw refusal(1420, {}, wallet);
    const today = formatLocalDate(act.now, timeZone);
    const kind = await work(act, { coupon, wallet, today, shares });
    await writeEvent(act, { coupon, wallet, kind, doing });
    const after = await findCoupon(act.tx, doing.number);
    if (after === null) throw new Error(`Coupon ${coupon.id} is gone`);
    await act.record({
      subject: "coupon",
      subjectId: coupon.id,
      merchantId: doing.branch?.merchantId ?? coupon.template.merchantId,
      before: { state: coupon.state },
      after: {
        state: after.state,
        walletCode: wallet.walletCode,
        offerNumber: coupon.template.offerNumber,
        branchId: doing.branch?.id ?? null,
      },
    });
    const done = { coupon: after, wallet, isReplay: false };
    if (doing.isDry) throw new TriedOut(done);
    return done;
  }).catch((error: unknown) => {
    if (error instanceof TriedOut) return error.done;
    throw error;
  });
}

/** Ends the transaction of a quote: all that it wrote is gone. */
class TriedOut extends Error {
  constructor(readonly done: CouponDone) {
    super("A quote writes nothing");
  }
}

const LOCK_REFERENCE =
  "SELECT pg_advisory_xact_lock(hashtext('points-service coupon reference'), hashtext($1))";

interface Seen {
  coupon_id: bigint;
  kind: Kind;
  wallet_id: bigint;
  request_hash: Uint8Array;
}

/** The act under the reference; null: none. @throws DomainError 1501 */
async function findDone(
  { tx, actor }: Act,
  { reference, operation }: Doing,
): Promise<{ couponId: number; walletId: number; kind: Kind } | null> {
  if (reference === undefined) return null;
  await tx.$executeRawUnsafe(LOCK_REFERENCE, `${actor.userId} ${operation} ${reference.key}`);
  const [seen] = await tx.$queryRawUnsafe<Seen[]>(
    "SELECT coupon_id, kind, wallet_id, request_hash FROM coupon_event WHERE user_id = $1 AND operation = $2 AND key = $3",
    ...[actor.userId, operation, reference.key],
  );
  if (seen === undefined) return null;
  if (Buffer.from(seen.request_hash).toString("base64") !== reference.requestHash)
    throw new DomainError(1501, {});
  return { couponId: Number(seen.coupon_id), walletId: Number(seen.wallet_id), kind: seen.kind };
}

/** The coupon as it was answered the first time. */
async function couponThen(
  { tx }: Act,
  { couponId, kind }: { couponId: number; kind: Kind },
): Promise<KeptCoupon> {
  const [row] = await tx.$queryRawUnsafe<{ number: string }[]>(
    "SELECT number FROM coupon WHERE id = $1",
    couponId,
  );
  const coupon = row === undefined ? null : await findCoupon(tx, row.number);
  if (coupon === null) throw new Error(`Coupon ${couponId} is gone`);
  return { ...coupon, state: STATE_AFTER_ACT[kind] };
}

async function writeEvent(
  { tx, actor, now }: Act,
  { coupon, wallet, kind, doing }: { coupon: KeptCoupon; wallet: Wallet; kind: Kind; doing: Doing },
): Promise<void> {
  const { reference, branch, channelId, operation, invoiceNumber, comment } = doing;
  await tx.couponEvent.create({
    data: {
      ...{ couponId: BigInt(coupon.id), kind, walletId: BigInt(wallet.id), userId: actor.userId },
      ...{ channelId, operation, at: now },
      ...{ merchantId: branch?.merchantId ?? null, branchId: branch?.id ?? null },
      invoiceNumber: invoiceNumber ?? null,
      comment: comment ?? null,
      key: reference?.key ?? null,
      requestHash: reference === undefined ? null : Buffer.from(reference.requestHash, "base64"),
    },
  });
}

function refusal<Code extends 1202 | 1203 | 1204 | 1205 | 1206 | 1412 | 1416 | 1420 | 1421>(
  code: Code,
  parameters: ErrorParameters<Code>,
  wallet: Wallet,
): DomainError {
  return new DomainError(code as 1420, parameters as ErrorParameters<1420>, { wallet });
}

function refuseFor(reason: CouponProblem, wallet: Wallet): never {
  throw refusal(1421, { reason }, wallet);
}

function refuseStanding(wallet: Wallet, type: "reward" | "cancel"): void {
  const refused = standingRefusal(wallet, type);
  if (refused !== null) throw refusal(refused.code as 1202, {}, wallet);
}

function refuseUnusable(
  coupon: KeptCoupon,
  { branch }: CouponInput,
  { wallet, today }: Pick<Found, "wallet" | "today">,
): void {
  const reason = couponProblem(coupon, branch, today);
  if (reason !== null) refuseFor(reason, wallet);
}

function refuseSmallBill({ template }: KeptCoupon, { bill }: CouponInput, wallet: Wallet): void {
  if (bill !== undefined && isBelowLeastBill(template, bill))
    throw refusal(1421, { reason: "bill", minBill: template.minBill ?? 0 }, wallet);
}

function refuseUnendable(coupon: KeptCoupon, { branch }: CouponInput, wallet: Wallet): void {
  if (coupon.state !== "issued") refuseFor(coupon.state, wallet);
  if (coupon.issuedByEntryId !== null) refuseFor("entry", wallet);
  if (coupon.template.merchantId !== branch?.merchantId) refuseFor("merchant", wallet);
}

async function refuseUnreopenable(
  { tx }: Act,
  coupon: KeptCoupon,
  { input, wallet, today }: { input: CouponInput } & Pick<Found, "wallet" | "today">,
): Promise<void> {
  const facts = await readUse(tx, coupon.id);
  const reason = facts.isSettled
    ? "settled"
    : reopeningProblem({ ...coupon, ...facts }, input.branch?.merchantId);
  if (reason !== null) refuseFor(reason, wallet);
  const programme = await tx.programme.findFirstOrThrow();
  if (coupon.usedAt !== null && isReopenedTooLate(coupon.usedAt, today, programme))
    throw refusal(1412, {}, wallet);
}
