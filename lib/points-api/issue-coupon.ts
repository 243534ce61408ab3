import { z } from "zod";
import { redeem } from "@/lib/areas/wallets/redeem";
import { LOG_TYPE } from "@/lib/ledger/rules/types";
import { NOTHING } from "@/lib/platform/money";
import { optionalPin, positiveInteger } from "./fields";
import { type Common, movement } from "./movement";
import { POINTS_REFUSAL } from "./refusal-forms";
import { pointsResponseSchema } from "./response-schemas";
import { FIELDS } from "./shared-fields";

/** Request of IssueCoupon (rules.md §22). */
export const issueCouponRequestSchema = z
  .object({
    WalletCode: FIELDS.WalletCode,
    ContactMsisdn: FIELDS.ContactMsisdn,
    BranchMsisdn: FIELDS.BranchMsisdn,
    OfferNumber: positiveInteger(2_147_483_647, {
      help: {
        en: "`offerNumber` of one of the `offers` of GetCoupons.",
        ar: "`offerNumber` لأحد عناصر `offers` في رد GetCoupons.",
      },
      inLog: "shown",
      example: 7001,
    }),
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
  })
  .meta({ id: "IssueCouponRequest" });

/** Issues a coupon for points (rules.md §22). */
export const issueCoupon = movement({
  name: "IssueCoupon",
  scope: "redeem",
  logTypeId: LOG_TYPE.redemption,
  moves: {
    undo: "cancelled",
    couponActs: [],
    answers: "may_be_lost",
    trials: {
      1301: true,
      1307: false,
      1311: true,
      1312: true,
      1422: true,
      1501: false,
      1702: false,
      1703: false,
    },
  },
  made: ({ coupon }) => coupon !== null,
  givesBackOf: null,
  certification: null,
  refused: POINTS_REFUSAL,
  sample: { after: ["GetCoupons"], keeps: "couponNumber" },
  summary: { en: "Issue a coupon for points", ar: "تصدر كوبونًا بالنقاط" },
  description:
    "Takes what the offer costs from the wallet and issues a coupon, both or neither. It is a redemption: the same wallets, PIN and limits as RedeemUser, and the same references. Cancel, or a Refund of all its points, ends a coupon that was not used; one that was used refuses both, unless the programme allows it.",
  request: issueCouponRequestSchema,
  response: pointsResponseSchema,
  asked: "buy",
  command: (_call, body, common) => ({ type: "redeem", pin: { kind: "absent" }, ...purchase(body, common) }),
  post: ({ services }, body, common) =>
    redeem(services, { pin: body.PinCode ?? undefined, ...purchase(body, common) }),
});

function purchase({ OfferNumber, Comment }: z.output<typeof issueCouponRequestSchema>, common: Common) {
  return { value: NOTHING, couponOffer: OfferNumber, comment: Comment ?? undefined, ...common };
}
