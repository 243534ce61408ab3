import { z } from "zod";
import { LOG_TYPE } from "@/lib/ledger/rules/types";
import { moneyOf } from "@/lib/platform/money";
import { AMOUNT_MAX, optionalMoneyValue, optionalPositiveInteger, positiveInteger } from "./fields";
import { movement } from "./movement";
import { POINTS_REFUSAL } from "./refusal-forms";
import { pointsResponseSchema } from "./response-schemas";
import { FIELDS } from "./shared-fields";

/** Request of Refund (interface.md §4.1). */
export const refundRequestSchema = z
  .object({
    WalletCode: FIELDS.WalletCode,
    ContactMsisdn: FIELDS.ContactMsisdn,
    BranchMsisdn: FIELDS.BranchMsisdn,
    Points: optionalPositiveInteger(AMOUNT_MAX, {
      help: {
        en: "Points to give back. Governs when `PointsValue` is sent as well. With neither, all that remains is given back.",
        ar: "النقاط التي تُرد. يُعمل بها إذا أُرسل `PointsValue` أيضًا. بدون الاثنين يُرد كل المتبقي.",
      },
      inLog: "shown",
      example: 20,
    }),
    PointsValue: optionalMoneyValue({
      help: {
        en: "The money value to give back, in currency units, whole or with up to two decimals, at the rate of the redemption.",
        ar: "القيمة المالية التي تُرد، بوحدات العملة، رقم صحيح أو بمنزلتين عشريتين على الأكثر، بمعدل عملية الدفع بالنقاط.",
      },
      inLog: "shown",
      example: 20,
    }),
    ExternalLogId: FIELDS.OptionalExternalLogId,
    TransactionId: positiveInteger(Number.MAX_SAFE_INTEGER, {
      help: { en: "`pointsLog.id` of the redemption.", ar: "`pointsLog.id` لعملية الدفع بالنقاط." },
      inLog: "shown",
      example: 48213,
    }),
    InvoiceNumber: FIELDS.InvoiceNumber,
    Comment: FIELDS.Comment,
  })
  .meta({ id: "RefundRequest" });

/** Gives back points of a redemption (interface.md §4.1). */
export const refund = movement({
  name: "Refund",
  scope: "refund",
  logTypeId: LOG_TYPE.refund,
  moves: {
    undo: "cancelled",
    couponActs: [],
    answers: "may_be_lost",
    trials: { 1501: false, 1702: false, 1703: false, 1704: "personReversedValueMax" },
  },
  made: null,
  givesBackOf: LOG_TYPE.redemption,
  certification: "refund_in_part",
  refused: POINTS_REFUSAL,
  sample: { after: ["RedeemUser"], keeps: null },
  summary: { en: "Give redeemed points back", ar: "ترد نقاطًا مستبدلة" },
  description:
    "Gives back all or part of an earlier redemption, at the rate of that redemption. Several partial refunds are allowed, together never more than was redeemed. Points return with the expiry they had.",
  request: refundRequestSchema,
  response: pointsResponseSchema,
  asked: "refund",
  command: (_call, body, common) => ({
    type: "refund",
    entryId: body.TransactionId,
    points: body.Points ?? undefined,
    value: body.PointsValue === null ? undefined : moneyOf(body.PointsValue),
    invoiceNumber: body.InvoiceNumber ?? undefined,
    comment: body.Comment ?? undefined,
    ...common,
  }),
});
