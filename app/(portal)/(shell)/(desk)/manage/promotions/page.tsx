import { PromotionsPage } from "@/components/promotions/promotions-page";
import { promotionsPortal } from "@/lib/areas/promotions/portal";
import { definePage } from "../../../define-page";

const { generateMetadata, Page } = definePage({
  path: "/manage/promotions",
  title: "promotions.title",
  list: "promotions",
  showsRequests: true,
  reads: (ahead) => [ahead(promotionsPortal.list)],
  show: () => <PromotionsPage />,
});

export { generateMetadata, Page as default };
