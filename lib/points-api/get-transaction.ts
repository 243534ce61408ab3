import { z } from "zod";
import type { ReferenceSpace } from "@/lib/ledger/rules/command-facts";
import type { PostedEntry } from "@/lib/ledger/rules/decision";
import { DomainError, isDomainError } from "@/lib/ledger/rules/errors";
import type { LogTypeId } from "@/lib/ledger/rules/types";
import type { Recalled } from "@/lib/ledger/run/recall";
import { holdStateAt } from "@/lib/ledger/with/aside/words";
import { findCoupon } from "@/lib/ledger/with/coupons/lookup";
import { type CouponAct, STATE_AFTER_ACT } from "@/lib/ledger/with/coupons/references";
import { portalPool } from "@/lib/platform/database/pg-pools";
import { inUnits } from "@/lib/platform/money";
import { refuseExpiredCustomer } from "./customer-value";
import { couponSuccess, transactionSuccess, transactionWithoutEntry, walletSuccess } from "./envelopes";
import { FORMER_KEY_LENGTH_MAX, optionalOneOf, optionalPositiveInteger, optionalText } from "./fields";
import type { IntegrationResponse } from "./message";
import { ANY_BODY, branchOf, changeOf, movementAnswer } from "./movement";
import { COUPON_ACTS, MOVEMENTS, OPENINGS } from "./movements";
import type { Call, Operation } from "./operation";
import { requestReader } from "./read-request";
import { POINTS_REFUSAL } from "./refusal-forms";
import { transactionResponseSchema } from "./response-schemas";
import { FIELDS } from "./shared-fields";
import { shownTo } from "./strangers";

const RECALLED = { ...MOVEMENTS, ...COUPON_ACTS, ...OPENINGS } as const;
type RecalledName = keyof typeof RECALLED;

/** Request of GetTransaction (rules.md §13). One of TransactionId and ExternalLogId is required. */
export const getTransactionRequestSchema = z
  .object({
    WalletCode: FIELDS.WalletCode,
    ContactMsisdn: FIELDS.ContactMsisdn,
    BranchMsisdn: FIELDS.BranchMsisdn,
    TransactionId: optionalPositiveInteger(Number.MAX_SAFE_INTEGER, {
      help: {
        en: "`pointsLog.id` of the entry. Required unless `ExternalLogId` is sent.",
        ar: "`pointsLog.id` للقيد. مطلوب ما لم يُرسل `ExternalLogId`.",
      },
      inLog: "shown",
      example: 48213,
    }),
    ExternalLogId: optionalText(FORMER_KEY_LENGTH_MAX, {
      help: {
        en: "`ExternalLogId` (or `Idempotency-Key`) that the operation was sent with.",
        ar: "`ExternalLogId` (أو `Idempotency-Key`) الذي أُرسلت به العملية.",
      },
      inLog: "shown",
      example: "POS1-20261121-000123",
    }),
    Operation: optionalOneOf(Object.keys(RECALLED) as [RecalledName, ...RecalledName[]], {
      help: {
        en: "Which operation `ExternalLogId` was sent with, where it was sent with several.",
        ar: "العملية التي أُرسل بها `ExternalLogId` إذا كان قد أُرسل مع أكثر من عملية.",
      },
      inLog: "shown",
      example: "Reward",
    }),
  })
  .meta({ id: "GetTransactionRequest" });

/** Finds an entry again, and says what has become of it (rules.md §13). */
export const getTransaction = {
  name: "GetTransaction",
  method: "POST",
  scope: "wallet",
  summary: { en: "Find a transaction again", ar: "تجد القيد وما صار إليه" },
  description:
    "Answers with the entry as it was first answered and, in `transaction`, what has become of it. By a reference, for a till that lost the answer: 1505 when nothing with it has arrived, 1416 when a Cancel closed it before it arrived, 1417 when several operations were sent with it. The use of a coupon has no entry: `couponDetails` names the coupon, and `pointsLog` is null. An enrolment has none either. 1505 is true now; only a Cancel by the reference keeps a late request from being carried out.",
  request: getTransactionRequestSchema,
  moves: null,
  repeated: "anew",
  certification: null,
  refused: POINTS_REFUSAL,
  sample: { after: ["RedeemUser"], keeps: null },
  response: transactionResponseSchema,
  codes: [...ANY_BODY, 1201, 1401, 1416, 1417, 1501, 1505],
  answer,
} as const satisfies Operation;

const reader = requestReader(getTransactionRequestSchema);

/** Kinds of entries of which an operation gives points back. */
const GIVEN_BACK: ReadonlySet<LogTypeId | null> = new Set(
  Object.values(MOVEMENTS).map(({ givesBackOf }) => givesBackOf),
);

