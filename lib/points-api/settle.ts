import { z } from "zod";
import { noteCoupons } from "@/lib/areas/coupons/note-coupons";
import { settle as settleBill } from "@/lib/areas/wallets/redeem";
import type { SettleCommand } from "@/lib/ledger/rules/commands";
import { moneyOf } from "@/lib/platform/money";
import { optionalCouponNumbers } from "./coupon-fields";
import { moneyValue, optionalMoneyOrMax } from "./fields";
import { itemsOfLines } from "./items";
import { type Common, movement } from "./movement";
import type { Call } from "./operation";
import { redeemUserRequestSchema } from "./redeem-user";
import { COUPON_REFUSED, POINTS_REFUSAL } from "./refusal-forms";
import { settleResponseSchema } from "./response-schemas";
import { rewardRequestSchema, transactionDate } from "./reward";
import { FIELDS } from "./shared-fields";
import { clientActorOf } from "./use-coupon";

const { TransactionDate, Items } = rewardRequestSchema.shape;

/** Request of Settle (rules.md §25). */
export const settleRequestSchema = z
  .object({
    WalletCode: FIELDS.WalletCode,
    ContactMsisdn: FIELDS.ContactMsisdn,
    BranchMsisdn: FIELDS.BranchMsisdn,
    TransactionDate,
    BillValue: moneyValue({
      help: {
        en: "The whole bill, before coupons and points, in currency units, whole or with up to two decimals.",
        ar: "قيمة الفاتورة كلها قبل الكوبونات والنقاط، بوحدات العملة، رقم صحيح أو بمنزلتين عشريتين على الأكثر.",
      },
      inLog: "shown",
      example: 260,
    }),
    CouponNumbers: optionalCouponNumbers({
      help: {
        en: "Coupons of the bill, in the order in which they take off: an amount, or a percentage of what those before left. A coupon of an item takes nothing off: take it off `BillValue`.",
        ar: "كوبونات الفاتورة بترتيب خصمها: مبلغ، أو نسبة مما تركته الكوبونات السابقة. كوبون الصنف لا يخصم شيئًا: اخصمه من `BillValue`.",
      },
      inLog: "length",
    }),
    RedeemValue: optionalMoneyOrMax({
      help: {
        en: 'The part that points pay, in currency units, or "max": as much as the wallet\'s points pay. Absent: nothing is paid with points.',
        ar: 'الجزء الذي تدفعه النقاط، بوحدات العملة، أو "max": بقدر ما تدفعه نقاط الحساب. إذا لم يُرسل: لا يُدفع شيء بالنقاط.',
      },
      inLog: "shown",
      example: 120,
    }),
    PinCode: redeemUserRequestSchema.shape.PinCode,
    ExternalLogId: FIELDS.ExternalLogId,
    InvoiceNumber: FIELDS.InvoiceNumber,
    Items,
    Comment: FIELDS.Comment,
  })
  .meta({ id: "SettleRequest" });

/** Settles a bill: coupons, points and reward together (rules.md §25). */
export const settle = movement({
  name: "Settle",
  scope: "redeem",
  alsoScope: "reward",
  logTypeId: 16,
  moves: {
    undo: "cancelled",
    couponActs: [],
    answers: "may_be_late",
    trials: {
      1301: true,
      1307: true,
      1311: true,
      1312: true,
      1421: true,
      1501: true,
      1702: "rewardValueMax",
      1703: true,
      1704: "rewardValueMax",
    },
  },
  made: null,
  givesBackOf: null,
  certification: "settles",
  refused: { ...POINTS_REFUSAL, ownExamples: { 1301: { part: "points" }, 1421: COUPON_REFUSED } },
  sample: { after: ["GetCoupons", "IssueCoupon"], keeps: null },
  summary: { en: "Settle a bill at once", ar: "تُتم فاتورة دفعة واحدة" },
  description:
    "Uses the coupons of a bill, pays with points and rewards what is left, all of it or nothing. `transaction` says what each part came to and what is left to pay in money; `pointsLog` is the reward, whose `id` a Cancel names to undo the bill whole. A refusal has the code of the part that refused, and `transaction` names the part. Quote answers the same, and says in `notTaken` what could not be taken and why. Needs the scope `reward` as well.",
  request: settleRequestSchema,
  response: settleResponseSchema,
  asked: "settle",
  command: (call, body, common) => ({
    type: "settle",
    pin: { kind: "absent" },
    ...settlement(call, body, common),
  }),
  post: (call, body, common) =>
    settleBill(call.services, { pin: body.PinCode ?? undefined, ...settlement(call, body, common) }),
});

function settlement(
  call: Call,
  body: z.output<typeof settleRequestSchema>,
  common: Common,
): Omit<SettleCommand, "type" | "pin"> {
  const { now, wire, noted } = call;
  const { items, notCounted } = itemsOfLines(body.Items, noted.linesLeftOut ?? []);
  const date = transactionDate(body.TransactionDate, { now, zone: wire.zone });
  const { RedeemValue } = body;
  return {
    bill: moneyOf(body.BillValue),
    coupons: body.CouponNumbers ?? [],
    redeem: typeof RedeemValue === "number" ? moneyOf(RedeemValue) : RedeemValue,
    noteCoupon: noteCoupons(clientActorOf(call), common),
    items,
    ...(notCounted.length > 0 && { linesNotCounted: notCounted }),
    invoiceDate: date.value ?? undefined,
    invoiceNumber: body.InvoiceNumber ?? undefined,
    comment: body.Comment ?? undefined,
    ...common,
    ...(common.refuseUnlessReplay === undefined ? date.refusal : {}),
  };
}
