import { CertificationPage } from "@/components/certification/certification-page";
import { certificationPortal } from "@/lib/areas/certification/portal";
import { definePage } from "../../../../../define-page";
import { namedClient } from "../named-client";

const { generateMetadata, Page } = definePage({
  path: "/manage/clients",
  title: "certification.title",
  reads: (ahead, { params }) => [ahead(certificationPortal.certification, { params: namedClient(params) })],
  show: ({ params }) => <CertificationPage {...namedClient(params)} />,
});

export { generateMetadata, Page as default };
