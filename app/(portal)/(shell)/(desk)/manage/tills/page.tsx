import { may } from "@/components/kit/may";
import { TillsPage } from "@/components/tills/tills-page";
import { merchantsPortal } from "@/lib/areas/merchants/portal";
import { tillsPortal } from "@/lib/areas/tills/portal";
import { definePage } from "../../../define-page";

const { generateMetadata, Page } = definePage({
  path: "/manage/tills",
  title: "tills.title",
  reads: (ahead, { session: { actor } }) => [
    ahead(tillsPortal.list),
    ...(may(actor, merchantsPortal.change.endpoint) ? [ahead(merchantsPortal.list)] : []),
  ],
  show: () => <TillsPage />,
});

export { generateMetadata, Page as default };
