import { z } from "zod";
import { FIELDS, IDEMPOTENCY_KEY_LENGTH_MAX, optionalPositiveInteger, optionalText } from "./fields";

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
    OriginalExternalLogId: optionalText(IDEMPOTENCY_KEY_LENGTH_MAX, {
      description:
        "`ExternalLogId` (or `Idempotency-Key`) of the operation to undo, for a caller that never got its answer.",
      example: "POS1-20261121-000123",
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
  .meta({ id: "CancelRequest" });
export type CancelRequest = z.output<typeof cancelRequestSchema>;

function namesAnEntry(body: Readonly<Record<string, unknown>>): boolean {
  return isGiven(body.TransactionId) || isGiven(body.OriginalExternalLogId);
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
