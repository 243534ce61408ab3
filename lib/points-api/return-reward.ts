import { z } from "zod";
import { LOG_TYPE } from "@/lib/ledger/rules/types";
import { moneyOf } from "@/lib/platform/money";
import { AMOUNT_MAX, optionalMoneyValue, optionalPositiveInteger, positiveInteger } from "./fields";
import { itemsOfLines, optionalItems } from "./items";
import { movement } from "./movement";
import { POINTS_REFUSAL } from "./refusal-forms";
import { returnRewardResponseSchema } from "./response-schemas";
import { FIELDS } from "./shared-fields";

/** Request of ReturnReward (rules.md §13). */
export const returnRewardRequestSchema = z
  .object({
    WalletCode: FIELDS.WalletCode,
    ContactMsisdn: FIELDS.ContactMsisdn,
    BranchMsisdn: FIELDS.BranchMsisdn,
    Points: optionalPositiveInteger(AMOUNT_MAX, {
      help: {
        en: "Points to take back. Governs when `PointsValue` is sent as well. With neither, all that remains is taken back. Of a settled bill `PointsValue` is wanted (1002).",
        ar: "النقاط التي تُسترجع. يُعمل بها إذا أُرسل `PointsValue` أيضًا. بدون الاثنين يُسترجع كل المتبقي. المطلوب لفاتورة Settle هو `PointsValue` (1002).",
      },
      inLog: "shown",
      example: 30,
    }),
    PointsValue: optionalMoneyValue({
      help: {
        en: "The price of the goods that came back, in currency units, whole or with up to two decimals, at the rate of the reward. The wallet keeps what the rest of the bill would have earned, promotions that multiply it included. Of a settled bill it is the price out of the whole bill, before coupons and points.",
        ar: "سعر البضاعة المرتجعة، بوحدات العملة، رقم صحيح أو بمنزلتين عشريتين على الأكثر، بمعدل إضافة النقاط. يحتفظ الحساب بما كان باقي الفاتورة سيكسبه، ومنه ما تضاعفه الحملات. لفاتورة Settle هو السعر من الفاتورة كلها قبل الكوبونات والنقاط.",
      },
      inLog: "shown",
      example: 30,
    }),
    ExternalLogId: FIELDS.OptionalExternalLogId,
    TransactionId: positiveInteger(Number.MAX_SAFE_INTEGER, {
      help: { en: "`pointsLog.id` of the reward.", ar: "`pointsLog.id` لعملية إضافة النقاط." },
      inLog: "shown",
      example: 48213,
    }),
    InvoiceNumber: FIELDS.InvoiceNumber,
    Comment: FIELDS.Comment,
    Items: optionalItems({
      help: {
        en: "The goods that came back, line by line: they take the points that a promotion gave for these items. Without them such points go with the last of the bill.",
        ar: "البضاعة المرتجعة سطرًا سطرًا: تُخصم معها النقاط التي منحتها حملة لهذه الأصناف. بدونها تُخصم تلك النقاط مع آخر ما يُرتجع من الفاتورة.",
      },
      inLog: "shown",
    }),
  })
  .meta({ id: "ReturnRewardRequest" });

/** Takes points of a reward back because goods came back: an addition to the interface (rules.md §13). */
export const returnReward = movement({
  name: "ReturnReward",
  scope: "refund",
  logTypeId: LOG_TYPE.rewardReturn,
  moves: {
    undo: "cancelled",
    couponActs: [],
    answers: "may_be_lost",
    trials: { 1415: true, 1501: false, 1702: false, 1703: false, 1704: "personReversedValueMax" },
  },
  made: null,
  givesBackOf: LOG_TYPE.reward,
  certification: "return_goods",
  refused: { ...POINTS_REFUSAL, ownExamples: { 1415: { part: "reward" } } },
  sample: { after: ["Reward"], keeps: null },
  summary: { en: "Take back the points of returned goods", ar: "تسترد نقاط البضاعة المرتجعة" },
  description:
    "Goods came back: takes all or part of the points of an earlier reward, at the rate of that reward. Several partial returns are allowed, together never more than was earned, and exactly that when the whole bill has come back. Of a bill that was settled at once it is the whole bill's goods that come back, by `PointsValue` alone: their part of what points paid is refunded as well, and `transaction.bill` says both. Points that were spent already are taken as by a cancellation. A reward that was returned in part can be cancelled only once its returns are.",
  request: returnRewardRequestSchema,
  response: returnRewardResponseSchema,
  asked: "return",
  command: ({ noted }, body, common) => ({
    type: "return",
    items: itemsOfLines(body.Items, noted.linesLeftOut ?? []).items,
    entryId: body.TransactionId,
    points: body.Points ?? undefined,
    value: body.PointsValue === null ? undefined : moneyOf(body.PointsValue),
    invoiceNumber: body.InvoiceNumber ?? undefined,
    comment: body.Comment ?? undefined,
    ...common,
  }),
});
