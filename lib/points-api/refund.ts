import { z } from "zod";
import { AMOUNT_MAX, FIELDS, optionalPositiveInteger, positiveInteger } from "./fields";

/** Request of Refund (interface.md §4.1). */
export const refundRequestSchema = z
  .object({
    WalletCode: FIELDS.WalletCode,
    ContactMsisdn: FIELDS.ContactMsisdn,
    BranchMsisdn: FIELDS.BranchMsisdn,
    Points: optionalPositiveInteger(AMOUNT_MAX, {
      description:
        "Points to give back. Governs when `PointsValue` is sent as well. With neither, all that remains is given back.",
      example: 20,
    }),
    PointsValue: optionalPositiveInteger(AMOUNT_MAX, {
      description: "The money value to give back, in whole currency units, at the rate of the redemption.",
      example: 20,
    }),
    ExternalLogId: FIELDS.OptionalExternalLogId,
    TransactionId: positiveInteger(Number.MAX_SAFE_INTEGER, {
      description: "`pointsLog.id` of the redemption.",
      example: 48213,
    }),
    InvoiceNumber: FIELDS.InvoiceNumber,
    Comment: FIELDS.Comment,
  })
  .meta({ id: "RefundRequest" });
export type RefundRequest = z.output<typeof refundRequestSchema>;
