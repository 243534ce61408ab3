import { z } from "zod";
import { LOG_TYPE } from "@/lib/ledger/rules/types";
import { moneyOf } from "@/lib/platform/money";
import { AMOUNT_MAX, optionalMoneyValue, optionalPositiveInteger } from "./fields";
import { movement } from "./movement";
import { POINTS_REFUSAL } from "./refusal-forms";
import { endedHoldResponseSchema } from "./response-schemas";
import { FIELDS, HOLD_ID } from "./shared-fields";

/** Request of Capture (rules.md §19). */
export const captureRequestSchema = z
  .object({
    WalletCode: FIELDS.WalletCode,
    ContactMsisdn: FIELDS.ContactMsisdn,
    BranchMsisdn: FIELDS.BranchMsisdn,
    HoldId: HOLD_ID,
    Points: optionalPositiveInteger(AMOUNT_MAX, {
      help: {
        en: "Points to redeem, at most those of the hold. Governs when `PointsValue` is sent as well. With neither, all of the hold is redeemed.",
        ar: "النقاط التي تُستبدل، في حدود المحجوز. يُعمل بها إذا أُرسل `PointsValue` أيضًا. بدون الاثنين يُستبدل الحجز كله.",
      },
      inLog: "shown",
      example: 60,
    }),
    PointsValue: optionalMoneyValue({
      help: {
        en: "The amount that is paid, in currency units, whole or with up to two decimals, at the rate of the hold.",
        ar: "المبلغ المدفوع، بوحدات العملة، رقم صحيح أو بمنزلتين عشريتين على الأكثر، بمعدل الحجز.",
      },
      inLog: "shown",
      example: 60,
    }),
    ExternalLogId: FIELDS.OptionalExternalLogId,
    InvoiceNumber: FIELDS.InvoiceNumber,
    Comment: FIELDS.Comment,
  })
  .meta({ id: "CaptureRequest" });

/** Redeems points of a hold: an addition to the interface (rules.md §19). */
export const capture = movement({
  name: "Capture",
  scope: "redeem",
  logTypeId: LOG_TYPE.redemption,
  moves: {
    undo: "cancelled",
    couponActs: [],
    answers: "may_be_lost",
    trials: { 1501: false },
  },
  made: ({ related }) => related?.logTypeId === LOG_TYPE.hold,
  givesBackOf: null,
  certification: "holds",
  refused: POINTS_REFUSAL,
  sample: { after: ["Hold"], keeps: null },
  summary: { en: "Redeem points that are held", ar: "تستبدل النقاط المحجوزة" },
  description:
    "Redeems all or some of a hold, at its rate, and ends it: what is left goes back to the wallet in the same moment. The entry is a redemption like any other: Refund and Cancel work on it. No PIN is asked for. Its reference is one of redemptions: it must not be that of a RedeemUser.",
  request: captureRequestSchema,
  response: endedHoldResponseSchema,
  asked: "capture",
  command: (_call, body, common) => ({
    type: "capture",
    holdId: body.HoldId,
    points: body.Points ?? undefined,
    value: body.PointsValue === null ? undefined : moneyOf(body.PointsValue),
    invoiceNumber: body.InvoiceNumber ?? undefined,
    comment: body.Comment ?? undefined,
    ...common,
  }),
});
