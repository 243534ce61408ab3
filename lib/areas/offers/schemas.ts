import * as z from "zod/mini";
import { DEAL_STATES } from "@/lib/portal/acts/deal-states";
import { bilingualSchema, idSchema } from "@/lib/portal/wire/id";

// Requests and answers about offers of every kind. Shared by the routes and the browser.

const idParameter = z.pipe(z.coerce.number(), idSchema);
const monthSchema = z.string().check(z.regex(/^2\d{3}-(?:0[1-9]|1[0-2])$/));
const daySchema = z.iso.date();
export const OFFER_KINDS = ["deal", "promotion", "coupon"] as const;

export const offerCalendarRequestSchema = z.object({
  /** Absent: the present one. */
  month: z.optional(monthSchema),
  kind: z.optional(z.enum(OFFER_KINDS)),
  /** Offers that hold at this merchant, and at this branch: those of the programme too. */
  merchant: z.optional(idParameter),
  branch: z.optional(idParameter),
});
export type OfferCalendarRequest = z.infer<typeof offerCalendarRequestSchema>;

const namedSchema = z.object({ id: idSchema, name: bilingualSchema });

/** Offers of a month that are published or paused, the earliest first. */
export const offerCalendarSchema = z.object({
  month: monthSchema,
  /** Of the programme's calendar, as all days here. */
  today: daySchema,
  offers: z.array(
    z.object({
      kind: z.enum(OFFER_KINDS),
      id: idSchema,
      title: bilingualSchema,
      /** Null: the programme's. */
      merchant: z.nullable(bilingualSchema),
      state: z.enum(DEAL_STATES),
      /** Both included; a coupon may have no last day. */
      firstDay: daySchema,
      lastDay: z.nullable(daySchema),
      /** Promotions of the month that may be asked about the same bill: the one that gives more acts, or both add up. */
      rivals: z.array(bilingualSchema),
      addedTo: z.array(bilingualSchema),
    }),
  ),
  /** Choices of the filters. */
  merchants: z.array(namedSchema),
  branches: z.array(z.extend(namedSchema, { merchantId: idSchema })),
});
export type OfferCalendar = z.infer<typeof offerCalendarSchema>;
export type CalendarOffer = OfferCalendar["offers"][number];
