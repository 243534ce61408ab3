import { ClientPage } from "@/components/clients/client-page";
import { clientsPortal } from "@/lib/areas/clients/portal";
import { definePage } from "../../../../define-page";
import { namedClient } from "./named-client";

const { generateMetadata, Page } = definePage({
  path: "/manage/clients",
  title: "clients.title",
  reads: (ahead, { params }) => [
    ahead(clientsPortal.read, { params: namedClient(params) }),
    ahead(clientsPortal.choices),
  ],
  show: ({ params }) => <ClientPage {...namedClient(params)} />,
});

export { generateMetadata, Page as default };
