import { WebhooksPage } from "@/components/webhooks/webhooks-page";
import { webhooksPortal } from "@/lib/areas/webhooks/portal";
import { definePage } from "../../../define-page";

const { generateMetadata, Page } = definePage({
  path: "/manage/webhooks",
  title: "webhooks.title",
  list: "webhooks",
  reads: (ahead) => [ahead(webhooksPortal.list)],
  show: () => <WebhooksPage />,
});

export { generateMetadata, Page as default };
