import { RadarPersonPage } from "@/components/radar/person-page";
import { radarPortal } from "@/lib/areas/radar/portal";
import { personTargetSchema } from "@/lib/areas/radar/schemas";
import { targetOf } from "@/lib/portal/page-target";
import { definePage } from "../../../../define-page";

const { generateMetadata, Page } = definePage({
  path: "/reports/radar",
  title: "radar.personTitle",
  reads: (ahead, { params }) => [ahead(radarPortal.person, { params: targetOf(personTargetSchema, params) })],
  show: ({ params }) => <RadarPersonPage {...targetOf(personTargetSchema, params)} />,
});

export { generateMetadata, Page as default };
