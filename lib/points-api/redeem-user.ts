import { z } from "zod";
import { redeem } from "@/lib/areas/wallets/redeem";
import { LOG_TYPE } from "@/lib/ledger/rules/types";
import { moneyOf } from "@/lib/platform/money";
import { moneyValue, optionalPin } from "./fields";
import { type Common, movement } from "./movement";
import { POINTS_REFUSAL } from "./refusal-forms";
import { pointsResponseSchema } from "./response-schemas";
import { FIELDS } from "./shared-fields";

/** Request of RedeemUser (interface.md §4.3; ExternalLogId by rules.md §5, InvoiceNumber by rules.md §1). */
export const redeemUserRequestSchema = z
  .object({
    PointsValue: moneyValue({
      help: {
        en: "The amount of the bill that is paid with points, in currency units, whole or with up to two decimals.",
        ar: "الجزء الذي يُدفع بالنقاط من الفاتورة، بوحدات العملة، رقم صحيح أو بمنزلتين عشريتين على الأكثر.",
      },
      inLog: "shown",
      example: 50,
    }),
    ContactMsisdn: FIELDS.ContactMsisdn,
    WalletCode: FIELDS.WalletCode,
    BranchMsisdn: FIELDS.BranchMsisdn,
    Comment: FIELDS.Comment,
    PinCode: optionalPin({
      help: {
        en: "The wallet's PIN, 4 to 6 digits. Asked for (1310) when the wallet has one.",
        ar: "الرقم السري لحساب النقاط، من 4 إلى 6 أرقام. يُطلب (1310) إذا كان للحساب رقم سري.",
      },
      inLog: "secret",
      example: "1234",
    }),
    ExternalLogId: FIELDS.OptionalExternalLogId,
    InvoiceNumber: FIELDS.InvoiceNumber,
  })
  .meta({ id: "RedeemUserRequest" });

/** Pays a bill amount with points (interface.md §4.3). */
export const redeemUser = movement({
  name: "RedeemUser",
  scope: "redeem",
  logTypeId: LOG_TYPE.redemption,
  moves: {
    undo: "cancelled",
    couponActs: [],
    answers: "may_be_late",
    trials: {
      1301: true,
      1307: true,
      1311: true,
      1312: true,
      1501: true,
      1702: "childAllowance",
      1703: true,
    },
  },
  made: ({ related, coupon }) => related === null && coupon === null,
  givesBackOf: null,
  certification: "redeem",
  refused: POINTS_REFUSAL,
  sample: { after: [], keeps: "transactionId" },
  summary: { en: "Pay a bill with points", ar: "تدفع فاتورة بالنقاط" },
  description:
    "Takes `ceil(PointsValue × segment.redValueFactor)` points from an active wallet whose balance reaches the segment's threshold. A balance never goes below zero by it. When the wallet has a PIN it is asked for: 5 wrong ones in a row lock it for 15 minutes.",
  request: redeemUserRequestSchema,
  response: pointsResponseSchema,
  asked: "redeem",
  command: (_call, body, common) => ({
    type: "redeem",
    pin: { kind: "absent" },
    ...redemption(body, common),
  }),
  post: ({ services }, body, common) =>
    redeem(services, { pin: body.PinCode ?? undefined, ...redemption(body, common) }),
});

function redemption(body: z.output<typeof redeemUserRequestSchema>, common: Common) {
  return {
    value: moneyOf(body.PointsValue),
    invoiceNumber: body.InvoiceNumber ?? undefined,
    comment: body.Comment ?? undefined,
    ...common,
  };
}
