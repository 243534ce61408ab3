import type { CouponDone } from "@/lib/areas/coupons/use-coupon";
import { COUPON_REFERENCES, ENROL_REFERENCES } from "@/lib/ledger/rules/command-facts";
import type { CancelCommand } from "@/lib/ledger/rules/commands";
import { DomainError, isDomainError } from "@/lib/ledger/rules/errors";
import { CHANNEL } from "@/lib/ledger/rules/types";
import type { CouponAct } from "@/lib/ledger/with/coupons/references";
import { couponSuccess } from "./envelopes";
import type { IntegrationResponse } from "./message";
import { branchOf, type Common, movementAnswer } from "./movement";
import type { Call } from "./operation";
import { shownTo } from "./strangers";
import { clientActorOf } from "./use-coupon";

interface Asked {
  body: { WalletCode: string; BranchMsisdn: string; InvoiceNumber: string | null; Comment: string | null };
  common: Common;
  command: unknown;
}

/**
 * Cancels by reference: the use of a coupon is taken back here, a wallet that was opened is refused, everything else is done by `carryOut` in the
 * ledger (rules.md §7). A reference that the ledger does not know is looked for among coupons and enrolments once more: it may have come meanwhile.
 */
export async function cancelWithoutEntryOr(
  call: Call,
  asked: Asked,
  carryOut: () => Promise<IntegrationResponse>,
): Promise<IntegrationResponse> {
  const command = asked.command as CancelCommand;
  const early = await undoCoupon(call, asked, command);
  if (early !== null) return answerOf(call, early);
  await refuseEnrolled(call, asked, command);
  try {
    return await carryOut();
  } catch (error) {
    if (!isDomainError(error) || error.code !== 1401) throw error;
    const late = await undoCoupon(call, asked, command);
    if (late === null) {
      await refuseEnrolled(call, asked, command, true);
      throw error;
    }
    return answerOf(call, late);
  }
}

async function answerOf(call: Call, { coupon, wallet, isReplay }: CouponDone): Promise<IntegrationResponse> {
  const envelope = couponSuccess(await shownTo(call.client, wallet), coupon, call.wire);
  return movementAnswer({ replayed: isReplay }, envelope);
}

/** Takes the use of a coupon back that the reference means; null: it means none. Throws 1411, 1412, 1414, 1417, 1421, 1501, 1702. */
export async function undoCoupon(
  call: Call,
  { body, common }: Pick<Asked, "body" | "common">,
  command: CancelCommand,
  isDry = false,
): Promise<CouponDone | null> {
  const { services, client } = call;
  const { target, reference } = command;
  if ("entryId" in target) return null;
  const { originalKey: key, operation } = target;
  const isMeant = (act: CouponAct) =>
    operation === undefined || COUPON_REFERENCES[act.kind === "used" ? "use" : "cancellation"] === operation;
  const acts = (await services.couponActs({ userId: client.userId, key })).filter(isMeant);
  const [act] = acts.filter(({ kind }) => kind === "used").concat(acts);
  if (act === undefined || act.walletCode !== body.WalletCode) return null;
  const { walletCode, contactMsisdn } = common;
  const wallet = await services.findWallet({ walletCode, contactMsisdn }, client.sandbox);
  if (wallet === null) return null;
  const before = reference && (await services.couponActs({ userId: client.userId, key: reference.key }));
  const isRetry = before?.some(({ kind }) => kind === "reopened") ?? false;
  if (!isRetry) {
    const entry = operation === undefined ? await standingOf(call, command) : "none";
    if (entry === "undoable" && act.isOpen) throw new DomainError(1417, {}, { wallet });
    if (entry !== "none" && !act.isOpen) return null;
    if (act.kind !== "used") throw new DomainError(1414, { operation: "CancelCoupon" }, { wallet });
    if (!act.isOpen) throw new DomainError(1411, {}, { wallet });
  }
  const { branch, refusal } = branchOf(call, body);
  const undone = services.cancelCoupon(clientActorOf(call), {
    ...{ via: "api", clientId: client.id, channelId: CHANNEL.posApi, ends: false },
    walletCode,
    contactMsisdn,
    number: act.number,
    branch: branch === undefined ? null : { id: branch.id, merchantId: client.merchantId },
    invoiceNumber: body.InvoiceNumber ?? undefined,
    comment: body.Comment ?? undefined,
    reference,
    sandbox: client.sandbox,
    refusalUnlessReplay: refusal === null ? null : { code: refusal, parameters: {} },
    isDry,
  });
  return undone.catch((error: unknown) => {
    // Another request took it back in the same moment.
    const isUnused =
      isDomainError(error) &&
      error.code === 1421 &&
      "reason" in error.params &&
      error.params.reason === "unused";
    throw isUnused ? new DomainError(1411, {}, { wallet }) : error;
  });
}

/** Throws 1414 where the reference means an enrolment, and no entry (`isLate`: known already, and an enrolment may have been under way). */
export async function refuseEnrolled(
  call: Call,
  { common: { walletCode, contactMsisdn } }: Pick<Asked, "common">,
  command: CancelCommand,
  isLate = false,
): Promise<void> {
  const { services, client } = call;
  const { target } = command;
  if ("entryId" in target) return;
  const { originalKey: key, operation = ENROL_REFERENCES } = target;
  if (operation !== ENROL_REFERENCES) return;
  if ((await services.walletOpenedBy({ userId: client.userId, key, waits: isLate })) === null) return;
  const wallet = await services.findWallet({ walletCode, contactMsisdn }, client.sandbox);
  if (wallet === null) return;
  const isMeant = isLate || target.operation !== undefined || (await standingOf(call, command)) === "none";
  if (isMeant) throw new DomainError(1414, { operation: "Enrol" }, { wallet });
}

/** Whether the reference means entries as well, and one that can be undone. */
async function standingOf(
  { services }: Call,
  command: CancelCommand,
): Promise<"undoable" | "known" | "none"> {
  try {
    await services.ledger.quote(command);
    return "undoable";
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return error.code === 1401 ? "none" : "known";
  }
}
