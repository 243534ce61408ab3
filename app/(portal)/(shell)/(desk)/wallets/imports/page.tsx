import { ImportsPage } from "@/components/imports/imports-page";
import { walletSettingsQuery } from "@/components/wallets/desk/queries";
import { importsPortal } from "@/lib/areas/imports/portal";
import { readWalletSettings } from "@/lib/areas/wallets/desk-portal";
import { readAhead } from "@/lib/portal/prefetch";
import { definePage } from "../../../define-page";

const { generateMetadata, Page } = definePage({
  path: "/wallets/imports",
  title: "wallets.desk.imports.title",
  reads: (ahead, { session }) => [
    readAhead(walletSettingsQuery, () => readWalletSettings(session.actor)),
    ahead(importsPortal.list),
  ],
  show: () => <ImportsPage />,
});

export { generateMetadata, Page as default };
