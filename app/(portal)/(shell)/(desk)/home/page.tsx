import { firstHourQuery } from "@/components/first-hour/queries";
import { HomePage } from "@/components/home/home-page";
import { readProgrammeFirstHour } from "@/lib/areas/firsthour/portal";
import { homePortal } from "@/lib/areas/home/portal";
import { readAhead } from "@/lib/portal/prefetch";
import { definePage } from "../../define-page";

const { generateMetadata, Page } = definePage({
  path: "/home",
  title: "pages.home",
  reads: (ahead, { session: { actor } }) => [
    ahead(homePortal.read),
    ...(actor.role === "programme_operator"
      ? [readAhead(firstHourQuery, () => readProgrammeFirstHour(actor))]
      : []),
  ],
  show: () => <HomePage />,
});

export { generateMetadata, Page as default };
