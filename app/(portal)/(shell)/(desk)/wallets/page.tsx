import { SearchPage } from "@/components/wallets/desk/search-page";
import { walletsPortal } from "@/lib/areas/wallets/desk-portal";
import { walletListSchema } from "@/lib/areas/wallets/desk-schemas";
import { isAdminRole } from "@/lib/portal/acts/roles";
import { PageTexts } from "@/lib/portal/page-texts";
import { readFilters } from "@/lib/portal/wire/read-filters";
import { definePage } from "../../define-page";

const { generateMetadata, Page } = definePage({
  path: "/wallets",
  title: "pages.wallets",
  list: "wallets",
  reads: (ahead, { address, session }) => [
    ahead(walletsPortal.settings),
    // Supervisors must say whom they look for.
    ...(isAdminRole(session.actor.role)
      ? [ahead.pages(walletsPortal.search, { body: readFilters(walletListSchema, address) })]
      : []),
  ],
  show: () => (
    <PageTexts of={["coupons", "offers", "staff.branchBoxes", "deals.browse"]}>
      <SearchPage />
    </PageTexts>
  ),
});

export { generateMetadata, Page as default };
