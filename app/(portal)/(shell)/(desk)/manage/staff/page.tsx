import { may } from "@/components/kit/may";
import { StaffPage } from "@/components/staff/staff-page";
import { merchantsPortal } from "@/lib/areas/merchants/portal";
import { staffFiltersSchema } from "@/lib/areas/staff/desk-schemas";
import { staffPortal } from "@/lib/areas/staff/portal";
import { readFilters } from "@/lib/portal/wire/read-filters";
import { definePage } from "../../../define-page";

const { generateMetadata, Page } = definePage({
  path: "/manage/staff",
  title: "staff.title",
  list: "staff",
  showsRequests: true,
  reads: (ahead, { address, session: { actor } }) => {
    const chosen = readFilters(staffFiltersSchema, address);
    const { policy, search, setPolicy } = staffPortal;
    return [
      ahead(merchantsPortal.list),
      ahead.pages(search, { body: { ...chosen, merchant: actor.merchantId ?? chosen.merchant } }),
      ...(may(actor, setPolicy.endpoint) ? [ahead(policy)] : []),
    ];
  },
  show: () => <StaffPage />,
});

export { generateMetadata, Page as default };
