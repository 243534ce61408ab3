import { keepPreviousData } from "@tanstack/react-query";
import { portalPages, portalQuery } from "@/components/kit/query";
import type { DealAnswerRequest, DealCalendarRequest, DeskFilters } from "@/lib/areas/deals/desk-schemas";

// The deals as they are managed, which is more than their customers see.

/** Deals begin and end by themselves, and others work on them: an open page looks again when it is come back to. */
const LIVELY = { refetchOnWindowFocus: true } as const;

/** The managed deals that meet the filters; while others are being fetched, those shown last. */
export const deskDealsQuery = (filters: DeskFilters) =>
  portalPages({
    key: ["deals", "desk", "list", filters],
    answer: async () => (await import("@/lib/areas/deals/desk-schemas")).deskListSchema,
    path: "manage/deals",
    query: filters,
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
    ...LIVELY,
  });

export const deskFilterChoicesQuery = portalQuery({
  key: ["deals", "desk", "filters"],
  answer: async () => (await import("@/lib/areas/deals/desk-schemas")).deskFilterChoicesSchema,
  path: "manage/deals/filters",
  ...LIVELY,
});

/** What a deal can be made of, for its editor: every branch, and the deals that may get in its way. */
export const deskChoicesQuery = portalQuery({
  key: ["deals", "desk", "choices"],
  answer: async () => (await import("@/lib/areas/deals/desk-schemas")).dealDeskChoicesSchema,
  path: "manage/deals/choices",
  ...LIVELY,
});

/** One deal for its editor. */
export const deskDealQuery = (dealId: number) =>
  portalQuery({
    key: ["deals", "desk", "one", dealId],
    answer: async () => (await import("@/lib/areas/deals/desk-schemas")).deskDealSchema,
    path: `manage/deals/${dealId}`,
    ...LIVELY,
  });

/** The deals that can be put in order: those of a merchant, or with null those of all. */
export const dealOrderQuery = (merchantId: number | null) =>
  portalQuery({
    key: ["deals", "desk", "order", merchantId],
    answer: async () => (await import("@/lib/areas/deals/desk-schemas")).dealOrderSchema,
    path: "manage/deals/order",
    query: { merchant: merchantId },
  });

/** What is live when in a month; while another is being fetched, the one shown last. */
export const dealCalendarQuery = (request: DealCalendarRequest) =>
  portalQuery({
    key: ["deals", "desk", "calendar", request],
    answer: async () => (await import("@/lib/areas/deals/desk-schemas")).dealCalendarSchema,
    path: "manage/deals/calendar",
    query: request,
    placeholderData: keepPreviousData,
    ...LIVELY,
  });

/** What GetDeals answers. */
export const dealAnswerQuery = (request: DealAnswerRequest) =>
  portalQuery({
    key: ["deals", "desk", "answer", request],
    answer: async () => (await import("@/lib/areas/deals/desk-schemas")).dealAnswerSchema,
    path: "manage/deals/answer",
    query: request,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
