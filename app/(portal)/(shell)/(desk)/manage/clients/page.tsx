import { ClientsPage } from "@/components/clients/clients-page";
import { clientFiltersSchema } from "@/lib/areas/clients/desk-schemas";
import { clientsPortal, hasTryIt } from "@/lib/areas/clients/portal";
import { readFilters } from "@/lib/portal/wire/read-filters";
import { definePage } from "../../../define-page";

const { generateMetadata, Page } = definePage({
  path: "/manage/clients",
  title: "clients.title",
  list: "clients",
  showsRequests: true,
  reads: (ahead, { address }) => [
    ahead.pages(clientsPortal.list, { query: readFilters(clientFiltersSchema, address) }),
  ],
  show: () => <ClientsPage hasTryIt={hasTryIt()} />,
});

export { generateMetadata, Page as default };
