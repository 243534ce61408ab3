import { AdjustmentsPage } from "@/components/adjustments/adjustments-page";
import { adjustmentsPortal } from "@/lib/areas/adjustments/portal";
import { adjustmentFiltersSchema } from "@/lib/areas/adjustments/schemas";
import { walletsPortal } from "@/lib/areas/wallets/desk-portal";
import { readFilters } from "@/lib/portal/wire/read-filters";
import { definePage } from "../../../define-page";

const { generateMetadata, Page } = definePage({
  path: "/wallets/adjustments",
  title: "wallets.desk.adjustments.title",
  reads: (ahead, { address }) => [
    ahead(walletsPortal.settings),
    ahead.pages(adjustmentsPortal.list, { query: readFilters(adjustmentFiltersSchema, address) }),
  ],
  show: () => <AdjustmentsPage />,
});

export { generateMetadata, Page as default };
