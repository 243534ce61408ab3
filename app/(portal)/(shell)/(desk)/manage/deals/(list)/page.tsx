import { DealsDeskPage } from "@/components/deals/desk/deals-desk-page";
import { deskDealsPortal } from "@/lib/areas/deals/desk-portal";
import { deskFiltersSchema } from "@/lib/areas/deals/desk-schemas";
import { readFilters } from "@/lib/portal/wire/read-filters";
import { definePage } from "../../../../define-page";

const { generateMetadata, Page } = definePage({
  path: "/manage/deals",
  title: "deals.title",
  list: "deals",
  showsRequests: true,
  reads: (ahead, { address }) => [
    ahead.pages(deskDealsPortal.deskList, { query: readFilters(deskFiltersSchema, address) }),
    ahead(deskDealsPortal.filters),
  ],
  show: () => <DealsDeskPage />,
});

export { generateMetadata, Page as default };
