import { ImportsPage } from "@/components/imports/imports-page";
import { importsPortal } from "@/lib/areas/imports/portal";
import { merchantsPortal } from "@/lib/areas/merchants/portal";
import { walletsPortal } from "@/lib/areas/wallets/desk-portal";
import { definePage } from "../../../define-page";

const { generateMetadata, Page } = definePage({
  path: "/wallets/imports",
  title: "wallets.desk.imports.title",
  reads: (ahead) => [ahead(walletsPortal.settings), ahead(importsPortal.list), ahead(merchantsPortal.list)],
  show: () => <ImportsPage />,
});

export { generateMetadata, Page as default };
