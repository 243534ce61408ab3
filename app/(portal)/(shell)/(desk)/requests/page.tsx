import { may } from "@/components/kit/may";
import { RequestsPage } from "@/components/requests/requests-page";
import { adjustmentsPortal } from "@/lib/areas/adjustments/portal";
import { adjustmentFiltersSchema } from "@/lib/areas/adjustments/schemas";
import { approvalsPortal } from "@/lib/areas/approvals/portal";
import { radarPortal } from "@/lib/areas/radar/portal";
import { walletsPortal } from "@/lib/areas/wallets/desk-portal";
import { readFilters } from "@/lib/portal/wire/read-filters";
import { definePage } from "../../define-page";

const { generateMetadata, Page } = definePage({
  path: "/requests",
  title: "pages.requests",
  reads: (ahead, { address, session: { actor } }) => [
    ahead(approvalsPortal.list),
    ahead(radarPortal.reviews),
    ...(may(actor, adjustmentsPortal.list.endpoint)
      ? [
          ahead(walletsPortal.settings),
          ahead.pages(adjustmentsPortal.list, { query: readFilters(adjustmentFiltersSchema, address) }),
        ]
      : []),
  ],
  show: () => <RequestsPage />,
});

export { generateMetadata, Page as default };
