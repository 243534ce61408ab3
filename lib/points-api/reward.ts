import { z } from "zod";
import { DomainError } from "@/lib/ledger/errors";
import { isDateOnly, parseZonedDateTime, startOfDayBefore } from "@/lib/platform/time";
import { AMOUNT_MAX, FIELDS, optionalDate, optionalText, positiveInteger } from "./fields";

/** Request of Reward (interface.md §4.2). */
export const rewardRequestSchema = z
  .object({
    WalletCode: FIELDS.WalletCode,
    ContactMsisdn: FIELDS.ContactMsisdn,
    BranchMsisdn: FIELDS.BranchMsisdn,
    TransactionDate: optionalDate({
      description:
        "Date or date-time of the sale, ISO 8601; without an offset it is the programme's local time. Not more than 5 minutes ahead, not older than 90 days. Returned as `pointsLog.invoiceDate`.",
      example: "2026-11-21T12:34:56+02:00",
    }),
    SkuId: optionalText(64, { description: "What was sold.", example: "SKU-4711" }),
    PointsValue: positiveInteger(AMOUNT_MAX, {
      description: "The bill that earns, in whole currency units.",
      example: 150,
    }),
    ExternalLogId: FIELDS.ExternalLogId,
    InvoiceNumber: FIELDS.InvoiceNumber,
  })
  .meta({ id: "RewardRequest" });
export type RewardRequest = z.output<typeof rewardRequestSchema>;

const AHEAD_MILLISECONDS_MAX = 5 * 60_000;
const AGE_DAYS_MAX = 90;

/**
 * The instant of a `TransactionDate` that the schema has accepted, or null when none was sent. A date alone is the
 * beginning of its day in the programme's zone, and its age is counted in days of the calendar.
 *
 * @throws DomainError 1002 when it lies more than 5 minutes ahead of `now` or is older than 90 days
 */
export function resolveTransactionDate(
  text: string | null,
  { now, zone }: { now: Date; zone: string },
): Date | null {
  if (text === null) return null;
  const date = parseZonedDateTime(text, zone);
  const oldest = isDateOnly(text)
    ? startOfDayBefore(now, AGE_DAYS_MAX, zone).getTime()
    : now.getTime() - AGE_DAYS_MAX * 86_400_000;
  const latest = now.getTime() + AHEAD_MILLISECONDS_MAX;
  if (date.getTime() < oldest || date.getTime() > latest) {
    throw new DomainError(1002, { field: "TransactionDate" });
  }
  return date;
}