async function answer(call: Call): Promise<IntegrationResponse> {
  const { body } = await reader.read(call);
  const { TransactionId: entryId, ExternalLogId: key } = body;
  if (key === null) refuseExpiredCustomer(call);
  if (entryId === null && key === null) throw new DomainError(1001, { field: "TransactionId" });
  const { refusal } = branchOf(call, body);
  if (refusal !== null) throw new DomainError(refusal);
  const { client, services } = call;
  const names = body.Operation === null ? (Object.keys(RECALLED) as RecalledName[]) : [body.Operation];
  const spaces = [...new Set(names.map((name): ReferenceSpace => RECALLED[name].moves.references))];
  const acts =
    key === null ? [] : (await services.couponActs({ userId: client.userId, key })).filter(isOf(names));
  const entryOf = () =>
    services.ledger.recall({
      walletCode: body.WalletCode,
      contactMsisdn: body.ContactMsisdn,
      actor: client,
      entryId,
      reference: key === null ? null : { key, operations: spaces },
    });
  const [act] = acts;
  const opened =
    key === null || act !== undefined || !names.includes("Enrol")
      ? null
      : await services.walletOpenedBy({ userId: client.userId, key });
  if (opened !== null) return enrolmentAnswer(call, { body, opened }, entryOf);
  if (act === undefined || entryId !== null) return entryAnswer(call, await entryOf());
  const other = await entryOf().catch(orNothing);
  const wallet = await services.findWallet(
    { walletCode: body.WalletCode, contactMsisdn: body.ContactMsisdn },
    client.sandbox,
  );
  if (wallet === null) throw new DomainError(1201);
  if (other !== null || acts.length > 1) throw new DomainError(1417, {}, { wallet });
  if (act.walletCode !== wallet.walletCode) throw new DomainError(1501, {}, { wallet });
  const coupon = await findCoupon(portalPool(), act.number);
  if (coupon === null) throw new Error("The coupon of an act is gone");
  const told = { operation: operationOfAct(act), isCancelled: act.kind === "used" && !act.isOpen };
  const then = { ...coupon, state: STATE_AFTER_ACT[act.kind] };
  const envelope = couponSuccess(await shownTo(client, wallet), then, call.wire);
  return movementAnswer({}, transactionWithoutEntry(envelope, told));
}

/** An enrolment has no entry: the answer has the wallet, and says which operation the reference was sent with. */
async function enrolmentAnswer(
  call: Call,
  { body, opened }: { body: { WalletCode: string; ContactMsisdn: string }; opened: number },
  entryOf: () => Promise<Recalled>,
): Promise<IntegrationResponse> {
  const { client, services, wire } = call;
  const other = await entryOf().catch(orNothing);
  const by = { walletCode: body.WalletCode, contactMsisdn: body.ContactMsisdn };
  const wallet = await services.findWallet(by, client.sandbox);
  if (wallet === null) throw new DomainError(1201);
  if (other === null && wallet.id !== opened) throw new DomainError(1501, {}, { wallet });
  if (other !== null) throw new DomainError(1417, {}, { wallet });
  const told = { operation: OPENINGS.Enrol.name, isCancelled: false };
  return movementAnswer(
    {},
    transactionWithoutEntry(walletSuccess(await shownTo(client, wallet), wire), told),
  );
}

const doesOf = (name: RecalledName): readonly CouponAct["kind"][] => RECALLED[name].moves.couponActs;

/** Acts on coupons that one of the named operations did. */
function isOf(names: readonly RecalledName[]): (act: CouponAct) => boolean {
  return ({ kind }) => names.some((name) => doesOf(name).includes(kind));
}

function operationOfAct({ kind }: Pick<CouponAct, "kind">): string | null {
  return Object.values(COUPON_ACTS).find(({ name }) => doesOf(name).includes(kind))?.name ?? null;
}

function orNothing(error: unknown): null {
  // Only a coupon or an enrolment has the reference: no entry has it, whether a Cancel closed it for entries or not.
  if (isDomainError(error) && (error.code === 1505 || error.code === 1416 || error.code === 1501))
    return null;
  throw error;
}

async function entryAnswer(
  { client, wire, now }: Call,
  { posted, ...fate }: Recalled,
): Promise<IntegrationResponse> {
  const { entry, isExpired } = posted;
  const isOpen = GIVEN_BACK.has(entry.logTypeId) && fate.cancelledByEntryId === null;
  const envelope = transactionSuccess(
    { isExpired, ...changeOf(posted), wallet: await shownTo(client, posted.wallet) },
    {
      operation: operationOf(posted),
      remainingPoints: isOpen ? entry.amount - fate.givenBack : 0,
      refundedPoints: fate.givenBack,
      refundedValue: inUnits(fate.givenBackValue),
      cancelledByEntryId: fate.cancelledByEntryId,
      ...asideOf(posted, now),
    },
    wire,
  );
  return movementAnswer({}, envelope);
}

/** The operation that made an entry; null for what none of them did. */
function operationOf(posted: PostedEntry): string | null {
  if (posted.bill !== null) return MOVEMENTS.Settle.name;
  const found = Object.values(MOVEMENTS).find(
    ({ logTypeId, made }) => logTypeId === posted.entry.logTypeId && (made === null || made(posted)),
  );
  return found?.name ?? null;
}

/** Points that an entry set aside, and their state now (rules.md §19). */
function asideOf({ aside }: PostedEntry, now: Date) {
  const nothing = { pendingPoints: 0, usableFrom: null, holdState: null, endedByLogId: null };
  if (aside === null) return nothing;
  return "ripensOn" in aside
    ? { ...nothing, pendingPoints: aside.points, usableFrom: aside.ripensOn }
    : { ...nothing, holdState: holdStateAt(aside, now), endedByLogId: aside.endedByEntryId };
}
