import { z } from "zod";
import { hold as holdPoints } from "@/lib/areas/wallets/redeem";
import { DomainError } from "@/lib/ledger/rules/errors";
import { LOG_TYPE } from "@/lib/ledger/rules/types";
import { moneyOf } from "@/lib/platform/money";
import { AMOUNT_MAX, optionalMoneyValue, optionalPin, optionalPositiveInteger } from "./fields";
import { type Common, movement } from "./movement";
import { POINTS_REFUSAL } from "./refusal-forms";
import { holdResponseSchema } from "./response-schemas";
import { FIELDS } from "./shared-fields";

/** A week. */
const MINUTES_MAX = 10_080;
const MINUTES_DEFAULT = 30;

/** Request of Hold (rules.md §19). One of PointsValue and Points is required. */
export const holdRequestSchema = z
  .object({
    WalletCode: FIELDS.WalletCode,
    ContactMsisdn: FIELDS.ContactMsisdn,
    BranchMsisdn: FIELDS.BranchMsisdn,
    Points: optionalPositiveInteger(AMOUNT_MAX, {
      help: {
        en: "Points to hold. Governs when `PointsValue` is sent as well. Required unless `PointsValue` is sent.",
        ar: "النقاط المطلوب حجزها. يُعمل بها إذا أُرسل `PointsValue` أيضًا. مطلوبة ما لم يُرسل `PointsValue`.",
      },
      inLog: "shown",
      example: 80,
    }),
    PointsValue: optionalMoneyValue({
      help: {
        en: "The amount of the order that will be paid with points, in currency units, whole or with up to two decimals.",
        ar: "الجزء الذي سيُدفع بالنقاط من الطلب، بوحدات العملة، رقم صحيح أو بمنزلتين عشريتين على الأكثر.",
      },
      inLog: "shown",
      example: 80,
    }),
    Minutes: optionalPositiveInteger(MINUTES_MAX, {
      help: {
        en: "Whole minutes after which the hold ends by itself. 30 when absent.",
        ar: "عدد الدقائق الذي ينتهي الحجز بعده من نفسه. 30 إذا لم يُرسل.",
      },
      inLog: "shown",
      example: 120,
    }),
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
    Comment: FIELDS.Comment,
  })
  .refine(namesAnAmount, {
    path: ["PointsValue"],
    // Runs even when other fields are wrong: what is missing is reported before what is refused.
    when: () => true,
  })
  .meta({
    id: "HoldRequest",
    // The same said to generators of clients.
    anyOf: [
      { required: ["PointsValue"], properties: { PointsValue: { type: "number" } } },
      { required: ["Points"], properties: { Points: { type: "integer" } } },
    ],
  });

/** Sets points aside for an order that is paid later: an addition to the interface (rules.md §19). */
export const hold = movement({
  name: "Hold",
  scope: "redeem",
  logTypeId: LOG_TYPE.hold,
  moves: {
    undo: "released",
    couponActs: [],
    answers: "may_be_lost",
    trials: {
      1301: true,
      1307: true,
      1311: true,
      1312: true,
      1501: false,
      1702: "childAllowance",
      1703: true,
    },
  },
  made: null,
  givesBackOf: null,
  certification: "holds",
  refused: POINTS_REFUSAL,
  sample: { after: [], keeps: "transactionId" },
  summary: { en: "Hold points for an order", ar: "تحجز نقاطًا لطلب" },
  description:
    "Sets points aside for an order that is paid later. They leave `totalPoints` and stand in `suspendedPoints` until Capture redeems them, Release gives them back, or the hold ends by itself. The customer proves it as in RedeemUser.",
  request: holdRequestSchema,
  response: holdResponseSchema,
  asked: "hold",
  command: (_call, body, common) => ({ type: "hold", pin: { kind: "absent" }, ...holding(body, common) }),
  post: ({ services }, body, common) =>
    holdPoints(services, { pin: body.PinCode ?? undefined, ...holding(body, common) }),
});

function namesAnAmount(body: Readonly<Record<string, unknown>>): boolean {
  return isGiven(body.Points) || isGiven(body.PointsValue);
}

const isGiven = (value: unknown) => value !== undefined && value !== null;

function holding(body: z.output<typeof holdRequestSchema>, common: Common) {
  if (body.Points === null && body.PointsValue === null)
    throw new DomainError(1001, { field: "PointsValue" });
  return {
    points: body.Points ?? undefined,
    value: body.PointsValue === null ? undefined : moneyOf(body.PointsValue),
    minutes: body.Minutes ?? MINUTES_DEFAULT,
    invoiceNumber: body.InvoiceNumber ?? undefined,
    comment: body.Comment ?? undefined,
    ...common,
  };
}
