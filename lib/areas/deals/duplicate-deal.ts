import { lockActiveMerchant } from "@/lib/areas/merchants/merchants";
import { formatLocalDate, formatLocalDateTime, parseZonedDateTime, plusDays } from "@/lib/platform/time";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { administer } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { insertDeal } from "./create-deal";
import { lockDeal } from "./deal-view";
import type { DealView } from "./kept-deal";

const DAY_MS = 86_400_000;

/**
 * Makes a draft like the deal, with an offer number of its own. When the original has started, the copy's dates are put
 * off by whole days of the programme's calendar, so that it begins in the future at the same time of day and lasts as long.
 * @throws AdminError not_found, inactive (the merchant), invalid (the category is not used any more)
 */
export function duplicateDeal(
  context: AdminContext,
  actor: AdminActor,
  { dealId }: { dealId: number },
): Promise<DealView> {
  return administer(context, actor, "deal.duplicate", async (act) => {
    const { tx, now } = act;
    const original = await lockDeal(act, dealId);
    const { merchantId, startDate, endDate, expiryDate } = original;
    await lockActiveMerchant(act, merchantId);
    const { timeZone } = await tx.programme.findUniqueOrThrow({ where: { id: 1 } });
    const days = daysUntilFuture(startDate, now, timeZone);
    const later = (date: Date) => daysLater(date, days, timeZone);
    return insertDeal(act, merchantId, {
      ...fieldsOf(original),
      offerNumber: "",
      startDate: later(startDate),
      endDate: later(endDate),
      expiryDate: later(expiryDate),
    });
  });
}

function daysUntilFuture(date: Date, now: Date, zone: string): number {
  if (date > now) return 0;
  const [from, until] = [date, now].map((moment) => Date.parse(formatLocalDate(moment, zone))) as [
    number,
    number,
  ];
  const days = (until - from) / DAY_MS;
  return daysLater(date, days, zone) > now ? days : days + 1;
}

/** The same time of day, so many days of the zone's calendar later. */
function daysLater(date: Date, days: number, zone: string): Date {
  const [day = "", time] = formatLocalDateTime(date, zone).split("T");
  return new Date(
    parseZonedDateTime(`${plusDays(day, days)}T${time}`, zone).getTime() + date.getUTCMilliseconds(),
  );
}

function fieldsOf(deal: DealView) {
  const { id, merchantId, state, sortingNumber, version, createdAt, updatedAt, wasPublished, ...fields } =
    deal;
  return fields;
}
