import { type CalendarDateTime, parseAbsolute, toCalendarDateTime, toZoned } from "@internationalized/date";
import { type DealFields, type DeskDeal, dealFieldsSchema } from "@/lib/areas/deals/desk-schemas";
import type { Bilingual } from "@/lib/platform/language";
import { fieldProblems } from "@/lib/portal/wire/field-problems";

/** A deal while it is being written: what is still empty is null, what is no number yet undefined. */
export type DealForm = Omit<
  DealFields,
  "categoryId" | "discount" | "startDate" | "endDate" | "expiryDate"
> & {
  categoryId: number | null;
  discount: number | null | undefined;
  startDate: string | null;
  endDate: string | null;
  expiryDate: string | null;
};
export type DealField = keyof DealForm;

/** In the order in which a form asks for them. */
export const DEAL_FORM_FIELDS = [
  "titleEn",
  "titleAr",
  "descriptionEn",
  "descriptionAr",
  "termsEn",
  "termsAr",
  "categoryId",
  "discountType",
  "discount",
  "offerNumber",
  "imageHash",
  "startDate",
  "endDate",
  "expiryDate",
  "ratePlans",
  "branchIds",
] as const satisfies readonly DealField[];

const DAYS = { untilStart: 1, open: 30, usable: 14 };

/** A deal that nothing was written about: from tomorrow's first minute on for a month, to be used for two weeks more. */
export function emptyDealForm(now: string, zone: string): DealForm {
  const today = toCalendarDateTime(parseAbsolute(now, zone)).set({
    hour: 0,
    minute: 0,
    second: 0,
    millisecond: 0,
  });
  const start = today.add({ days: DAYS.untilStart });
  const end = start.add({ days: DAYS.open });
  return {
    titleEn: "",
    titleAr: "",
    descriptionEn: "",
    descriptionAr: "",
    termsEn: "",
    termsAr: "",
    categoryId: null,
    discountType: 1,
    discount: null,
    offerNumber: "",
    imageHash: null,
    startDate: instantOf(start, zone),
    endDate: instantOf(end, zone),
    expiryDate: instantOf(end.add({ days: DAYS.usable }), zone),
    ratePlans: [],
    branchIds: [],
  };
}

export function dealFormOf(deal: DeskDeal): DealForm {
  return Object.fromEntries(DEAL_FORM_FIELDS.map((field) => [field, deal[field]])) as unknown as DealForm;
}

/** What is to be sent, or else what is wrong with which field, in the words of the server. */
export function checkDealForm(
  form: DealForm,
): { fields: DealFields; problems: null } | { fields: null; problems: Record<string, Bilingual> } {
  const result = dealFieldsSchema.safeParse(form);
  if (result.success) return { fields: result.data, problems: null };
  return { fields: null, problems: fieldProblems(result.error, form) };
}

/** The clock on the wall at an instant, for fields of date and time. */
export function wallClockOf(instant: string | null, zone: string): CalendarDateTime | null {
  return instant === null ? null : toCalendarDateTime(parseAbsolute(instant, zone));
}

/** The instant at which the clock on the wall shows this. */
export function instantOf(wallClock: CalendarDateTime, zone: string): string {
  return toZoned(wallClock, zone).toAbsoluteString();
}
