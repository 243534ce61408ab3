import { parseAbsolute, toCalendarDate, toCalendarDateTime } from "@internationalized/date";
import type { Groups } from "@/components/kit/merge";
import { instantOf } from "@/components/kit/wall-clock";
import type { DealFields } from "@/lib/areas/deals/desk-schemas";

/** A deal while it is being written: what is still empty is null, what is no number yet undefined. */
export type DealForm = Omit<DealFields, "discount"> & { discount: number | null | undefined };
export type DealField = keyof DealForm;

/** Fields that publishing asks for again. */
export const DEAL_DATE_FIELDS = [
  "startDate",
  "endDate",
  "expiryDate",
] as const satisfies readonly DealField[];

/** Fields that only mean something together. */
export const DEAL_FORM_GROUPS: Groups<DealField> = [["discountType", "discount"]];

const DAYS = { untilStart: 1, open: 30, usable: 14 };

/** A deal that nothing was written about: from tomorrow's first minute on for a month, to be used for two weeks more. */
export function emptyDealForm(now: string, zone: string): DealForm {
  const today = toCalendarDateTime(toCalendarDate(parseAbsolute(now, zone)));
  const start = today.add({ days: DAYS.untilStart });
  const end = start.add({ days: DAYS.open });
  return {
    ...{ titleEn: "", titleAr: "", descriptionEn: "", descriptionAr: "", termsEn: "", termsAr: "" },
    ...{ categoryId: null, discountType: 1, discount: null, offerNumber: "", imageHash: null },
    startDate: instantOf(start, zone),
    endDate: instantOf(end, zone),
    expiryDate: instantOf(end.add({ days: DAYS.usable }), zone),
    ...{ ratePlans: [], branchIds: [] },
  };
}
