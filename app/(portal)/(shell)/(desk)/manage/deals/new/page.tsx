import { DealEditor } from "@/components/deals/desk/deal-editor";
import { deskDealsPortal, deskNow } from "@/lib/areas/deals/desk-portal";
import { definePage } from "../../../../define-page";

const { generateMetadata, Page } = definePage({
  path: "/manage/deals",
  title: "deals.desk.new",
  reads: (ahead) => [ahead(deskDealsPortal.deskChoices)],
  show: () => <DealEditor dealId={null} now={deskNow()} />,
});

export { generateMetadata, Page as default };
