import { RadarPage } from "@/components/radar/radar-page";
import { radarPortal } from "@/lib/areas/radar/portal";
import { radarFiltersSchema } from "@/lib/areas/radar/schemas";
import { readFilters } from "@/lib/portal/wire/read-filters";
import { definePage } from "../../../define-page";

const { generateMetadata, Page } = definePage({
  path: "/reports/radar",
  title: "radar.title",
  reads: (ahead, { address }) => [
    ahead(radarPortal.list, { query: readFilters(radarFiltersSchema, address) }),
    ahead(radarPortal.reviews),
  ],
  show: () => <RadarPage />,
});

export { generateMetadata, Page as default };
