import { ApprovalsPage } from "@/components/approvals/approvals-page";
import { approvalsPortal } from "@/lib/areas/approvals/portal";
import { definePage } from "../../../define-page";

const { generateMetadata, Page } = definePage({
  path: "/wallets/approvals",
  title: "wallets.desk.areas.approvals",
  reads: (ahead) => [ahead(approvalsPortal.list)],
  show: () => <ApprovalsPage />,
});

export { generateMetadata, Page as default };
