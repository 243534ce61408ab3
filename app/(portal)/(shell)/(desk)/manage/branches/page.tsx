import { BranchesPage } from "@/components/branches/branches-page";
import { branchesPortal } from "@/lib/areas/branches/portal";
import { filters } from "@/lib/areas/branches/record";
import { merchantsPortal } from "@/lib/areas/merchants/portal";
import { readFilters } from "@/lib/portal/wire/read-filters";
import { definePage } from "../../../define-page";

const { generateMetadata, Page } = definePage({
  path: "/manage/branches",
  title: "branches.title",
  list: "branches",
  reads: (ahead, { address, session: { actor } }) => {
    const chosen = readFilters(filters, address);
    return [
      ahead(merchantsPortal.list),
      ahead.pages(branchesPortal.list, {
        body: { ...chosen, merchant: actor.merchantId ?? chosen.merchant },
      }),
    ];
  },
  show: () => <BranchesPage />,
});

export { generateMetadata, Page as default };
