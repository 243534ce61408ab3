import { BranchesPage } from "@/components/branches/branches-page";
import { merchantsQuery } from "@/components/merchants/queries";
import { branchFiltersSchema } from "@/lib/areas/branches/desk-schemas";
import { branchesPortal } from "@/lib/areas/branches/portal";
import { readMerchants } from "@/lib/areas/merchants/portal";
import { readAhead } from "@/lib/portal/prefetch";
import { readFilters } from "@/lib/portal/wire/read-filters";
import { definePage } from "../../../define-page";

const { generateMetadata, Page } = definePage({
  path: "/manage/branches",
  title: "branches.title",
  list: "branches",
  reads: (ahead, { address, session: { actor } }) => {
    const chosen = readFilters(branchFiltersSchema, address);
    return [
      readAhead(merchantsQuery, () => readMerchants(actor)),
      ahead.pages(branchesPortal.list, {
        body: { ...chosen, merchant: actor.merchantId ?? chosen.merchant },
      }),
    ];
  },
  show: () => <BranchesPage />,
});

export { generateMetadata, Page as default };
