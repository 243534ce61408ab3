import { TillsPage } from "@/components/tills/tills-page";
import { tillsPortal } from "@/lib/areas/tills/portal";
import { definePage } from "../../../define-page";

const { generateMetadata, Page } = definePage({
  path: "/manage/tills",
  title: "tills.title",
  reads: (ahead) => [ahead(tillsPortal.list)],
  show: () => <TillsPage />,
});

export { generateMetadata, Page as default };
