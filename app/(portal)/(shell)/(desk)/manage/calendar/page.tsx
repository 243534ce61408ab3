import { OfferCalendarPage } from "@/components/offers/offer-calendar-page";
import { offersPortal } from "@/lib/areas/offers/portal";
import { offerCalendarRequestSchema } from "@/lib/areas/offers/schemas";
import { readFilters } from "@/lib/portal/wire/read-filters";
import { definePage } from "../../../define-page";

const { generateMetadata, Page } = definePage({
  path: "/manage/calendar",
  title: "offers.calendar.title",
  reads: (ahead, { address }) => [
    ahead(offersPortal.calendar, { query: readFilters(offerCalendarRequestSchema, address) }),
  ],
  show: () => <OfferCalendarPage />,
});

export { generateMetadata, Page as default };
