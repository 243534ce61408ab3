import { z } from "zod";
import { clockFault, isSaleDate, SALE_AGE_DAYS_MAX } from "@/lib/ledger/rules/calendar";
import type { Refusal } from "@/lib/ledger/rules/commands";
import { DomainError, isDomainError } from "@/lib/ledger/rules/errors";
import { ENTRY_TEXT_MAX, LOG_TYPE } from "@/lib/ledger/rules/types";
import { moneyOf } from "@/lib/platform/money";
import { isDateOnly, parseZonedDateTime, startOfDayBefore } from "@/lib/platform/time";
import { rewardSuccess } from "./envelopes";
import { moneyValue, optionalDate, optionalText } from "./fields";
import { itemsOfLines, optionalItems } from "./items";
import { changeOf, movement } from "./movement";
import { REWARD_REFUSAL } from "./refusal-forms";
import { adviceOn } from "./request";
import { rewardResponseSchema } from "./response-schemas";
import { FIELDS } from "./shared-fields";

/** Request of Reward (interface.md §4.2). */
export const rewardRequestSchema = z
  .object({
    WalletCode: FIELDS.WalletCode,
    ContactMsisdn: FIELDS.ContactMsisdn,
    BranchMsisdn: FIELDS.BranchMsisdn,
    TransactionDate: optionalDate({
      help: {
        en: "Date or date-time of the sale, ISO 8601; without an offset it is the programme's local time. Not more than 5 minutes ahead, not older than 90 days. Returned as `pointsLog.invoiceDate`.",
        ar: "تاريخ البيع أو تاريخه ووقته بصيغة ISO 8601، وبدون فرق توقيت يكون بتوقيت البرنامج المحلي. لا يتقدم على الوقت الحالي أكثر من 5 دقائق ولا يزيد عمره على 90 يومًا. يعود في `pointsLog.invoiceDate`.",
      },
      inLog: "shown",
      example: "2026-11-21T12:34:56+02:00",
      limit: {
        en: "at most 5 minutes ahead, at most 90 days old; 1002 names both times, so that the till's clock can be set",
        ar: "بعد الآن بخمس دقائق على الأكثر، وقبله بتسعين يومًا على الأكثر؛ ويذكر 1002 الوقتين لتُضبط ساعة الكاشير",
      },
    }),
    SkuId: optionalText(ENTRY_TEXT_MAX.skuId, {
      help: { en: "Code of the item that was sold.", ar: "ما تم بيعه." },
      inLog: "shown",
      example: "SKU-4711",
    }),
    PointsValue: moneyValue({
      help: {
        en: "The bill that earns, in currency units, whole or with up to two decimals.",
        ar: "قيمة الفاتورة التي تُكسب عنها النقاط، بوحدات العملة، رقم صحيح أو بمنزلتين عشريتين على الأكثر.",
      },
      inLog: "shown",
      example: 150,
    }),
    ExternalLogId: FIELDS.ExternalLogId,
    InvoiceNumber: FIELDS.InvoiceNumber,
    Items: optionalItems({
      help: {
        en: "The items that were sold, line by line, for promotions that are for items. Their values need not add up to `PointsValue`: a discount may be on the whole bill. A line that cannot be read is left out and named in `comments`; the bill earns whatever is wrong with its lines.",
        ar: "ما تم بيعه سطرًا سطرًا، للحملات التي تخص أصنافًا. لا يلزم أن تساوي قيمها مجموع `PointsValue`، فقد يكون الخصم على الفاتورة كلها. السطر الذي لا يُقرأ يُترك ويُذكر في `comments`، وتكسب الفاتورة نقاطها مهما كان الخطأ في سطورها.",
      },
      inLog: "shown",
    }),
  })
  .meta({ id: "RewardRequest" });

/** Rewards a bill with points (interface.md §4.2). */
export const reward = movement({
  name: "Reward",
  scope: "reward",
  logTypeId: LOG_TYPE.reward,
  moves: {
    undo: "cancelled",
    couponActs: [],
    answers: "may_be_late",
    trials: { 1501: true, 1702: "rewardValueMax", 1703: true, 1704: "rewardValueMax" },
  },
  made: null,
  givesBackOf: null,
  certification: "reward",
  refused: REWARD_REFUSAL,
  sample: { after: [], keeps: "transactionId" },
  summary: { en: "Add points for a sale", ar: "تضيف نقاطًا لعملية شراء" },
  description:
    "Adds `floor(PointsValue × segment.rewValueFactor)` points, and the segment's bonus points, to the wallet, and what a promotion that acts on the sale adds: `offerNumber` is its number. A sale that comes to 0 points is recorded too. Wallets that are active or pending activation can earn.",
  request: rewardRequestSchema,
  response: rewardResponseSchema,
  asked: "reward",
  command: ({ now, wire, noted }, body, common) => {
    const { items, notCounted } = itemsOfLines(body.Items, noted.linesLeftOut ?? []);
    const date = transactionDate(body.TransactionDate, { now, zone: wire.zone });
    return {
      type: "reward",
      value: moneyOf(body.PointsValue),
      skuId: body.SkuId ?? undefined,
      items,
      ...(notCounted.length > 0 && { linesNotCounted: notCounted }),
      invoiceDate: date.value ?? undefined,
      invoiceNumber: body.InvoiceNumber ?? undefined,
      ...common,
      ...(common.refuseUnlessReplay === undefined ? date.refusal : {}),
    };
  },
  // A repeated reward may have lapsed since.
  envelope: (posted, { wire, now }) =>
    rewardSuccess({ isExpired: posted.isExpired, ...changeOf(posted, now) }, wire),
});

/** The date of the sale. One outside its window is refused, but a retry that comes late is still a retry. */
export function transactionDate(
  text: string | null,
  moment: { now: Date; zone: string },
): { value: Date | null; refusal: { refuseUnlessReplay?: Refusal } } {
  try {
    return { value: resolveTransactionDate(text, moment), refusal: {} };
  } catch (error) {
    if (!isDomainError(error) || error.code !== 1002) throw error;
    return {
      value: null,
      refusal: { refuseUnlessReplay: { code: 1002, parameters: (error as DomainError<1002>).params } },
    };
  }
}

/**
 * The instant of a `TransactionDate` that the schema accepted; null when none was sent. A date alone is the start of
 * its day in the programme's zone, and its age counts in calendar days.
 * @throws DomainError 1002 when it is more than 5 minutes after `now` or older than 90 days
 */
export function resolveTransactionDate(
  text: string | null,
  { now, zone }: { now: Date; zone: string },
): Date | null {
  if (text === null) return null;
  const date = parseZonedDateTime(text, zone, now);
  const oldest = isDateOnly(text) ? startOfDayBefore(now, SALE_AGE_DAYS_MAX, zone).getTime() : undefined;
  if (isSaleDate(date, now, oldest)) return date;
  // A date of another calendar is no clock's fault.
  const advice = adviceOn("date", text);
  const fault = advice === undefined ? clockFault(date, { now, zone }) : { advice };
  throw new DomainError(1002, { field: "TransactionDate", ...fault });
}
