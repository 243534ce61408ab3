import { EnrolPage } from "@/components/wallets/desk/enrol-page";
import { walletsPortal } from "@/lib/areas/wallets/desk-portal";
import { definePage } from "../../../define-page";

const { generateMetadata, Page } = definePage({
  path: "/wallets/enrol",
  title: "wallets.desk.enrol.title",
  reads: (ahead) => [ahead(walletsPortal.settings)],
  show: () => <EnrolPage />,
});

export { generateMetadata, Page as default };
