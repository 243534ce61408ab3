import { CouponsPage } from "@/components/coupons/coupons-page";
import { couponsPortal } from "@/lib/areas/coupons/portal";
import { definePage } from "../../../define-page";

const { generateMetadata, Page } = definePage({
  path: "/manage/coupons",
  title: "coupons.title",
  showsRequests: true,
  reads: (ahead) => [ahead(couponsPortal.list), ahead(couponsPortal.issues)],
  show: () => <CouponsPage />,
});

export { generateMetadata, Page as default };
