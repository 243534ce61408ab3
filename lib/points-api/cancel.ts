import { z } from "zod";
import type { CancelCommand } from "@/lib/ledger/core/commands";
import { DomainError } from "@/lib/ledger/core/errors";
import { LOG_TYPE } from "@/lib/ledger/core/types";
import {
  FIELDS,
  FORMER_KEY_LENGTH_MAX,
  optionalOneOf,
  optionalPositiveInteger,
  optionalText,
} from "./fields";
import { movement } from "./movement";
import { pointsResponseSchema } from "./response-schemas";

/** Request of Cancel (rules.md §7). One of TransactionId and OriginalExternalLogId is required. */
export const cancelRequestSchema = z
  .object({
    WalletCode: FIELDS.WalletCode,
    ContactMsisdn: FIELDS.ContactMsisdn,
    BranchMsisdn: FIELDS.BranchMsisdn,
    TransactionId: optionalPositiveInteger(Number.MAX_SAFE_INTEGER, {
      description: "`pointsLog.id` of the entry to undo. Required unless `OriginalExternalLogId` is sent.",
      example: 48213,
    }),
    OriginalExternalLogId: optionalText(FORMER_KEY_LENGTH_MAX, {
      description:
        "`ExternalLogId` (or `Idempotency-Key`) of the operation to undo, for a caller that never got its answer.",
      example: "POS1-20261121-000123",
    }),
    OriginalOperation: optionalOneOf(["Reward", "RedeemUser", "Refund"], {
      description:
        "Which operation `OriginalExternalLogId` means, where one receipt's number stands on several. Without it the only one that can still be cancelled is meant.",
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

/** Undoes a whole redemption, reward or refund (interface.md §4.4; rules.md §7). */
export const cancel = movement({
  name: "Cancel",
  scope: "cancel",
  logTypeId: LOG_TYPE.cancellation,
  summary: { en: "Undo a whole entry", ar: "تلغي قيدًا كله" },
  description:
    "Undoes a redemption, a reward or a refund as if it had never been. A caller that never got an answer names the operation by `OriginalExternalLogId`; if that operation never arrived the answer is 1401, and should it arrive later it is refused with 1416. `TransactionId` and `OriginalExternalLogId` must name the same entry (1002).",
  request: cancelRequestSchema,
  response: pointsResponseSchema,
  asked: "cancel",
  command: (_call, body, common) => ({
    type: "cancel",
    target: targetOf(body),
    invoiceNumber: body.InvoiceNumber ?? undefined,
    comment: body.Comment ?? undefined,
    ...common,
  }),
});

const OPERATIONS = {
  Reward: LOG_TYPE.reward,
  RedeemUser: LOG_TYPE.redemption,
  Refund: LOG_TYPE.refund,
} as const;

function targetOf(body: z.output<typeof cancelRequestSchema>): CancelCommand["target"] {
  const { TransactionId: entryId, OriginalExternalLogId: originalKey, OriginalOperation } = body;
  const operation = OriginalOperation === null ? undefined : OPERATIONS[OriginalOperation];
  if (entryId !== null) return { entryId, originalKey: originalKey ?? undefined, operation };
  if (originalKey !== null) return { originalKey, operation };
  throw new DomainError(1001, { field: "TransactionId" });
}

function namesAnEntry(body: Readonly<Record<string, unknown>>): boolean {
  return isGiven(body.TransactionId) || isGiven(body.OriginalExternalLogId);
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
