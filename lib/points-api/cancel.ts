import { z } from "zod";
import { noteCoupons } from "@/lib/areas/coupons/note-coupons";
import type { ReferenceSpace } from "@/lib/ledger/rules/command-facts";
import type { CancelCommand } from "@/lib/ledger/rules/commands";
import { DomainError, type ErrorParameters, isDomainError } from "@/lib/ledger/rules/errors";
import { LOG_TYPE } from "@/lib/ledger/rules/types";
import { cancelWithoutEntryOr, refuseEnrolled, undoCoupon } from "./cancel-without-entry";
import { pointsSuccess } from "./envelopes";
import { FORMER_KEY_LENGTH_MAX, optionalOneOf, optionalPositiveInteger, optionalText } from "./fields";
import { changeOf, movement } from "./movement";
import type { Operation } from "./operation";
import { COUPON_REFUSED, POINTS_REFUSAL } from "./refusal-forms";
import { cancelResponseSchema } from "./response-schemas";
import { FIELDS } from "./shared-fields";
import { clientActorOf } from "./use-coupon";

type Undone = Readonly<Record<string, Pick<Operation, "name" | "moves">>>;

const OWN = { name: "Cancel", logTypeId: LOG_TYPE.cancellation } as const;

/** Request of Cancel (rules.md §7). One of TransactionId and OriginalExternalLogId is required. */
const cancelRequestSchema = (names: [string, ...string[]]) =>
  z
    .object({
      WalletCode: FIELDS.WalletCode,
      ContactMsisdn: FIELDS.ContactMsisdn,
      BranchMsisdn: FIELDS.BranchMsisdn,
      TransactionId: optionalPositiveInteger(Number.MAX_SAFE_INTEGER, {
        help: {
          en: "`pointsLog.id` of the entry to undo. Required unless `OriginalExternalLogId` is sent.",
          ar: "`pointsLog.id` للقيد المطلوب إلغاؤه. مطلوب ما لم يُرسل `OriginalExternalLogId`.",
        },
        inLog: "shown",
        example: 48213,
      }),
      OriginalExternalLogId: optionalText(FORMER_KEY_LENGTH_MAX, {
        help: {
          en: "`ExternalLogId` (or `Idempotency-Key`) of the operation to undo, for a caller that never got its answer.",
          ar: "`ExternalLogId` (أو `Idempotency-Key`) للعملية المطلوب إلغاؤها، لمن لم يصله ردها.",
        },
        inLog: "shown",
        example: "POS1-20261121-000123",
      }),
      OriginalOperation: optionalOneOf(names, {
        help: {
          en: "Which operation `OriginalExternalLogId` means, where one receipt's number stands on several. Without it the only one that can still be cancelled is meant.",
          ar: "العملية المقصودة بالحقل `OriginalExternalLogId` إذا كان رقم الإيصال نفسه على أكثر من عملية. بدونه تكون العملية الوحيدة التي ما زال إلغاؤها ممكنًا.",
        },
        inLog: "shown",
        example: "Reward",
      }),
      ExternalLogId: FIELDS.OptionalExternalLogId,
      InvoiceNumber: FIELDS.InvoiceNumber,
      Comment: FIELDS.Comment,
    })
    .refine(namesAnEntry, {
      path: ["TransactionId"],
      // Runs even when other fields are wrong: what is missing is reported before what is refused.
      when: () => true,
    })
    .meta({
      id: "CancelRequest",
      // The same said to generators of clients.
      anyOf: [
        { required: ["TransactionId"], properties: { TransactionId: { type: "integer" } } },
        {
          required: ["OriginalExternalLogId"],
          properties: { OriginalExternalLogId: { type: "string", minLength: 1 } },
        },
      ],
    });

export type CancelRequest = z.output<ReturnType<typeof cancelRequestSchema>>;

/**
 * Undoes one operation of the client (interface.md §4.4; rules.md §7). Which operations a reference may name, and how each is undone, follows
 * from their declarations.
 */
export function cancelOf(others: Undone) {
  const spaces = new Map<string, ReferenceSpace>(
    Object.values(others).flatMap(({ name, moves }) => (moves === null ? [] : [[name, moves.references]])),
  );
  spaces.set(OWN.name, OWN.logTypeId);
  const names = [...spaces.keys()] as [string, ...string[]];
  const targetOf = (body: CancelRequest): CancelCommand["target"] => {
    const { TransactionId: entryId, OriginalExternalLogId: originalKey, OriginalOperation } = body;
    const operation = OriginalOperation === null ? undefined : spaces.get(OriginalOperation);
    if (entryId !== null) return { entryId, originalKey: originalKey ?? undefined, operation };
    if (originalKey !== null) return { originalKey, operation };
    throw new DomainError(1001, { field: "TransactionId" });
  };
  const named = (error: unknown): never => {
    if (!isDomainError(error) || error.code !== 1414) throw error;
    const { logTypeId, couponUsed, ...params } = error.params as ErrorParameters<1414>;
    const isBought = couponUsed && logTypeId === LOG_TYPE.redemption;
    const operation = isBought ? "IssueCoupon" : names.find((name) => spaces.get(name) === logTypeId);
    throw new DomainError(1414, { operation, logTypeId, ...params }, error.details);
  };
  return movement({
    ...OWN,
    scope: "cancel",
    moves: {
      undo: "never",
      couponActs: ["reopened"],
      answers: "always",
      trials: { 1415: true, 1501: false, 1702: false, 1703: false, 1704: false },
    },
    made: null,
    givesBackOf: null,
    certification: "cancel",
    refused: { ...POINTS_REFUSAL, ownExamples: { 1414: {}, 1421: COUPON_REFUSED } },
    sample: { after: ["Reward"], keeps: null },
    namesEarlier: ({ OriginalExternalLogId }) => OriginalExternalLogId !== null,
    summary: { en: "Undo a whole entry", ar: "تلغي قيدًا كله" },
    description:
      "Undoes what one operation did, as if it had never been: a redemption, a reward, a refund or a return of goods is cancelled, a hold released, the use of a coupon taken back. A caller that never got an answer names the operation by `OriginalExternalLogId`; if none with that reference was carried out the answer is 1401, and should it arrive later it is refused with 1416, whichever operation it is. What cannot be undone is refused with 1414, and `transaction` names it. `TransactionId` and `OriginalExternalLogId` must name the same entry (1002).",
    request: cancelRequestSchema(names),
    response: cancelResponseSchema,
    asked: "cancel",
    alsoRefuses: [1421],
    command: (call, body, common) => ({
      type: "cancel",
      target: targetOf(body),
      invoiceNumber: body.InvoiceNumber ?? undefined,
      comment: body.Comment ?? undefined,
      noteCoupon: noteCoupons(clientActorOf(call), common),
      ...common,
    }),
    envelope: (posted, { wire }) => {
      const { related } = posted;
      const answer = pointsSuccess(changeOf(posted), wire);
      return related?.logTypeId !== LOG_TYPE.hold
        ? answer
        : { ...answer, transaction: { cancelledLogId: related.id, cancelledLogTypeId: related.logTypeId } };
    },
    quoteBeside: async (call, { body, common, command }) => {
      const undone = await undoCoupon(call, { body, common }, command as CancelCommand, true);
      if (undone === null) await refuseEnrolled(call, { common }, command as CancelCommand);
      return undone;
    },
    around: (call, asked, carryOut) => cancelWithoutEntryOr(call, asked, carryOut).catch(named),
  });
}

function namesAnEntry(body: Readonly<Record<string, unknown>>): boolean {
  return isGiven(body.TransactionId) || isGiven(body.OriginalExternalLogId);
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
