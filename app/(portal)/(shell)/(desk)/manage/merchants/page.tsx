import { MerchantsPage } from "@/components/merchants/merchants-page";
import { firstHourPortal } from "@/lib/areas/firsthour/portal";
import { merchantsPortal } from "@/lib/areas/merchants/portal";
import { definePage } from "../../../define-page";

const { generateMetadata, Page } = definePage({
  path: "/manage/merchants",
  title: "merchants.title",
  list: "merchants",
  showsRequests: true,
  reads: (ahead) => [ahead(firstHourPortal.firstHour), ahead(merchantsPortal.list)],
  show: () => <MerchantsPage />,
});

export { generateMetadata, Page as default };
