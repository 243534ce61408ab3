import { z } from "zod";
import type { PostedEntry } from "@/lib/ledger/core/decision";
import { DomainError } from "@/lib/ledger/core/errors";
import { CHANNEL, LOG_TYPE, type LogTypeId } from "@/lib/ledger/core/types";
import { inUnits } from "@/lib/platform/money";
import { transactionSuccess } from "./envelopes";
import {
  FIELDS,
  FORMER_KEY_LENGTH_MAX,
  optionalOneOf,
  optionalPositiveInteger,
  optionalText,
} from "./fields";
import type { IntegrationResponse } from "./message";
import { ANY_BODY, branchOf, changeOf, movementAnswer } from "./movement";
import { MOVEMENT_NAMES, MOVEMENTS } from "./movements";
import type { Call, Operation } from "./operation";
import { requestReader } from "./read-request";
import { transactionResponseSchema } from "./response-schemas";

/** Request of GetTransaction (rules.md §13). One of TransactionId and ExternalLogId is required. */
export const getTransactionRequestSchema = z
  .object({
    WalletCode: FIELDS.WalletCode,
    ContactMsisdn: FIELDS.ContactMsisdn,
    BranchMsisdn: FIELDS.BranchMsisdn,
    TransactionId: optionalPositiveInteger(Number.MAX_SAFE_INTEGER, {
      description: "`pointsLog.id` of the entry. Required unless `ExternalLogId` is sent.",
      example: 48213,
    }),
    ExternalLogId: optionalText(FORMER_KEY_LENGTH_MAX, {
      description: "`ExternalLogId` (or `Idempotency-Key`) that the operation was sent with.",
      example: "POS1-20261121-000123",
    }),
    Operation: optionalOneOf(MOVEMENT_NAMES, {
      description: "Which operation `ExternalLogId` was sent with, where it was sent with several.",
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
    "Answers with the entry as it was first answered and, in `transaction`, what has become of it. By a reference, for a till that lost the answer: 1505 when nothing with it has arrived, 1416 when a Cancel closed it before it arrived, 1417 when several operations were sent with it. 1505 is true now; only a Cancel by the reference keeps a late request from being carried out.",
  request: getTransactionRequestSchema,
  moves: null,
  response: transactionResponseSchema,
  codes: [...ANY_BODY, 1201, 1401, 1416, 1417, 1501, 1505],
  answer,
} as const satisfies Operation;

const reader = requestReader(getTransactionRequestSchema);

/** Of these points can be given back: by Refund of a redemption, by ReturnReward of a reward. */
const GIVEN_BACK: ReadonlySet<LogTypeId> = new Set([LOG_TYPE.redemption, LOG_TYPE.reward]);

async function answer(call: Call): Promise<IntegrationResponse> {
  const { body } = await reader.readNow(call);
  const { TransactionId: entryId, ExternalLogId: key } = body;
  if (entryId === null && key === null) throw new DomainError(1001, { field: "TransactionId" });
  const { refusal } = branchOf(call, body);
  if (refusal !== null) throw new DomainError(refusal);
  const names = body.Operation === null ? MOVEMENT_NAMES : [body.Operation];
  const { posted, ...fate } = await call.services.ledger.recall({
    walletCode: body.WalletCode,
    contactMsisdn: body.ContactMsisdn,
    actor: call.client,
    entryId,
    reference:
      key === null ? null : { key, operations: [...new Set(names.map((name) => MOVEMENTS[name].logTypeId))] },
  });
  const { entry, isExpired } = posted;
  const isOpen = GIVEN_BACK.has(entry.logTypeId) && fate.cancelledByEntryId === null;
  const isPurchase = entry.logTypeId === LOG_TYPE.redemption && posted.coupon !== null;
  const envelope = transactionSuccess(
    { isExpired, ...changeOf(posted) },
    {
      operation: isPurchase ? "IssueCoupon" : operationOf(posted),
      remainingPoints: isOpen ? entry.amount - fate.givenBack : 0,
      refundedPoints: fate.givenBack,
      refundedValue: inUnits(fate.givenBackValue),
      cancelledByEntryId: fate.cancelledByEntryId,
      ...asideOf(posted),
    },
    call.wire,
  );
  return movementAnswer({}, envelope);
}

/** The operation that made an entry; null for what none of them did. */
function operationOf({ entry, related }: PostedEntry): string | null {
  const isOfHold = related?.logTypeId === LOG_TYPE.hold;
  if (entry.logTypeId === LOG_TYPE.redemption && isOfHold) return "Capture";
  if (entry.logTypeId === LOG_TYPE.release)
    return isOfHold && entry.channelId !== CHANNEL.system ? "Release" : null;
  return MOVEMENT_NAMES.find((name) => MOVEMENTS[name].logTypeId === entry.logTypeId) ?? null;
}

/** Points that an entry set aside, and their state now (rules.md §19). */
function asideOf({ aside }: PostedEntry) {
  const nothing = { pendingPoints: 0, usableFrom: null, holdState: null, endedByLogId: null };
  if (aside === null) return nothing;
  return "ripensOn" in aside
    ? { ...nothing, pendingPoints: aside.points, usableFrom: aside.ripensOn }
    : { ...nothing, holdState: aside.state, endedByLogId: aside.endedByEntryId };
}
