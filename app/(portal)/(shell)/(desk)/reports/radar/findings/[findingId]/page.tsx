import { EvidencePage } from "@/components/radar/evidence-page";
import { radarPortal } from "@/lib/areas/radar/portal";
import { findingTargetSchema } from "@/lib/areas/radar/schemas";
import { targetOf } from "@/lib/portal/page-target";
import { definePage } from "../../../../../define-page";

const { generateMetadata, Page } = definePage({
  path: "/reports/radar",
  title: "radar.title",
  reads: (ahead, { params }) => [
    ahead(radarPortal.finding, { params: targetOf(findingTargetSchema, params) }),
  ],
  show: ({ params }) => <EvidencePage {...targetOf(findingTargetSchema, params)} />,
});

export { generateMetadata, Page as default };
